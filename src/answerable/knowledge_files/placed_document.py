"""YAML or JSON as texts, lists and names, each with the line it stands in.

Scalars stay the text they are: `no`, `1e3` and `12:30` mean what the field they stand in makes of them. Nothing of the
file becomes an object, and a tag that asks for one is a fault.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg

__all__ = ["PlacedText", "Unreadable", "read_document"]

_DEEPEST = 8
_NOTHING = frozenset(("", "~", "null", "Null", "NULL"))
_ESCAPED = re.compile(r"\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|\\.")

_UNWRITABLE = re.compile("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
"""Signs that JSON holds as they are, and YAML does not or reads as line ends."""


class Unreadable(Exception):
    """Where and why a file cannot be read."""

    def __init__(self, line: int, what: CodedMessage) -> None:
        super().__init__(what)
        self.line, self.what = line, what


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A text, a list or names with what stands under them; None where nothing is written."""

    value: str | list[PlacedText] | dict[str, PlacedText] | None
    line: int
    is_quoted: bool = False

    def plain(self) -> Any:
        if isinstance(self.value, list):
            return [item.plain() for item in self.value]
        if isinstance(self.value, dict):
            return {name: item.plain() for name, item in self.value.items()}
        return self.value


def read_document(text: str, *, is_json: bool) -> PlacedText:
    """Raises Unreadable."""
    if is_json:
        text = _as_yaml(text)
    return _Composer(text).document()


def _as_yaml(text: str) -> str:
    """JSON is YAML but for tabs, which stand only between its values, for pairs of escapes, and for some signs."""
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        raise Unreadable(error.lineno, msg("knowledge.not_json", problem=error.msg)) from None
    except RecursionError:
        raise Unreadable(1, msg("knowledge.too_deep")) from None
    escaped = _UNWRITABLE.sub(lambda found: f"\\u{ord(found[0]):04x}", text.replace("\t", " "))
    return _ESCAPED.sub(_joined, escaped)


def _joined(found: re.Match[str]) -> str:
    if not found[1]:
        return found[0]
    return chr(0x10000 + ((int(found[1], 16) - 0xD800) << 10) + int(found[2], 16) - 0xDC00)


class _Composer:
    """Events of the parser, one after another: a file that is nested without end is left where that shows."""

    def __init__(self, text: str) -> None:
        import yaml

        self._yaml, self._text = yaml, text
        self._events = yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))

    def document(self) -> PlacedText:
        self._next()
        if isinstance(self._next(), self._yaml.StreamEndEvent):
            raise Unreadable(1, msg("knowledge.empty_file"))
        placed = self._placed(self._next(), 0)
        self._next()
        after = self._next()
        if not isinstance(after, self._yaml.StreamEndEvent):
            raise Unreadable(after.start_mark.line + 1, msg("knowledge.many_documents"))
        return placed

    def _next(self) -> Any:
        try:
            return next(self._events)
        except self._yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            raise Unreadable(mark.line + 1 if mark else 1, _not_yaml(error.problem or "")) from None
        except self._yaml.reader.ReaderError as error:
            line = self._text.count("\n", 0, error.position) + 1
            raise Unreadable(line, _not_yaml(error.reason)) from None

    def _placed(self, event: Any, depth: int) -> PlacedText:
        line = event.start_mark.line + 1
        if depth > _DEEPEST:
            raise Unreadable(line, msg("knowledge.too_deep"))
        if isinstance(event, self._yaml.AliasEvent):
            raise Unreadable(line, msg("knowledge.reference", name=event.anchor))
        if event.tag is not None:
            raise Unreadable(line, msg("knowledge.unknown_tag", tag=event.tag))
        if isinstance(event, self._yaml.SequenceStartEvent):
            return PlacedText(
                [self._placed(item, depth + 1) for item in self._until(self._yaml.SequenceEndEvent)], line
            )
        if isinstance(event, self._yaml.MappingStartEvent):
            return PlacedText(dict(self._pairs(depth)), line)
        is_quoted = not event.implicit[0]
        return PlacedText(None if not is_quoted and event.value in _NOTHING else event.value, line, is_quoted)

    def _pairs(self, depth: int) -> Iterator[tuple[str, PlacedText]]:
        seen = set()
        for key in self._until(self._yaml.MappingEndEvent):
            line = key.start_mark.line + 1
            if not isinstance(key, self._yaml.ScalarEvent):
                raise Unreadable(line, msg("knowledge.name_is_no_text"))
            if key.value in seen:
                raise Unreadable(line, msg("knowledge.name_twice", name=key.value))
            seen.add(key.value)
            placed = self._placed(self._next(), depth + 1)
            yield key.value, PlacedText(placed.value, line, placed.is_quoted)

    def _until(self, end: type) -> Iterator[Any]:
        while not isinstance(event := self._next(), end):
            yield event


def _not_yaml(problem: str) -> CodedMessage:
    return msg("knowledge.not_yaml", problem=problem)
