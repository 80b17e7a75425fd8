"""Time and several measures of one scale: one line a measure."""

from __future__ import annotations

from answerable.answers.answer import Chart
from answerable.answers.charts.encodings import LINE_POINTS, MOST_SERIES, line_mark
from answerable.answers.charts.plotter import Plotter
from answerable.answers.column_titles import is_money

__all__ = ["draw_wide_lines"]


def draw_wide_lines(plotter: Plotter) -> Chart | None:
    """Time and several measures of one scale: one line a measure."""
    facts, periods, measures = plotter.facts, plotter.periods, plotter.measures
    if periods is None or facts.dimensions or not 2 <= len(measures) <= MOST_SERIES or not _comparable(plotter):
        return None
    if len({*periods.starts} - {None}) < max(LINE_POINTS, plotter.view.rows):
        return None
    time = plotter.fields[str(facts.time)]
    name_field, value_field = plotter.spare_field("measure"), plotter.spare_field("value")
    rows = [
        {time: when, name_field: plotter.label(measure), value_field: value}
        for measure in measures
        for when, value in zip(plotter.times(), plotter.values(measure), strict=True)
    ]
    value = {**plotter.measure_channel(measures[0]), "field": value_field, "title": None}
    color = {"field": name_field, "type": "nominal", "sort": None, "title": None}
    encoding = {"x": plotter.time_channel(), "y": value, "color": color}
    title = plotter.title(measures, [str(facts.time)])
    return plotter.chart("line", rows, title=title, mark=line_mark(periods.starts), encoding=encoding)


def _comparable(plotter: Plotter) -> bool:
    """True when measures can share an axis: all money or none, and none lost beside another."""
    highest = [max(map(abs, plotter.numbers(name))) for name in plotter.measures]
    return len({is_money(name) for name in plotter.measures}) == 1 and max(highest) <= 20 * (min(highest) or 1)
