"""An answer as the terminal shows it: sentence, chart, table, SQL, how it was computed."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.answers import safe_text, terminal_chart, text_columns
from answerable.answers.column_titles import label_of
from answerable.answers.values import unique_names
from answerable.cli.output_language import output_language
from answerable.kernel.messages import CodedMessage, msg

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as Grid
    from rich.text import Text

    from answerable.agent import Preview
    from answerable.answers.answer import Answer, Provenance
    from answerable.kernel.clarification import Clarification

__all__ = ["draw_answer", "draw_preview", "draw_readings", "terminal"]

ROWS_SHOWN = 20
CELL_WIDTH = 60
_LEVELS = {
    "verified": msg("terminal.level_verified"),
    "governed": msg("terminal.level_governed"),
    "checked": msg("terminal.level_checked"),
    "unverified": msg("terminal.level_unverified"),
}


def terminal(*, stderr: bool = False) -> Console:
    """Colour where a person looks, plain text where a program reads."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, soft_wrap=False)


def draw_answer(answer: Answer, console: Console) -> None:
    console.print(_styled(answer.text, "bold"))
    if answer.is_edited:
        console.print(_styled(f"! {_say(msg('terminal.sql_edited'))}", "yellow"))
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
        console.print(_styled(_say(msg("terminal.expected_rows", rows=preview.estimate_rows)), "dim"))


def draw_readings(clarification: Clarification, console: Console) -> None:
    for number, reading in enumerate(clarification.readings, start=1):
        console.print(_styled(f"  {number}. {reading.text}", ""))


def _styled(text: str, style: str) -> Text:
    from rich.text import Text

    return Text(safe_text(text), style=style)


def _draw_sql(sql: str, console: Console) -> None:
    if console.is_terminal:
        from rich.syntax import Syntax  # with pygments, only where there are colours

        console.print(Syntax(safe_text(sql), "sql", theme="ansi_dark", background_color="default", word_wrap=True))
    else:
        console.print(_styled(sql, ""), soft_wrap=True)


def _chart_lines(answer: Answer, width: int) -> Text | None:
    from rich.text import Text

    if answer.chart is None:
        return None
    lines = terminal_chart(answer.chart, width=min(width, 100))
    return Text("\n".join(lines), style="cyan", no_wrap=True) if lines else None


def _table(answer: Answer) -> Grid | None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as Grid
    from rich.text import Text

    if answer.table.num_rows == 0 or answer.table.num_columns == 0:
        return None
    shown = answer.table.slice(0, ROWS_SHOWN)
    grid = Grid(box=SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for name, field in zip(unique_names(shown.column_names), shown.schema, strict=True):
        right = _is_number(str(field.type))
        heading = Text(safe_text(label_of(name, output_language())))
        grid.add_column(heading, justify="right" if right else "left", max_width=CELL_WIDTH)
    for row in zip(*text_columns(shown), strict=True):
        grid.add_row(*(Text(cell) for cell in row))
    return grid


def _receipt(answer: Answer) -> str:
    if answer.receipt is None or answer.receipt.file is None:
        return ""
    path = answer.receipt.file
    shown = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
    command = f"answerable verify {shlex.quote(str(shown))}"
    return _say(msg("terminal.receipt", path=str(shown), command=command))


def _is_number(arrow_type: str) -> bool:
    return arrow_type.startswith(("int", "uint", "float", "double", "decimal", "half"))


def _footer(answer: Answer) -> Text | None:
    hidden = answer.table.num_rows - ROWS_SHOWN
    if hidden <= 0:
        return None
    return _styled(_say(msg("terminal.more_rows", rows=hidden)), "dim")


def _computed(answer: Answer) -> Iterator[Text]:
    provenance = answer.provenance
    for caveat in provenance.caveats:
        yield _styled(f"! {caveat}", "yellow")
    for assumption in provenance.assumptions:
        yield _styled(f"- {assumption}", "dim")
    for entry in provenance.applied:
        used = msg("terminal.applied", kind=entry.kind.replace("_", " "), name=entry.name)
        yield _styled(f"- {_say(used)}", "dim")
    if provenance.freshness:
        yield _styled(f"- {provenance.freshness}", "dim")
    if provenance.model_note:
        yield _styled(f"- {provenance.model_note}", "dim")
    yield _styled(f"{_origin(provenance)} {_trust(answer)}", "dim")
    for suggestion in answer.suggestions:
        yield _styled(_say(msg("terminal.next", question=suggestion)), "green")


def _origin(provenance: Provenance) -> str:
    tables = ", ".join(provenance.tables) or _say(msg("terminal.no_table"))
    took = provenance.elapsed_ms
    return _say(msg("terminal.origin", tables=tables, source=provenance.source, milliseconds=took))


def _trust(answer: Answer) -> str:
    return " ".join((_say(msg("terminal.trust", level=_LEVELS[answer.trust.level])), *answer.trust.reasons))


def _say(message: CodedMessage) -> str:
    return message.render(output_language())
