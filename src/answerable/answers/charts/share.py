"""Parts of a whole: one bar divided, or one for each period."""

from __future__ import annotations

from answerable.answers.answer import Chart
from answerable.answers.charts.encodings import MOST_SERIES, band, color, stacking_order
from answerable.answers.charts.plotter import Plotter
from answerable.answers.column_titles import is_share

__all__ = ["draw_share", "draw_share_over_time"]


def draw_share(plotter: Plotter) -> Chart | None:
    """Parts of one whole: a single bar, divided."""
    facts = plotter.facts
    share = next((name for name in plotter.measures if is_share(name)), None)
    if share is None or facts.time or len(facts.dimensions) != 1 or plotter.view.rows > MOST_SERIES:
        return None
    if not plotter.is_positive(share) or not _is_whole(plotter, share):
        return None
    name = facts.dimensions[0]
    names = plotter.categories([name])
    rows = plotter.rows({name: names, share: plotter.values(share)})
    value = {**plotter.measure_channel(share), "stack": "zero"}
    encoding = {
        "x": value,
        "color": color(plotter, name),
        "order": stacking_order(plotter, names, rows),
        "tooltip": [plotter.tooltip(name), plotter.tooltip(share)],
    }
    mark = {"type": "bar", "size": 46, "cornerRadiusEnd": 0}
    return plotter.chart("stacked_bar", rows, 190, title=plotter.title([share], [name]), mark=mark, encoding=encoding)


def draw_share_over_time(plotter: Plotter) -> Chart | None:
    """A bar for each period, divided by category."""
    share = next((name for name in plotter.measures if is_share(name)), None)
    if share is None or len(plotter.facts.dimensions) != 1 or not plotter.is_spread_over_time():
        return None
    time, name = str(plotter.facts.time), plotter.facts.dimensions[0]
    names = plotter.categories([name])
    if len(set(names)) > MOST_SERIES or not plotter.is_positive(share):
        return None
    rows = plotter.rows({time: plotter.categories([time]), name: names, share: plotter.values(share)})
    encoding = {
        "x": {**band(plotter, time), "sort": None},
        "y": {**plotter.measure_channel(share), "stack": "zero"},
        "color": color(plotter, name),
        "order": stacking_order(plotter, names, rows),
        "tooltip": [plotter.tooltip(name), plotter.tooltip(share)],
    }
    mark = {"type": "bar", "cornerRadiusEnd": 0}
    title = plotter.title([share], [time, name])
    return plotter.chart("stacked_bar", rows, 380, title=title, mark=mark, encoding=encoding)


def _is_whole(plotter: Plotter, name: str) -> bool:
    """True when the parts make up 1 or 100, give or take their rounding."""
    total = sum(plotter.numbers(name))
    return abs(total - 1) < 0.02 or abs(total - 100) < 2
