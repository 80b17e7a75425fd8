"""A family of nodes: which function tells which class of node."""

from __future__ import annotations

from collections.abc import Callable

from sqlglot import exp

__all__ = ["Family", "Tell"]

Tell = Callable[..., str | None]
"""Called with the teller and the node. Gives None when the node holds something its words would leave out."""

Family = dict[type[exp.Expr], Tell]
