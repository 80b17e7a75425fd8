"""A result as a file: CSV for anybody, Parquet for programs, XLSX for spreadsheets."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Callable
from datetime import date, datetime, time
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from answerable.answers import dumps, to_csv, to_json
from answerable.answers.values import column_values
from answerable.kernel.errors import AskerError, MissingExtra
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["FORMATS", "as_csv", "as_file", "as_parquet", "as_xlsx"]

_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_EXACT_DIGITS = 15
"""A spreadsheet keeps no more of a number; what has more is written as text."""
_CELL_CHARACTERS = 32_767
_FIRST_YEAR = 1900


def as_csv(table: pa.Table) -> bytes:
    text = io.StringIO(newline="")
    to_csv(table, text)
    return text.getvalue().encode("utf-8", "backslashreplace")


def as_parquet(table: pa.Table) -> bytes:
    import pyarrow.parquet as parquet

    sink = io.BytesIO()
    parquet.write_table(_storable(table), sink, compression="zstd")
    return sink.getvalue()


def as_xlsx(table: pa.Table) -> bytes:
    """Text stays text, whatever a spreadsheet would take it for."""
    try:
        from openpyxl import Workbook
    except ImportError:
        raise MissingExtra(
            msg("conversations.xlsx_needs_openpyxl"), hint=msg("conversations.pip_install_or_csv")
        ) from None
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Result")
    columns = [column_values(column) for column in table.columns]
    sheet.append([_cell(sheet, name) for name in table.column_names])
    for row in zip(*columns, strict=True):
        sheet.append([_cell(sheet, value) for value in row])
    sink = io.BytesIO()
    book.save(sink)
    return sink.getvalue()


FORMATS: dict[str, tuple[Callable[[pa.Table], bytes], str]] = {
    "csv": (as_csv, "text/csv; charset=utf-8"),
    "parquet": (as_parquet, "application/vnd.apache.parquet"),
    "xlsx": (as_xlsx, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
}
"""Name → how it is written, and its media type."""


def as_file(table: pa.Table, kind: str) -> tuple[bytes, str]:
    if kind not in FORMATS:
        raise AskerError(
            msg("conversations.no_such_format", kind=kind), hint=msg("common.choose_one_of", choices=", ".join(FORMATS))
        )
    write, media_type = FORMATS[kind]
    return write(table), media_type


def _storable(table: pa.Table) -> pa.Table:
    """Parquet has no intervals of months and days; they become their ISO 8601 text."""
    import pyarrow as pa
    import pyarrow.types as kinds

    for place, column in enumerate(table.columns):
        if kinds.is_interval(column.type):
            texts = pa.array([to_json(value) for value in column_values(column)], pa.string())
            table = table.set_column(place, table.column_names[place], texts)
    return table


def _cell(sheet: Any, value: Any) -> Any:
    from openpyxl.cell import WriteOnlyCell

    cell = WriteOnlyCell(sheet, value=_value(value))
    if isinstance(cell.value, str):
        cell.data_type = "s"
    return cell


def _value(value: Any) -> Any:
    """What a spreadsheet can hold, else its text."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, (int, float, Decimal)) and _is_exact(value):
        return value
    if _is_clock(value):
        return value
    plain = to_json(value)
    text = plain if isinstance(plain, str) else dumps(plain)
    return _NOT_IN_XML.sub("�", text)[:_CELL_CHARACTERS]


def _is_exact(number: int | float | Decimal) -> bool:
    if isinstance(number, float):
        return math.isfinite(number)
    written = Decimal(number)
    return written.is_finite() and len(written.normalize().as_tuple().digits) <= _EXACT_DIGITS


def _is_clock(value: Any) -> bool:
    if isinstance(value, datetime):
        return value.tzinfo is None and value.year > _FIRST_YEAR
    if isinstance(value, date):
        return value.year > _FIRST_YEAR
    return isinstance(value, time) and value.tzinfo is None
