"""Where values of marked columns flow: through aliases, sub-queries, CTEs, set operations and expressions.

Unlike `reading`, which finds out that a column is touched, this follows how. It knows plain syntax and nothing else:
what it does not understand it does not guess, it says that it is `Lost`, and the statement is refused.
"""

from __future__ import annotations

from answerable.guard.flow.expression_flow import TracedExpressions
from answerable.guard.flow.query_flow import Flow
from answerable.guard.flow.restricted_values import Lost, OutputColumn, RestrictionMark, Use, UsePlace, Value

__all__ = ["Flow", "Lost", "OutputColumn", "RestrictionMark", "TracedExpressions", "Use", "UsePlace", "Value"]
