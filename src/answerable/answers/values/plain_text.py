"""Cells as a terminal may show them: readable, and unable to speak to the terminal."""

from __future__ import annotations

import unicodedata
from datetime import date, datetime, time
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, Any

from answerable.answers.values.json_text import dumps, to_json
from answerable.answers.values.number_text import NumberStyle, number_style
from answerable.answers.values.typed_cells import column_values

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["NULL_TEXT", "safe_text", "text_columns", "to_text"]

NULL_TEXT = "∅"
_LONGEST_BYTES = 16
_NAMED_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_JOINERS = "\u200c\u200d"
"""Zero-width joiners: emoji families and Persian spelling need them, and they move nothing else."""
_VISIBLE_FORMATS = "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u08e2"
"""Arabic and Syriac number signs: counted as format characters, yet drawn."""


def to_text(value: Any, style: NumberStyle | None = None) -> str:
    """One line of plain text for any value. `style` is the column's; without it a number is grouped as a measure."""
    if value is None:
        return NULL_TEXT
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float, Decimal)):
        return (style or NumberStyle()).text(value)
    if isinstance(value, str):
        return safe_text(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return _bytes_text(bytes(value))
    if isinstance(value, (date, time)):
        return _temporal_text(value)
    plain = to_json(value)
    return safe_text(plain if isinstance(plain, str) else dumps(plain))


def text_columns(table: pa.Table) -> list[list[str]]:
    """Every column as texts, each formatted alike: what a terminal table prints."""
    shown = []
    for name, column in zip(table.column_names, table.columns, strict=True):
        values = column_values(column)
        shown.append(list(map(partial(to_text, style=number_style(name, values)), values)))
    return shown


def safe_text(text: str) -> str:
    """The text on one line, with everything a terminal would obey shown as an escape: `\\x1b`, `\\u202e`."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_safe_character, text))


def _safe_character(character: str) -> str:
    if character.isprintable() or character in _JOINERS or character in _VISIBLE_FORMATS:
        return character
    if character in _NAMED_ESCAPES:
        return _NAMED_ESCAPES[character]
    if unicodedata.category(character) in ("Zs", "Co", "Cn"):
        return character
    return _escape(ord(character))


def _escape(point: int) -> str:
    if point < 0x100:
        return f"\\x{point:02x}"
    return f"\\u{point:04x}" if point < 0x10000 else f"\\U{point:08x}"


def _bytes_text(value: bytes) -> str:
    if len(value) <= _LONGEST_BYTES:
        return "0x" + value.hex()
    return f"0x{value[:_LONGEST_BYTES].hex()}… ({len(value):,} bytes)"


def _temporal_text(value: date | time) -> str:
    return value.isoformat(" ") if isinstance(value, datetime) else value.isoformat()
