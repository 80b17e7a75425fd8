"""A profile as the terminal shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerable.answers import safe_text, to_text

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table as Grid

    from answerable.agent import ColumnProfile, Profile, TableProfile

__all__ = ["draw_profile"]

MOST_VALUES = 4
LONGEST_CELL = 40


def draw_profile(profile: Profile, console: Console) -> None:
    from rich.text import Text

    heading = f"{safe_text(profile.source)}: {len(profile.tables)} tables ({profile.dialect})"
    console.print(Text(heading, style="bold"))
    for table in profile.tables:
        console.print()
        console.print(Text(_heading(table), style="bold cyan"))
        for key in table.foreign_keys:
            console.print(Text(f"  {safe_text(key)}", style="dim"))
        if table.problem:
            console.print(Text(f"  Not measured: {safe_text(table.problem)}", style="yellow"))
        console.print(_grid(table))


def _heading(table: TableProfile) -> str:
    kind = "view" if table.is_view else "table"
    rows = f"{table.rows:,} rows" if table.rows is not None else "rows not known"
    key = f", key {', '.join(table.primary_key)}" if table.primary_key else ""
    return safe_text(f"{table.name} ({kind}, {rows}{key})")


def _grid(table: TableProfile) -> Grid:
    from rich.box import SIMPLE
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid(box=SIMPLE, show_edge=False, pad_edge=False)
    for heading in ("column", "type", "filled", "distinct", "least", "greatest", "most frequent"):
        grid.add_column(heading, justify="right" if heading in ("filled", "distinct") else "left")
    for column in table.columns:
        grid.add_row(*(Text(cell) for cell in _cells(column, table.rows)))
    return grid


def _cells(column: ColumnProfile, rows: int | None) -> tuple[str, ...]:
    filled = f"{column.present / rows:.0%}" if rows and column.present is not None else ""
    distinct = f"{column.distinct:,}" if column.distinct is not None else ""
    values = ", ".join(column.common_values[:MOST_VALUES])
    cells = (column.name, column.data_type, filled, distinct, _end(column.minimum), _end(column.maximum), values)
    return tuple(_cut(safe_text(cell)) for cell in cells)


def _end(value: object) -> str:
    return "" if value is None else to_text(value)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_CELL else f"{text[: LONGEST_CELL - 1]}…"
