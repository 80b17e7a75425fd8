"""Encodings that several kinds of chart share, and how much one chart may hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from answerable.answers.charts.plotter import Plotter

__all__ = [
    "BARS_SHOWN",
    "LINE_POINTS",
    "MOST_BARS",
    "MOST_SERIES",
    "band",
    "bars_height",
    "color",
    "lie_flat",
    "line_mark",
    "note_of",
    "stacking_order",
]

MOST_SERIES = 8
MOST_BARS = 30
BARS_SHOWN = 20
"""Of more than `MOST_BARS` categories, the ones with the highest values."""
LINE_POINTS = 3
"""Fewer are bars: a line over two points shows a course that nobody measured."""
_MARKED_POINTS = 24
_UPRIGHT_BARS, _UPRIGHT_LABEL = 8, 11
"""Bars stand upright while they are few and their names short."""
_BAR_HEIGHT = 28


def band(plotter: Plotter, name: str) -> dict[str, Any]:
    axis = {"labelAngle": 0, "grid": False, "labelOverlap": True}
    return {"field": plotter.fields[name], "type": "nominal", "sort": None, "title": None, "axis": axis}


def color(plotter: Plotter, name: str) -> dict[str, Any]:
    return {"field": plotter.fields[name], "type": "nominal", "sort": None, "title": None}


def line_mark(starts: Sequence[Any]) -> dict[str, Any]:
    """Straight from value to value: a curve would claim what lies between them. Few values are marked."""
    few = len(set(starts)) <= _MARKED_POINTS
    return {"type": "line", **({"point": {"size": 34, "opacity": 1}} if few else {})}


def stacking_order(plotter: Plotter, names: Sequence[str], rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The order channel that stacks parts as they first came; writes the places into the rows."""
    field = plotter.spare_field("order")
    places = {name: place for place, name in enumerate(dict.fromkeys(names))}
    for row, name in zip(rows, names, strict=True):
        row[field] = places[name]
    return {"field": field, "type": "quantitative"}


def note_of(plotter: Plotter, shown: int, there: int, which: str) -> str:
    if plotter.facts.lang == "ko":
        return f"전체 {there:,}개 중 {'상위' if which == 'highest' else '처음'} {shown:,}개"
    return f"{shown:,} of {there:,} shown, the {which}"


def lie_flat(labels: Sequence[str]) -> bool:
    distinct = set(labels)
    return len(distinct) > _UPRIGHT_BARS or max(map(len, distinct)) > _UPRIGHT_LABEL


def bars_height(count: int, *, room: int) -> int:
    return count * _BAR_HEIGHT + room
