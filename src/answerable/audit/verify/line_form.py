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
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from answerable.audit.entry import Entry
from answerable.audit.event_types import EventType
from answerable.audit.verify.line_patterns import REPEATED, Found, Match, Read, layout, shape_of
from answerable.kernel.messages import CodedMessage, msg

__all__ = ["FIELDS", "PLACE", "TYPES", "Lines", "NotCanonical", "Read", "hash_of"]

FIELDS: tuple[str, ...] = Entry._fields
PLACE = b'%d, "parent_hash": "%b'

_WORTH_LEARNING = 200
"""Lines of a type parsed before one is made a pattern: to compile it costs as much."""
_MOST_TYPES = 100
_MOST_SHAPES = 12
"""For each type."""

_MISMATCH = EventType.CHECKPOINT_MISMATCH.encode()
_TYPE = b', "event_type": "'
_REQUIRED = frozenset(REPEATED[1:])
"""Entries of the first logs do not repeat their id."""

_KEY = 12
"""Bytes from the event type on that choose among the shapes; they need not tell all types apart."""


class NotCanonical(ValueError):
    """The line is not as an entry is written; `why` says what is wrong with it."""

    def __init__(self, why: CodedMessage) -> None:
        super().__init__(why)
        self.why = why


def hash_of(read: Read) -> tuple[bytes, bytes]:
    """The hash a line claims, and the one that its content has."""
    place, time, event_type, data, claimed = read
    return claimed, hashlib.sha256(place[-64:] + time + event_type + data).hexdigest().encode()


class Lines:
    """Reads lines (with their line end), and learns from each kind the first time it is met."""

    def __init__(self) -> None:
        self.mismatches = 0
        """Entries that say that the log was not the one that was signed for."""
        self._shapes: dict[bytes, list[Match]] = {}
        self._matches: dict[bytes, Match] = {}
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
                yield found.group(3, 5, 6, 7, 9)
            else:
                yield self._parsed(line)

    def unread(self, entries: Iterable[Read]) -> None:
        """What was read after a line turned out to be bad: nothing that it says counts."""
        self.mismatches -= sum(event_type == _MISMATCH for _, _, event_type, _, _ in entries)

    def _parsed(self, line: bytes) -> Read:
        fields = _object(line)
        _check_fields(fields)
        found = layout().fullmatch(line)
        if found is None:
            raise NotCanonical(msg("audit_record.fields"))
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
        if len(shapes) < _MOST_SHAPES and (match := shape_of(event_type, data)):
            shapes.append(match)
            self._matches[key] = match if len(shapes) == 1 else _any_of(shapes)


def _unknown(line: bytes) -> None:
    """Stands for the shapes of a type of which none was learned yet."""


def _any_of(shapes: list[Match]) -> Match:
    def match(line: bytes) -> Found | None:
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
        raise NotCanonical(msg("audit_record.too_deep")) from None
    raise NotCanonical(msg("audit_record.spelling"))


def _object(line: bytes) -> dict[str, Any]:
    try:
        fields = json.loads(line.decode("ascii"))
    except UnicodeDecodeError:
        raise NotCanonical(msg("audit_record.not_ascii")) from None
    except RecursionError:
        raise NotCanonical(msg("audit_record.too_deep")) from None
    except ValueError:
        raise NotCanonical(msg("audit_record.no_object")) from None
    if not isinstance(fields, dict):
        raise NotCanonical(msg("audit_record.no_object"))
    return fields


def _check_fields(fields: dict[str, Any]) -> None:
    for name in FIELDS:
        if name not in fields:
            raise NotCanonical(msg("audit_record.missing_field", field=name))
        if not isinstance(fields[name], TYPES[name]) or isinstance(fields[name], bool):
            raise NotCanonical(msg("audit_record.field_type", field=name, type=_TYPE_NAMES[TYPES[name]]))
    if len(fields) > len(FIELDS):
        raise NotCanonical(msg("audit_record.extra_field"))
    if tuple(fields) != FIELDS:
        raise NotCanonical(msg("audit_record.field_order"))
    data = fields["event_data"]
    for name in REPEATED:
        if name in data and (data[name] != fields[name] or type(data[name]) is not type(fields[name])):
            raise NotCanonical(msg("audit_record.field_not_hashed", field=name))
    if missing := _REQUIRED - data.keys():
        raise NotCanonical(msg("audit_record.not_repeated", field=min(missing)))


TYPES: dict[str, type] = dict.fromkeys(FIELDS, str) | {"sequence_number": int, "event_data": dict}
_TYPE_NAMES = {
    str: msg("audit_record.type_text"),
    int: msg("audit_record.type_number"),
    dict: msg("audit_record.type_object"),
}
