"""How lines of one kind look: a pattern of the same keys, with any value at each leaf that has the one right spelling.

Made from a line that was parsed and found good. What it matches is spelled as an entry is, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, Protocol, cast

__all__ = ["REPEATED", "Found", "Match", "Read", "layout", "shape_of"]

Read = tuple[bytes, bytes, bytes, bytes, bytes]
"""Of a line: its place (as `PLACE` writes it), time, event type, what the hash covers of event_data, and the hash. The
parent hash in the place and the hash are any 64 bytes until they are compared with what they must be."""


class Found(Protocol):
    """What a line says, by the numbers of the groups of a shape."""

    def group(self, *numbers: int) -> Read: ...


Match = Callable[[bytes], Found | None]
REPEATED = ("entry_id", "request_id", "sequence_number", "actor")
"""Fields that event_data has, too."""

_LONGEST_PATTERN = 20_000
_DEEPEST = 12

_ESCAPE = (
    rb'\\(?:["\\bfnrt]|u(?:00(?:0[0-7bef]|1[0-9a-f]|7f|[89a-f][0-9a-f])|0[1-9a-f][0-9a-f]{2}|[1-9a-f][0-9a-f]{3}))'
)
_TEXT = rb"[ !#-\[\]-~]*+(?:" + _ESCAPE + rb"[ !#-\[\]-~]*+)*+"
_STRING = rb'"' + _TEXT + rb'"'
_WHOLE = rb"(?:0|-?[1-9][0-9]{0,17})(?![0-9.eE])"
_SHORT_DECIMAL = rb"-?(?:[1-9][0-9]{0,8}\.(?:[0-9]{0,5}[1-9]|0)|0\.(?:0{0,3}[1-9](?:[0-9]{0,4}[1-9])?|0))(?![0-9.eE])"
"""At most 15 digits and no exponent: such a number has no other spelling."""
_NUMBER = rb"(?:" + _WHOLE + rb"|" + _SHORT_DECIMAL + rb")"
_DECIMAL = rb"(?:" + _NUMBER + rb"|(-?[0-9]{1,17}(?:\.[0-9]{1,20})?(?:e[+-][0-9]{2,3})?))"
"""Of the longer ones the text is a group, to be compared with how Python writes the number. Not within a list: of a
group that repeats only the last is told."""
_SCALAR = rb"(?:" + rb"|".join((_STRING, _NUMBER, rb"true|false|null")) + rb")"
_LIST = rb"\[(?:" + _SCALAR + rb"(?:, " + _SCALAR + rb")*+)?\]"
_LEAVES: dict[type, bytes] = {str: _STRING, int: _NUMBER, float: _NUMBER, bool: rb"(?:true|false)", list: _LIST}

_HEAD = (
    rb'\{"entry_id": (?P<entry_id>%b), "request_id": (?P<request_id>' + _STRING + rb'), "sequence_number": '
    rb'(?P<place>(?P<sequence_number>[1-9][0-9]{0,17}), "parent_hash": ".{64})", '
    rb'"timestamp": "(?P<time>[0-9T:.+-]{32})", "event_type": "(?P<type>%b)", "event_data": (?P<data>'
)
_TAIL = rb'), "actor": %b, "hash": "(?P<hash>.{64})"\}\n'
_ID = rb'"[0-9a-f-]{36}"'


@cache
def layout() -> re.Pattern[bytes]:
    """Of a line of any kind. Compiled when a line is read: whoever only writes them need not wait for it."""
    return re.compile(_HEAD % (_STRING, rb"[a-z_]{1,64}") + rb"\{.*\}" + _TAIL % _STRING, re.DOTALL)


@cache
def _short_number() -> re.Pattern[bytes]:
    return re.compile(_NUMBER)


def shape_of(event_type: bytes, data: dict[str, Any]) -> Match | None:
    """The pattern of lines that hold the same keys in event_data; None where it would be too long."""
    entry_id = _ID if "entry_id" in data else _STRING
    try:
        pattern = _HEAD % (entry_id, event_type) + _object_pattern(data, 0) + _TAIL % b"(?P=covered)"
    except _Unlike:
        return None
    return _match_of(re.compile(pattern, re.DOTALL)) if len(pattern) <= _LONGEST_PATTERN else None


def _match_of(shape: re.Pattern[bytes]) -> Match:
    """All groups have names but those of decimals."""
    decimals = sorted(set(range(1, shape.groups + 1)) - set(shape.groupindex.values()))
    if not decimals:
        return cast(Match, shape.fullmatch)
    wanted = [shape.groupindex[name] for name in ("place", "time", "type", "data", "hash")]

    def match(line: bytes) -> Found | None:
        found = shape.fullmatch(line)
        if found is None:
            return None
        for number in decimals:
            if not _is_spelled_as_python_does(found[number]):
                return None
        return _Renumbered(cast(Read, found.group(*wanted)))

    return match


class _Renumbered(NamedTuple):
    """Decimals stand between the groups."""

    read: Read

    def group(self, *_numbers: int) -> Read:
        return self.read


def _is_spelled_as_python_does(decimal: bytes | None) -> bool:
    """None where the number is a short one."""
    return decimal is None or repr(float(decimal)).encode() == decimal


class _Unlike(Exception):
    """A list of other lists or objects whose kinds differ, or that hold decimals: too various for a pattern."""


def _object_pattern(data: dict[str, Any], depth: int) -> bytes:
    return rb"\{" + b", ".join(_pair_pattern(key, data[key], depth) for key in sorted(data)) + rb"\}"


def _pair_pattern(key: str, value: Any, depth: int) -> bytes:
    name = re.escape(json.dumps(key).encode()) + b": "
    if depth > 0 or key not in REPEATED:
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
    if isinstance(value, float) and not _short_number().fullmatch(json.dumps(value).encode()):
        return _DECIMAL
    return _LEAVES.get(type(value), _SCALAR)


def _list_pattern(items: list[Any], depth: int) -> bytes:
    first, *others = {_pattern(item, depth + 1) for item in items}
    if others or _DECIMAL in first:
        raise _Unlike
    return rb"\[" + first + rb"(?:, " + first + rb")*+\]"
