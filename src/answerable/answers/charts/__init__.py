"""Which chart helps, if any: time → line, category → bar, share → stacked bar, two measures → scatter.

Each kind has one function that draws the result, or None when the result is not of its kind; the first that fits is
drawn. A result that is one number, or has nothing to place, gets none.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from answerable.answers.answer import Chart
from answerable.answers.answer_facts import Facts, ResultView, derive_facts
from answerable.answers.charts.bars import draw_bars
from answerable.answers.charts.groups import draw_groups
from answerable.answers.charts.lines import draw_lines
from answerable.answers.charts.plotter import Plotter
from answerable.answers.charts.scatter import draw_scatter
from answerable.answers.charts.share import draw_share, draw_share_over_time
from answerable.answers.charts.wide_lines import draw_wide_lines

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["choose_chart"]

KINDS: tuple[Callable[[Plotter], Chart | None], ...] = (
    draw_wide_lines,
    draw_share_over_time,
    draw_lines,
    draw_share,
    draw_groups,
    draw_scatter,
    draw_bars,
)


def choose_chart(table: pa.Table, facts: Facts | None = None) -> Chart | None:
    """The chart that helps most, as Vega-Lite with its data inline. Without facts they are derived from the table."""
    plotter = Plotter(ResultView(table), facts or derive_facts(table))
    if table.num_rows < 2 or not plotter.measures:
        return None
    return next((chart for draw in KINDS if (chart := draw(plotter)) is not None), None)
