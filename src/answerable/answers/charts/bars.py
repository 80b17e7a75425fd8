"""One name a row and a measure: bars in the order of the result."""

from __future__ import annotations

from typing import Any

from answerable.answers.answer import Chart
from answerable.answers.charts.encodings import BARS_SHOWN, MOST_BARS, bars_height, lie_flat, note_of
from answerable.answers.charts.plotter import Plotter

__all__ = ["draw_bars"]


def draw_bars(plotter: Plotter) -> Chart | None:
    facts, measure = plotter.facts, plotter.measures[0]
    names = [*([facts.time] if facts.time else []), *facts.dimensions]
    if not 1 <= len(names) <= 2:
        return None
    labels = plotter.categories(names)
    if len(set(labels)) < len(labels):
        return None
    name_field = plotter.fields[names[0]] if len(names) == 1 else plotter.spare_field("name")
    value_field = plotter.fields[measure]
    rows = [
        {name_field: label, value_field: value} for label, value in zip(labels, plotter.values(measure), strict=True)
    ]
    shown, note = _highest(plotter, rows, value_field)
    flat = lie_flat([row[name_field] for row in shown])
    return plotter.chart(
        "bar",
        shown,
        bars_height(len(shown), room=90) if flat else 360,
        title=plotter.title([measure], names, note),
        encoding=_encoding(plotter, measure, name_field, " · ".join(map(plotter.label, names)), flat),
        **_marks(plotter, measure, len(shown), flat),
    )


def _encoding(plotter: Plotter, measure: str, name_field: str, name_title: str, flat: bool) -> dict[str, Any]:
    name = {"field": name_field, "type": "nominal"}
    axis = {"labelAngle": 0, "grid": False, "ticks": False, "domain": False}
    return {
        "y" if flat else "x": {**name, "sort": None, "title": None, "axis": axis},
        "x" if flat else "y": plotter.measure_channel(measure),
        "tooltip": [{**name, "title": name_title}, plotter.tooltip(measure)],
    }


def _marks(plotter: Plotter, measure: str, count: int, flat: bool) -> dict[str, Any]:
    """Bars, with their values at the end where there is room for them; the axis then need not repeat them."""
    bar = {"type": "bar", "height" if flat else "width": {"band": 0.72 if flat else 0.6}}
    if count > BARS_SHOWN or not plotter.is_positive(measure):
        return {"mark": bar}
    place = {"align": "left", "baseline": "middle", "dx": 5} if flat else {"baseline": "bottom", "dy": -4}
    text = {"field": plotter.fields[measure], "type": "quantitative", "format": plotter.format(measure)}
    bare = {"x" if flat else "y": {**plotter.measure_channel(measure), "axis": {"grid": False, "labels": False}}}
    return {
        "layer": [
            {"mark": bar, "encoding": bare},
            {"mark": {"type": "text", **place}, "encoding": {**bare, "text": text}},
        ]
    }


def _highest(plotter: Plotter, rows: list[dict[str, Any]], field: str) -> tuple[list[dict[str, Any]], str]:
    """All rows while they are few; else those with the highest values, in the order they came."""
    if len(rows) <= MOST_BARS:
        return rows, ""
    placed = [row for row in rows if row[field] is not None]
    best = {id(row) for row in sorted(placed, key=lambda row: -row[field])[:BARS_SHOWN]}
    return [row for row in placed if id(row) in best], note_of(plotter, BARS_SHOWN, len(rows), "highest")
