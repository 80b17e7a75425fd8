"""Whether a line is written exactly as an entry is, told without parsing most of them.

The hash covers the bytes of `event_data` as they stand in the line, and every reader must read the same from them. So a
line has one spelling: fields in order, keys sorted, one way to write each string and number. Parsing and writing each
line again would settle it, at several times the cost of hashing; but lines of a log are alike. The first line of a kind
is settled that way and becomes a pattern: the same keys, with any canonical value at each leaf. What a pattern matches
is canonical too; what none matches is parsed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from answerable.audit.entry import Entry

__all__ = ["FIELDS", "Lines", "NotCanonical"]

FIELDS: tuple[str, ...] = tuple(Entry.__slots__)
Groups = tuple[bytes, bytes, bytes, bytes, bytes, bytes]
"""Sequence number, parent hash, timestamp, event type, event data and hash, as they stand in the line."""

_SHAPES_A_TYPE = 12
_LONGEST_PATTERN = 6_000
_DEEPEST = 12

_ESCAPE = (
    rb'\\(?:["\\bfnrt]|u(?:00(?:0[0-7bef]|1[0-9a-f]|7f|[89a-f][0-9a-f])|0[1-9a-f][0-9a-f]{2}|[1-9a-f][0-9a-f]{3}))'
)
_TEXT = rb"[ !#-\[\]-~]*+(?:" + _ESCAPE + rb"[ !#-\[\]-~]*+)*+"
_STRING = rb'"' + _TEXT + rb'"'
_WHOLE = rb"(?:0|-?[1-9][0-9]{0,17})(?![0-9.eE])"
_SHORT_DECIMAL = (
    rb"-?(?:[1-9][0-9]{0,8}\.(?:[0-9]{0,5}[1-9]|0)|0\.(?:0{0,3}[1-9](?:[0-9]{0,4}[1-9])?|0))(?![0-9.eE])"
)
"""At most 15 digits and no exponent: such a number has no other spelling. Longer ones are parsed."""
_SCALAR = rb"(?:" + rb"|".join((_STRING, _WHOLE, _SHORT_DECIMAL, rb"true|false|null")) + rb")"
_LEAF = rb"(?:" + _SCALAR + rb"|\[(?:" + _SCALAR + rb"(?:, " + _SCALAR + rb")*+)?\])"

_HEAD = (
    rb'\{"entry_id": (?P<entry_id>' + _STRING + rb'), "request_id": (?P<request_id>' + _STRING + rb"), "
    rb'"sequence_number": (?P<sequence_number>[1-9][0-9]{0,17}), "parent_hash": "(?P<parent>[0-9a-f]{64})", '
    rb'"timestamp": "(?P<time>[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}\+00:00)", '
    rb'"event_type": "(?P<type>[a-z_]{1,64})", "event_data": (?P<data>'
)
_HASH = rb', "hash": "(?P<hash>[0-9a-f]{64})"\}'
_LAYOUT = re.compile(_HEAD + rb'\{.*\}), "actor": ' + _STRING + _HASH, re.DOTALL)
_TAIL = rb'), "actor": (?P=covered)' + _HASH
_GROUPS = ("sequence_number", "parent", "time", "type", "data", "hash")

_TYPE = b', "event_type": "'
_REPEATED = ("entry_id", "request_id", "sequence_number", "actor")
_REQUIRED = frozenset(_REPEATED[1:])
"""Entries of the first logs do not repeat their id."""

Match = Callable[[bytes], re.Match[bytes] | None]


class NotCanonical(ValueError):
    """The line is not as an entry is written; the message says what is wrong with it in plain words."""


class Lines:
    """Reads lines (without their line end), and learns from each kind the first time it is met."""

    def __init__(self) -> None:
        self._shapes: dict[bytes, list[Match]] = {}

    def read(self, line: bytes) -> Groups:
        """Raises NotCanonical."""
        start = line.find(_TYPE) + 17
        for match in self._shapes.get(line[start : line.find(b'"', start)], ()):
            if found := match(line):
                return found.group(*_GROUPS)  # type: ignore[return-value]
        return self._parsed(line)

    def _parsed(self, line: bytes) -> Groups:
        fields = _object(line)
        _check_fields(fields)
        found = _LAYOUT.fullmatch(line)
        if found is None:
            raise NotCanonical("its fields are not written as an entry's are")
        covered, is_sorted = _covered(fields, line)
        shapes = self._shapes.setdefault(found["type"], [])
        if is_sorted and len(shapes) < _SHAPES_A_TYPE and (shape := _shape(fields["event_data"])):
            shapes.append(shape)
        number, parent, time, event_type, _, claimed = found.group(*_GROUPS)
        return number, parent, time, event_type, covered, claimed


def _covered(fields: dict[str, Any], line: bytes) -> tuple[bytes, bool]:
    """What the entry's hash covers of event_data, and whether the line has it in the same order."""
    try:
        data = json.dumps(fields["event_data"], sort_keys=True)
        if _written(fields, data) == line:
            return data.encode(), True
        if "entry_id" not in fields["event_data"] and json.dumps(fields).encode() == line:
            return data.encode(), False  # the first logs had their keys in the order of making
    except RecursionError:
        raise NotCanonical("it is nested too deeply") from None
    raise NotCanonical("it is not spelled the way an entry is written")


def _written(fields: dict[str, Any], data: str) -> bytes:
    pairs = (f'"{name}": {data if name == "event_data" else json.dumps(fields[name])}' for name in FIELDS)
    return f"{{{', '.join(pairs)}}}".encode()


def _object(line: bytes) -> dict[str, Any]:
    try:
        fields = json.loads(line.decode("ascii"))
    except UnicodeDecodeError:
        raise NotCanonical("it holds bytes that are not ASCII") from None
    except RecursionError:
        raise NotCanonical("it is nested too deeply") from None
    except ValueError:
        raise NotCanonical("it is not a JSON object") from None
    if not isinstance(fields, dict):
        raise NotCanonical("it is not a JSON object")
    return fields


def _check_fields(fields: dict[str, Any]) -> None:
    for name in FIELDS:
        if name not in fields:
            raise NotCanonical(f"it has no field '{name}'")
        if not isinstance(fields[name], _TYPES[name]) or isinstance(fields[name], bool):
            raise NotCanonical(f"its field '{name}' is not {_TYPE_NAMES[_TYPES[name]]}")
    if len(fields) > len(FIELDS):
        raise NotCanonical("it has a field that entries do not have")
    if tuple(fields) != FIELDS:
        raise NotCanonical("its fields are not in order")
    data = fields["event_data"]
    for name in _REPEATED:
        if name in data and (data[name] != fields[name] or type(data[name]) is not type(fields[name])):
            raise NotCanonical(f"its field '{name}' is not the one its hash covers")
    if missing := _REQUIRED - data.keys():
        raise NotCanonical(f"its event_data does not repeat '{min(missing)}'")


_TYPES: dict[str, type] = {name: str for name in FIELDS} | {"sequence_number": int, "event_data": dict}
_TYPE_NAMES = {str: "text", int: "a whole number", dict: "an object"}


def _shape(data: dict[str, Any]) -> Match | None:
    """The pattern of lines that hold the same keys in event_data; None where it would be too long."""
    try:
        pattern = _HEAD + _object_pattern(data, 0) + _TAIL
    except _Unlike:
        return None
    return re.compile(pattern).fullmatch if len(pattern) <= _LONGEST_PATTERN else None


class _Unlike(Exception):
    """The items of a list differ in kind: lines like this one are too various for a pattern."""


def _object_pattern(data: dict[str, Any], depth: int) -> bytes:
    return rb"\{" + b", ".join(_pair_pattern(key, data[key], depth) for key in sorted(data)) + rb"\}"


def _pair_pattern(key: str, value: Any, depth: int) -> bytes:
    name = re.escape(json.dumps(key).encode()) + b": "
    if depth > 0 or key not in _REPEATED:
        return name + _pattern(value, depth + 1)
    if key == "actor":  # it comes after event_data in the line
        return name + b"(?P<covered>" + _STRING + b")"
    return name + b"(?P=" + key.encode() + b")"


def _pattern(value: Any, depth: int) -> bytes:
    if depth > _DEEPEST:
        raise _Unlike
    if isinstance(value, dict):
        return _object_pattern(value, depth)
    if isinstance(value, list) and any(isinstance(item, dict | list) for item in value):
        return _list_pattern(value, depth)
    return _LEAF


def _list_pattern(items: list[Any], depth: int) -> bytes:
    first, *others = {_pattern(item, depth + 1) for item in items}
    if others:
        raise _Unlike
    return rb"\[" + first + rb"(?:, " + first + rb")*+\]"
