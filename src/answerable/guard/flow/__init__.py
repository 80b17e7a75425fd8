"""Where values of marked columns flow: through aliases, sub-queries, CTEs, set operations and expressions.

Unlike `reading`, which finds out that a column is touched, this follows how. It knows plain syntax and nothing else:
what it does not understand it does not guess, it says that it is `Lost`, and the statement is refused.
"""

from __future__ import annotations

from answerable.guard.flow.expressions import TracedExpressions
from answerable.guard.flow.queries import Flow
from answerable.guard.flow.values import Lost, Mark, OutputColumn, Place, Use, Value

__all__ = ["Flow", "Lost", "Mark", "OutputColumn", "Place", "TracedExpressions", "Use", "Value"]
