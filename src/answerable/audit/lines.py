"""Whether a line is written exactly as an entry is, told without parsing most of them.

The hash covers the bytes of `event_data` as they stand in the line, and every reader must read the same from them. So a
line has one spelling: fields in order, keys sorted, one way to write each string and number. Parsing and writing each
line again would settle it, at several times the cost of hashing; but lines of a log are alike. The first line of a kind
is settled that way and becomes a pattern: the same keys, with any canonical value at each leaf. What a pattern matches
is canonical too; what none matches is parsed.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from answerable.audit.entry import Entry
from answerable.audit.events import EventType

__all__ = ["FIELDS", "PLACE", "TYPES", "Lines", "NotCanonical", "Read", "hash_of"]

FIELDS: tuple[str, ...] = Entry._fields
Read = tuple[bytes, bytes, bytes, bytes, bytes]
"""Of a line: its place (as `PLACE` writes it), time, event type, what the hash covers of event_data, and the hash. The
parent hash in the place and the hash are any 64 bytes until they are compared with what they must be."""
PLACE = b'%d, "parent_hash": "%b'

_WORTH_LEARNING = 200
"""Lines of a type parsed before one is made a pattern: to compile it costs as much."""
_MOST_TYPES = 100
_MOST_SHAPES = 12
"""For each type."""
_LONGEST_PATTERN = 20_000
_DEEPEST = 12

_ESCAPE = (
    rb'\\(?:["\\bfnrt]|u(?:00(?:0[0-7bef]|1[0-9a-f]|7f|[89a-f][0-9a-f])|0[1-9a-f][0-9a-f]{2}|[1-9a-f][0-9a-f]{3}))'
)
_TEXT = rb"[ !#-\[\]-~]*+(?:" + _ESCAPE + rb"[ !#-\[\]-~]*+)*+"
_STRING = rb'"' + _TEXT + rb'"'
_WHOLE = rb"(?:0|-?[1-9][0-9]{0,17})(?![0-9.eE])"
_SHORT_DECIMAL = rb"-?(?:[1-9][0-9]{0,8}\.(?:[0-9]{0,5}[1-9]|0)|0\.(?:0{0,3}[1-9](?:[0-9]{0,4}[1-9])?|0))(?![0-9.eE])"
"""At most 15 digits and no exponent: such a number has no other spelling. Longer ones are parsed."""
_NUMBER = rb"(?:" + _WHOLE + rb"|" + _SHORT_DECIMAL + rb")"
_SCALAR = rb"(?:" + rb"|".join((_STRING, _NUMBER, rb"true|false|null")) + rb")"
_LIST = rb"\[(?:" + _SCALAR + rb"(?:, " + _SCALAR + rb")*+)?\]"
_LEAVES: dict[type, bytes] = {str: _STRING, int: _NUMBER, float: _NUMBER, bool: rb"(?:true|false)", list: _LIST}

_HEAD = (
    rb'\{"entry_id": (?P<entry_id>%b), "request_id": (?P<request_id>' + _STRING + rb'), "sequence_number": '
    rb'(?P<place>(?P<sequence_number>[1-9][0-9]{0,17}), "parent_hash": ".{64})", '
    rb'"timestamp": "(?P<time>[0-9T:.+-]{32})", "event_type": "(?P<type>%b)", "event_data": (?P<data>'
)
_TAIL = rb'), "actor": %b, "hash": "(?P<hash>.{64})"\}\n'
_LAYOUT = re.compile(_HEAD % (_STRING, rb"[a-z_]{1,64}") + rb"\{.*\}" + _TAIL % _STRING, re.DOTALL)
_ID = rb'"[0-9a-f-]{36}"'

_MISMATCH = EventType.CHECKPOINT_MISMATCH.encode()
_TYPE = b', "event_type": "'
_REPEATED = ("entry_id", "request_id", "sequence_number", "actor")
_REQUIRED = frozenset(_REPEATED[1:])
"""Entries of the first logs do not repeat their id."""

_Match = Callable[[bytes], re.Match[bytes] | None]
_KEY = 12
"""Bytes from the event type on that choose among the shapes; they need not tell all types apart."""


class NotCanonical(ValueError):
    """The line is not as an entry is written; the message says what is wrong with it in plain words."""


def hash_of(read: Read) -> tuple[bytes, bytes]:
    """The hash a line claims, and the one that its content has."""
    place, time, event_type, data, claimed = read
    return claimed, hashlib.sha256(place[-64:] + time + event_type + data).hexdigest().encode()


class Lines:
    """Reads lines (with their line end), and learns from each kind the first time it is met."""

    def __init__(self) -> None:
        self.mismatches = 0
        """Entries that say that the log was not the one that was signed for."""
        self._shapes: dict[bytes, list[_Match]] = {}
        self._matches: dict[bytes, _Match] = {}
        """By the same keys: whichever of the shapes it is."""
        self._parsed_of: Counter[bytes] = Counter()
        self._key = slice(0)
        """Where the last line had what chooses among the shapes: most likely the next one has it there, too."""

    def read(self, lines: Iterable[bytes]) -> Iterator[Read]:
        """Raises NotCanonical at the first line that is not as an entry is written."""
        match_for, key = self._matches.get, self._key
        for line in lines:
            match = match_for(line[key])
            if match is None:
                self._key = key = _key_of(line)
                match = match_for(line[key], _unknown)
            if found := match(line):
                # place, time, type, data, hash: numbers are faster than names
                yield found.group(3, 5, 6, 7, 9)  # type: ignore[misc]
            else:
                yield self._parsed(line)

    def unread(self, entries: Iterable[Read]) -> None:
        """What was read after a line turned out to be bad: nothing that it says counts."""
        self.mismatches -= sum(event_type == _MISMATCH for _, _, event_type, _, _ in entries)

    def _parsed(self, line: bytes) -> Read:
        fields = _object(line)
        _check_fields(fields)
        found = _LAYOUT.fullmatch(line)
        if found is None:
            raise NotCanonical("its fields are not written as an entry's are")
        covered, is_sorted = _covered(fields, line)
        if found["type"] == _MISMATCH:
            self.mismatches += 1
        elif is_sorted and len(self._parsed_of) < _MOST_TYPES:
            self._learn(line, found["type"], fields["event_data"])
        return found["place"], found["time"], found["type"], covered, found["hash"]

    def _learn(self, line: bytes, event_type: bytes, data: dict[str, Any]) -> None:
        self._parsed_of[event_type] += 1
        if self._parsed_of[event_type] % _WORTH_LEARNING:
            return
        key = line[_key_of(line)]
        shapes = self._shapes.setdefault(key, [])
        if len(shapes) < _MOST_SHAPES and (match := _shape(event_type, data)):
            shapes.append(match)
            self._matches[key] = match if len(shapes) == 1 else _any_of(shapes)


def _unknown(line: bytes) -> None:
    """Stands for the shapes of a type of which none was learned yet."""


def _any_of(shapes: list[_Match]) -> _Match:
    def match(line: bytes) -> re.Match[bytes] | None:
        for shape in shapes:
            if found := shape(line):
                return found
        return None

    return match


def _key_of(line: bytes) -> slice:
    start = line.find(_TYPE) + len(_TYPE)
    return slice(start, start + _KEY)


def _covered(fields: dict[str, Any], line: bytes) -> tuple[bytes, bool]:
    """What the entry's hash covers of event_data, and whether the line has it in the same order."""
    try:
        data = json.dumps(fields["event_data"], sort_keys=True).encode()
        if Entry(**fields).line() == line:
            return data, True
        if "entry_id" not in fields["event_data"] and json.dumps(fields).encode() + b"\n" == line:
            return data, False  # the first logs had their keys in the order of making
    except RecursionError:
        raise NotCanonical("it is nested too deeply") from None
    raise NotCanonical("it is not spelled the way an entry is written")


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
        if not isinstance(fields[name], TYPES[name]) or isinstance(fields[name], bool):
            raise NotCanonical(f"its field '{name}' is not {_TYPE_NAMES[TYPES[name]]}")
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


TYPES: dict[str, type] = dict.fromkeys(FIELDS, str) | {"sequence_number": int, "event_data": dict}
_TYPE_NAMES = {str: "text", int: "a whole number", dict: "an object"}


def _shape(event_type: bytes, data: dict[str, Any]) -> _Match | None:
    """The pattern of lines that hold the same keys in event_data; None where it would be too long."""
    entry_id = _ID if "entry_id" in data else _STRING
    try:
        pattern = _HEAD % (entry_id, event_type) + _object_pattern(data, 0) + _TAIL % b"(?P=covered)"
    except _Unlike:
        return None
    return re.compile(pattern, re.DOTALL).fullmatch if len(pattern) <= _LONGEST_PATTERN else None


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
    return _LEAVES.get(type(value), _SCALAR)


def _list_pattern(items: list[Any], depth: int) -> bytes:
    first, *others = {_pattern(item, depth + 1) for item in items}
    if others:
        raise _Unlike
    return rb"\[" + first + rb"(?:, " + first + rb")*+\]"
