"""Two categories and a measure: stacked where the measure adds up, side by side where it does not."""

from __future__ import annotations

from answerable.answers.answer import Chart
from answerable.answers.charts.encodings import (
    MOST_BARS,
    MOST_SERIES,
    band,
    bars_height,
    color,
    lie_flat,
    stacking_order,
)
from answerable.answers.charts.plotter import Plotter
from answerable.answers.column_titles import is_additive
from answerable.answers.spoken_columns import joined_names

__all__ = ["draw_groups"]


def draw_groups(plotter: Plotter) -> Chart | None:
    """Two categories and a measure: stacked where the measure adds up, side by side where it does not."""
    facts, measure = plotter.facts, plotter.measures[0]
    if facts.time or len(facts.dimensions) != 2 or len(joined_names(facts.dimensions)) == 1:
        return None
    outer, inner = sorted(facts.dimensions, key=lambda name: -len(set(plotter.categories([name]))))
    outers, inners = plotter.categories([outer]), plotter.categories([inner])
    if len(set(zip(outers, inners, strict=True))) < len(outers) or len(set(outers)) in (1, len(outers)):
        return None
    if len(set(inners)) > MOST_SERIES or len(set(outers)) > MOST_BARS:
        return None
    rows = plotter.rows({outer: outers, inner: inners, measure: plotter.values(measure)})
    stacks = plotter.is_positive(measure) and is_additive(measure)
    bands = {"y": band(plotter, outer)} if lie_flat(outers) else {"x": band(plotter, outer)}
    length = "x" if "y" in bands else "y"
    side = {} if stacks else {f"{'y' if length == 'x' else 'x'}Offset": {"field": plotter.fields[inner], "sort": None}}
    encoding = {
        **bands,
        length: plotter.measure_channel(measure),
        **side,
        "color": color(plotter, inner),
        **({"order": stacking_order(plotter, inners, rows)} if stacks else {}),
        "tooltip": [plotter.tooltip(name) for name in (outer, inner, measure)],
    }
    height = bars_height(len(set(outers)), room=110) if length == "x" else 380
    title = plotter.title([measure], [outer, inner])
    mark = {"type": "bar", "cornerRadiusEnd": 0}
    return plotter.chart("stacked_bar" if stacks else "bar", rows, height, title=title, mark=mark, encoding=encoding)
