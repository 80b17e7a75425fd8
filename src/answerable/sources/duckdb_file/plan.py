"""What DuckDB's planner expects, read from its JSON plan."""

from __future__ import annotations

import json
import math
from typing import Any

from answerable.sources.engine import Estimate

__all__ = ["expected_rows"]


def expected_rows(plan: str) -> Estimate | None:
    """Rows of the topmost operator; cost is the rows of all operators together."""
    told = [rows for node in json.loads(plan) for rows in _rows(node)]
    return Estimate(rows=told[0], cost=float(sum(told))) if told else None


def _rows(node: dict[str, Any]) -> list[int]:
    """Of an operator and then of all below it. One that does not tell gives what it gets, a cross product all pairs."""
    below = [_rows(child) for child in node.get("children", [])]
    told = node.get("extra_info", {}).get("Estimated Cardinality")
    firsts = [rows[0] for rows in below if rows]
    if told is None:
        own = [math.prod(firsts) if node["name"] == "CROSS_PRODUCT" else max(firsts)] if firsts else []
    else:
        own = [int(told)]
    return [*own, *(rows for rows_below in below for rows in rows_below)]
