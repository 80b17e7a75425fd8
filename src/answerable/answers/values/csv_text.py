"""CSV (RFC 4180) that reads back as it was, and that a spreadsheet will not run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import TYPE_CHECKING, Any, TextIO

from answerable.answers.values.json_text import dumps, to_json
from answerable.answers.values.typed_cells import column_values, unique_names

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["to_csv"]

_QUOTED = re.compile('[",\r\n]|^\\s|\\s$')
_FORMULA = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")
_PLAIN_NUMBER = re.compile(r"[+-]?\d+([.,]\d+)?\Z")
_ROWS_AT_A_TIME = 5_000


def to_csv(table: pa.Table, stream: TextIO, *, guard_formulas: bool = True) -> None:
    """Write the table with a header line. Open the stream with `newline=""`: rows end in CRLF.

    NULL is a field with nothing in it, an empty text is `""`. With `guard_formulas`, text that a spreadsheet would take
    for a formula gets a `'` in front, column names included; turn it off where a program reads the file.
    """
    stream.write(_line(_text_field(name, guard_formulas) for name in unique_names(table.column_names)))
    guarded = [guard_formulas and not _is_clock(kind) for kind in table.schema.types]
    for start in range(0, table.num_rows, _ROWS_AT_A_TIME):
        part = table.slice(start, _ROWS_AT_A_TIME)
        columns = [column_values(column) for column in part.columns]
        stream.writelines(_line(map(_field, row, guarded)) for row in zip(*columns, strict=True))


def _is_clock(kind: pa.DataType) -> bool:
    """True where a text can only be a far date or a duration of ours, whose sign is part of the value."""
    import pyarrow.types as kinds

    return bool(kinds.is_temporal(kind))


def _line(fields: Iterator[str]) -> str:
    return ",".join(fields) + "\r\n"


def _field(value: Any, guard_formulas: bool) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return _text_field(value, guard_formulas)
    plain = to_json(value)
    if isinstance(plain, str):
        return _quote(plain)
    if isinstance(plain, (list, dict)):
        return _quote(dumps(plain))
    return dumps(plain) if isinstance(plain, (bool, Decimal)) else str(plain)


def _text_field(text: str, guard_formulas: bool) -> str:
    if guard_formulas and _FORMULA.match(text) and not _PLAIN_NUMBER.match(text):
        text = "'" + text
    return _quote(text)


def _quote(text: str) -> str:
    if text and not _QUOTED.search(text):
        return text
    return '"' + text.replace('"', '""') + '"'
