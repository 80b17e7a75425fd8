"""Two measures, each row a point."""

from __future__ import annotations

from answerable.answers.answer import Chart
from answerable.answers.charts.encodings import note_of
from answerable.answers.charts.plotter import Plotter

__all__ = ["draw_scatter"]

_MOST_POINTS = 5_000


def draw_scatter(plotter: Plotter) -> Chart | None:
    """Two measures, each row a point. A few named rows are better compared as bars."""
    facts, measures = plotter.facts, plotter.measures
    named = len(facts.dimensions) + bool(facts.time)
    if len(measures) < 2 or named > 2 or plotter.view.rows < (3 if not named else 13):
        return None
    across, up = measures[:2]
    columns = {name: plotter.categories([name]) for name in facts.dimensions}
    rows = plotter.rows({**columns, across: plotter.values(across), up: plotter.values(up)})[:_MOST_POINTS]
    note = "" if len(rows) == plotter.view.rows else note_of(plotter, len(rows), plotter.view.rows, "first")
    encoding = {
        "x": plotter.measure_channel(across, from_zero=False),
        "y": plotter.measure_channel(up, from_zero=False),
        "tooltip": [plotter.tooltip(name) for name in (*facts.dimensions, across, up)],
    }
    title = plotter.title([across, up], [], note)
    return plotter.chart("scatter", rows, 420, title=title, mark={"type": "point"}, encoding=encoding)
