"""Time and one measure: one line, or one a category."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from answerable.answers.answer import Chart
from answerable.answers.charts.encodings import LINE_POINTS, MOST_SERIES, color, line_mark, note_of
from answerable.answers.charts.plotter import Plotter
from answerable.answers.column_titles import is_additive

__all__ = ["draw_lines"]


def draw_lines(plotter: Plotter) -> Chart | None:
    facts, periods = plotter.facts, plotter.periods
    if periods is None or len(facts.dimensions) > 1 or not plotter.is_spread_over_time():
        return None
    if len({*periods.starts} - {None}) < LINE_POINTS:
        return None
    measure, names = plotter.measures[0], [str(facts.time), *facts.dimensions]
    series = plotter.categories(facts.dimensions) if facts.dimensions else [""] * plotter.view.rows
    kept, note = _main_series(plotter, series, plotter.values(measure))
    columns: dict[str, Sequence[Any]] = {names[0]: plotter.times(), measure: plotter.values(measure)}
    if facts.dimensions:
        columns[names[1]] = series
    rows = [
        row
        for row, name, start in zip(plotter.rows(columns), series, periods.starts, strict=True)
        if start is not None and name in kept
    ]
    encoding = {
        "x": plotter.time_channel(),
        "y": plotter.measure_channel(measure, from_zero=is_additive(measure)),
        "tooltip": [plotter.tooltip(name) for name in (*names, measure)],
    }
    if facts.dimensions:
        encoding["color"] = color(plotter, names[1])
    title = plotter.title([measure], names, note)
    return plotter.chart("line", rows, title=title, mark=line_mark(periods.starts), encoding=encoding)


def _main_series(plotter: Plotter, series: Sequence[str], values: Sequence[Any]) -> tuple[set[str], str]:
    """The series with the most in them, and the note that says others are missing."""
    weights: dict[str, float] = dict.fromkeys(series, 0.0)
    for name, value in zip(series, values, strict=True):
        weights[name] += abs(value or 0)
    if len(weights) <= MOST_SERIES:
        return set(weights), ""
    kept = sorted(weights, key=lambda name: -weights[name])[:MOST_SERIES]
    return set(kept), note_of(plotter, MOST_SERIES, len(weights), "highest")
