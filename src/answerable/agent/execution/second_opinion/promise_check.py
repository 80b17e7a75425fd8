"""The columns of a result held against those the guard promised: their number, their names, and the types it knew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerable.guard.parse.type_families import Family
from answerable.guard.resolve.identifiers import fold_column
from answerable.kernel.errors import Refused

if TYPE_CHECKING:
    import pyarrow as pa

    from answerable.guard import Verdict
    from answerable.guard.verdict import PromisedColumn

__all__ = ["BrokenPromise", "demand_promised_columns"]

_COMPARED = 60
"""Characters of a name that are compared: engines cut long ones, and number those that occur twice."""
_TEXT_OF: dict[str, str] = {
    Family.NUMBER: r"^\s*[+-]?(([\d.,\s]*\d[\d.,\s]*(e[+-]?\d+)?)|inf|infinity|nan)\s*$",
    Family.DATE: r"^\s*[+-]?(\d|inf)",
    Family.BOOLEAN: r"^\s*([tfyn01]|on|off)",
}
"""How a text of the family looks. SQLite keeps any text in any column, and very large numbers arrive as text: so a
column of texts is another one only where none of them reads as promised."""


class BrokenPromise(Refused):
    """Tells what was promised and never what came: names and cells may be values that nobody may see."""

    def __init__(self, what: str) -> None:
        super().__init__(
            f"{what}, so it is not shown.",
            hint="The database has probably changed since its schema was read; ask again in a minute.",
        )


def demand_promised_columns(table: pa.Table, verdict: Verdict) -> None:
    """Raises BrokenPromise. Nothing is demanded where nothing was promised."""
    promise = verdict.promise
    if promise is None:
        return
    if len(promise) != table.num_columns:
        raise BrokenPromise(f"The result has {table.num_columns} columns where the guard expected {len(promise)}")
    for number, column in enumerate(promise, 1):
        _demand(table, number, column, verdict.dialect)


def _demand(table: pa.Table, number: int, promised: PromisedColumn, dialect: str) -> None:
    actual = table.column_names[number - 1]
    if not fold_column(actual, dialect).startswith(promised.name[:_COMPARED]):
        raise BrokenPromise(f"Column {number} of the result is not '{promised.name}', which the guard expected")
    if promised.family and not _is_of(table.column(number - 1), promised.family, dialect):
        raise BrokenPromise(f"Column {number} of the result holds no {promised.family}s, which the guard expected")


def _is_of(column: pa.ChunkedArray, family: str, dialect: str) -> bool:
    """A column of nothing but NULLs is of any family."""
    import pyarrow as pa

    kind = column.type
    is_text = pa.types.is_string(kind) or pa.types.is_large_string(kind)
    if column.null_count == len(column) or pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
        return True
    if family == Family.TEXT:
        return not _is_number(kind) and not pa.types.is_temporal(kind) and not pa.types.is_boolean(kind)
    if is_text:
        return _reads_as(column, family)
    if family == Family.DATE:
        return pa.types.is_temporal(kind) or dialect == "sqlite"
    return not pa.types.is_temporal(kind)


def _is_number(kind: pa.DataType) -> bool:
    import pyarrow as pa

    return bool(pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_decimal(kind))


def _reads_as(column: pa.ChunkedArray, family: str) -> bool:
    import pyarrow.compute as pc

    return bool(pc.any(pc.match_substring_regex(column, _TEXT_OF[family], ignore_case=True)).as_py())
