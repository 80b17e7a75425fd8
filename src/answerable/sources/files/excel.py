"""Excel workbooks: each sheet that holds something is a table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from answerable.kernel.errors import BadSource
from answerable.kernel.messages import msg
from answerable.sources.files.csv_shape import column_names, is_value
from answerable.sources.files.list_folder import table_name, unique
from answerable.sources.value_spelling import quote_name

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

    from answerable.sources.files.file_limits import FileLimits
    from answerable.sources.files.list_folder import DataFile

__all__ = ["load_excel"]

_Row = Sequence[Any]


def load_excel(
    connection: duckdb.DuckDBPyConnection, file: DataFile, scratch: Path, taken: set[str], limits: FileLimits
) -> None:
    """A single sheet takes the file's name, several take their own."""
    sheets = _sheets(Path(file.path))
    for name, rows in sheets.items():
        limits.demand_columns(Path(file.path).name, len(rows[0]))
        table = file.table if len(sheets) == 1 else unique(table_name(name), taken)
        connection.register("sheet", _arrow(rows))
        connection.execute(f"CREATE OR REPLACE TABLE {quote_name(table)} AS SELECT * FROM sheet")
        connection.unregister("sheet")


def _sheets(path: Path) -> dict[str, list[_Row]]:
    import python_calamine

    try:
        workbook = python_calamine.load_workbook(str(path))
        read = {name: workbook.get_sheet_by_name(name).to_python() for name in workbook.sheet_names}
    except (python_calamine.CalamineError, OSError) as error:
        raise BadSource(
            msg("sources.not_a_workbook", file=path.name, reason=error), hint=msg("sources.check_file")
        ) from None
    filled = {name: [row for row in rows if any(cell != "" for cell in row)] for name, rows in read.items()}
    sheets: dict[str, list[_Row]] = {name: list(rows) for name, rows in filled.items() if rows}
    if not sheets:
        raise BadSource(msg("sources.workbook_empty", file=path.name), hint=msg("sources.give_a_filled_sheet"))
    return sheets


def _arrow(rows: list[_Row]) -> pa.Table:
    import pyarrow as pa

    first = rows[0]
    has_header = all(isinstance(cell, str) and not is_value(cell) for cell in first) and any(first)
    names = column_names([str(cell) for cell in first] if has_header else [""] * len(first))
    body = rows[1:] if has_header else rows
    columns = zip(*body, strict=True) if body else ((),) * len(names)
    return pa.table(dict(zip(names, (_column(cells) for cells in columns), strict=True)))


def _column(cells: Sequence[Any]) -> pa.Array:
    """Whole numbers, dates without a time and so on where all cells are such; text where they differ."""
    import pyarrow as pa

    present = [cell for cell in cells if cell != ""]
    kinds = {type(cell) for cell in present}
    given = [None if cell == "" else cell for cell in cells]
    if kinds == {float} and all(cell.is_integer() and abs(cell) < 2**53 for cell in present):
        return pa.array([None if cell is None else int(cell) for cell in given], pa.int64())
    for wanted, kind in _KINDS:
        if kinds and kinds <= wanted:
            return pa.array(given, kind())
    return pa.array([None if cell is None else _shown(cell) for cell in given], pa.string())


def _shown(cell: Any) -> str:
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return cell.isoformat() if isinstance(cell, date | time) else str(cell)


def _duration() -> pa.DataType:
    import pyarrow as pa

    return pa.duration("us")


def _arrow_kind(name: str, *arguments: str) -> Any:
    def make() -> pa.DataType:
        import pyarrow as pa

        return getattr(pa, name)(*arguments)

    return make


_KINDS: tuple[tuple[set[type], Any], ...] = (
    ({bool}, _arrow_kind("bool_")),
    ({int, float}, _arrow_kind("float64")),
    ({date}, _arrow_kind("date32")),
    ({date, datetime}, _arrow_kind("timestamp", "us")),
    ({time}, _arrow_kind("time64", "us")),
    ({timedelta}, _duration),
)
