"""An answer as the terminal shows it: sentence, chart, table, SQL, how it was computed."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.answers import safe_text, text_columns

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as Grid
    from rich.text import Text

    from answerable.agent import Preview
    from answerable.answers.answer import Answer
    from answerable.language import Clarification

__all__ = ["draw_answer", "draw_preview", "draw_readings", "terminal"]

ROWS_SHOWN = 20
CELL_WIDTH = 60


def terminal(*, stderr: bool = False) -> Console:
    """Colour where a person looks, plain text where a program reads."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, soft_wrap=False)


def draw_answer(answer: Answer, console: Console) -> None:
    console.print(_styled(answer.text, "bold"))
    if answer.is_edited:
        console.print(_styled("! SQL edited by a person", "yellow"))
    for part in (_chart_lines(answer, console.width), _table(answer), _footer(answer)):
        if part is not None:
            console.print()
            console.print(part)
    console.print()
    _draw_sql(answer.sql, console)
    console.print(_styled(answer.explanation, "italic"))
    console.print()
    for line in _computed(answer):
        console.print(line)
    if said := _receipt(answer):
        console.print(_styled(said, "dim"), soft_wrap=True)  # to be copied as it stands


def draw_preview(preview: Preview, console: Console) -> None:
    _draw_sql(preview.sql, console)
    console.print(_styled(preview.explanation, "italic"))
    if preview.estimate_rows is not None:
        console.print(_styled(f"The engine expects about {preview.estimate_rows:,} rows.", "dim"))


def draw_readings(clarification: Clarification, console: Console) -> None:
    for number, reading in enumerate(clarification.readings, start=1):
        console.print(_styled(f"  {number}. {reading.text}", ""))
        console.print(_styled(f"     {reading.sql}", "dim"))


def _styled(text: str, style: str) -> Text:
    from rich.text import Text

    return Text(safe_text(text), style=style)


def _draw_sql(sql: str, console: Console) -> None:
    from rich.syntax import Syntax

    if console.is_terminal:
        console.print(Syntax(safe_text(sql), "sql", theme="ansi_dark", background_color="default", word_wrap=True))
    else:
        console.print(_styled(sql, ""), soft_wrap=True)


def _chart_lines(answer: Answer, width: int) -> Text | None:
    from rich.text import Text

    from answerable.answers import terminal_chart

    if answer.chart is None:
        return None
    lines = terminal_chart(answer.chart, width=min(width, 100))
    return Text("\n".join(lines), style="cyan", no_wrap=True) if lines else None


def _table(answer: Answer) -> Grid | None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as Grid
    from rich.text import Text

    from answerable.answers.values import unique_names

    if answer.table.num_rows == 0 or answer.table.num_columns == 0:
        return None
    shown = answer.table.slice(0, ROWS_SHOWN)
    grid = Grid(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for name, field in zip(unique_names(shown.column_names), shown.schema, strict=True):
        right = _is_number(str(field.type))
        grid.add_column(Text(safe_text(name)), justify="right" if right else "left", max_width=CELL_WIDTH)
    for row in zip(*text_columns(shown), strict=True):
        grid.add_row(*(Text(cell) for cell in row))
    return grid


def _receipt(answer: Answer) -> str:
    if answer.receipt is None or answer.receipt.file is None:
        return ""
    path = answer.receipt.file
    shown = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
    return f"Receipt: {shown} · re-check it with: answerable verify {shlex.quote(str(shown))}"


def _is_number(arrow_type: str) -> bool:
    return arrow_type.startswith(("int", "uint", "float", "double", "decimal", "half"))


def _footer(answer: Answer) -> Text | None:
    hidden = answer.table.num_rows - ROWS_SHOWN
    if hidden <= 0:
        return None
    return _styled(f"… and {hidden:,} more rows; --csv FILE saves them all.", "dim")


def _computed(answer: Answer) -> Iterator[Text]:
    provenance = answer.provenance
    for caveat in provenance.caveats:
        yield _styled(f"! {caveat}", "yellow")
    for assumption in provenance.assumptions:
        yield _styled(f"- {assumption}", "dim")
    for entry in provenance.applied:
        yield _styled(f"- Applied: {entry.kind.replace('_', ' ')} '{entry.name}'", "dim")
    if provenance.freshness:
        yield _styled(f"- {provenance.freshness}", "dim")
    tables = ", ".join(provenance.tables) or "no table"
    trust = f"Trust: {answer.trust.level}. {' '.join(answer.trust.reasons)}"
    yield _styled(f"From {tables} in {provenance.source}, {provenance.elapsed_ms} ms. {trust}", "dim")
    for suggestion in answer.suggestions:
        yield _styled(f"Next: {suggestion}", "green")
