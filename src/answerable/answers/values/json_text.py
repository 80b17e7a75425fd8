"""JSON (RFC 8259) that keeps every digit.

`json` writes Decimal not at all and NaN as a word no other reader knows. What is written here is always valid, and safe
to print: control characters and text-direction overrides are escaped, which JSON allows and readers undo.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date, time, timedelta
from decimal import Decimal
from enum import Enum
from typing import Any
from uuid import UUID

from answerable.answers.values.temporal import duration_text, temporal_text
from answerable.answers.values.typed_cells import unique_names

__all__ = ["dumps", "to_json"]

_UNSAFE_TO_PRINT = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
_PLAIN_EXPONENT = 60
_WORDS = {None: "null", True: "true", False: "false"}
_AS_THEY_ARE = frozenset({str, bool, int, type(None)})
_encoded = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def to_json(value: Any) -> Any:
    """The value as JSON has it: None, bool, int, float, Decimal, str, list or dict. Decimal is for `dumps` to write."""
    if type(value) in _AS_THEY_ARE:
        return value
    if isinstance(value, (dict, list)):
        return _nested(value)
    if isinstance(value, str):
        return str(value) if isinstance(value, Enum) else value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else _not_finite(value)
    if isinstance(value, Decimal):
        return value if value.is_finite() else _not_finite(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return "0x" + bytes(value).hex()
    if isinstance(value, (date, time, timedelta)):
        return temporal_text(value)
    return _nested(value)


def _not_finite(value: float | Decimal) -> str:
    if value.is_nan() if isinstance(value, Decimal) else math.isnan(value):
        return "NaN"
    return "Infinity" if value > 0 else "-Infinity"


def _nested(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(zip(_names(value), map(to_json, value.values()), strict=True))
    if _is_interval(value):
        return duration_text(months=value.months, days=value.days, nanoseconds=value.nanoseconds)
    if isinstance(value, Sequence):
        return [to_json(item) for item in value]
    if isinstance(value, (set, frozenset)):
        return sorted((to_json(item) for item in value), key=dumps)
    if isinstance(value, UUID):
        return str(value)
    raise TypeError(f"{type(value).__name__} has no form in JSON.")


def _names(value: Mapping[Any, Any]) -> Iterable[str]:
    if {*map(type, value)} <= {str} and "" not in value:
        return value
    return unique_names([name if isinstance(name, str) else dumps(name) for name in value])


def _is_interval(value: Any) -> bool:
    """Arrow's MonthDayNano, known by its fields so that Arrow need not be loaded to write JSON."""
    return isinstance(value, tuple) and hasattr(value, "months") and hasattr(value, "nanoseconds")


def dumps(obj: Any, *, indent: int | None = None) -> str:
    """The object as JSON text. `indent` puts each member on its own line."""
    value = to_json(obj)
    if indent is None:
        with suppress(TypeError):  # it holds a Decimal, which `json` cannot write
            return _text(value)
    return _written(value, indent)


def _written(value: Any, indent: int | None) -> str:
    written: list[str] = []
    _write(value, written, None if indent is None else " " * indent, "\n")
    return "".join(written)


def _write(value: Any, written: list[str], indent: str | None, line: str) -> None:
    if isinstance(value, dict):
        members = [(_text(name) + ": ", item) for name, item in value.items()]
        _write_members("{}", members, written, indent, line)
    elif isinstance(value, list):
        _write_members("[]", [("", item) for item in value], written, indent, line)
    else:
        written.append(_scalar(value))


def _write_members(
    brackets: str, members: list[tuple[str, Any]], written: list[str], indent: str | None, line: str
) -> None:
    """`line` is the line end with the indent of what surrounds; it stays unused where all goes on one line."""
    inner = "" if indent is None else line + indent
    comma = ", " if indent is None else "," + inner
    written.append(brackets[0] + (inner if members else ""))
    for position, (head, item) in enumerate(members):
        written.append(comma + head if position else head)
        _write(item, written, indent, inner)
    written.append((line if members and indent is not None else "") + brackets[1])


def _scalar(value: Any) -> str:
    if isinstance(value, str):
        return _text(value)
    if value is None or isinstance(value, bool):
        return _WORDS[value]
    if isinstance(value, Decimal):
        return f"{value:f}" if abs(value.adjusted()) < _PLAIN_EXPONENT else str(value)
    return repr(value)


def _text(value: Any) -> str:
    """What is unsafe to print can only stand inside of strings, where it may be escaped."""
    text = _encoded(value)
    if text.isprintable():
        return text
    return _UNSAFE_TO_PRINT.sub(lambda match: f"\\u{ord(match.group()):04x}", text)
