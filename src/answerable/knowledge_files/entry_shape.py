"""Whether given data has the shape of an entry: fields, lengths and choices. Its SQL is looked at elsewhere."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg
from answerable.knowledge_files.entry_fields import EFFECTS, OPTIONAL_PARTS, EntryField, EntryKind, Form

__all__ = ["EntryFault", "shape_faults"]

Faults = Iterator[CodedMessage]


@dataclass(frozen=True, slots=True)
class EntryFault:
    field: str
    """Empty where it is the entry as a whole."""
    what: CodedMessage
    """One sentence."""


def shape_faults(kind: EntryKind, given: Mapping[str, Any]) -> tuple[EntryFault, ...]:
    """None: `settle` may be called."""
    return tuple(_faults(kind, given))


def _faults(kind: EntryKind, given: Mapping[str, Any]) -> Iterator[EntryFault]:
    known = {one.name: one for one in kind.fields}
    for name in given:
        if name not in known:
            yield EntryFault(name, msg("knowledge.unknown_field", name=name, known=tuple(known)))
    for name, one in known.items():
        for what in _field_faults(one, given.get(name)):
            yield EntryFault(name, what)
    for first, second in (("term", "condition"), ("condition", "term"), ("required_filter", "applies_to_tables")):
        if {first, second} <= known.keys() and given.get(first) and not given.get(second):
            yield EntryFault(first, msg("knowledge.needs_other_field", name=first, other=second))


def _field_faults(one: EntryField, value: Any) -> Faults:
    is_blank = value is None or (isinstance(value, str) and not value.strip())
    if is_blank or value in ([], {}):
        if one.is_required:
            yield msg("knowledge.missing_field", name=one.name)
        elif one.form in (Form.SHARE, Form.COUNT, Form.FLAG) and value is not None:
            yield msg("knowledge.wrong_form", name=one.name, form=_FORMS[one.form])
        return
    yield from _CHECKS[one.form](one, value)


def _text(one: EntryField, value: Any) -> Faults:
    if not isinstance(value, str):
        yield msg("knowledge.wrong_form", name=one.name, form=_FORMS[Form.TEXT])
    elif not _is_writable(value):
        yield msg("knowledge.control_character", name=one.name)
    elif one.longest is not None and len(value.strip()) > one.longest:
        yield msg("knowledge.too_long", name=one.name, count=len(value.strip()), most=one.longest)


def _choice(one: EntryField, value: Any) -> Faults:
    if not isinstance(value, str) or value not in one.choices:
        choices = tuple(choice for choice in one.choices if choice)
        yield msg("knowledge.not_a_choice", name=one.name, value=str(value), choices=choices)


def _lines(one: EntryField, value: Any) -> Faults:
    if not isinstance(value, list | tuple) or not all(_is_text(item) for item in value):
        yield msg("knowledge.wrong_form", name=one.name, form=_FORMS[Form.LINES])


def _notes(one: EntryField, value: Any) -> Faults:
    if not isinstance(value, Mapping) or not all(_is_text(item) for pair in value.items() for item in pair):
        yield msg("knowledge.wrong_form", name=one.name, form=_FORMS[Form.NOTES])


def _words(one: EntryField, value: Any) -> Faults:
    lists = value.values() if isinstance(value, Mapping) else [None]
    if not all(isinstance(items, list | tuple) and all(map(_is_text, items)) for items in lists) or not all(
        map(_is_text, value)
    ):
        yield msg("knowledge.wrong_form", name=one.name, form=_FORMS[Form.WORDS])


def _records(one: EntryField, value: Any) -> Faults:
    if not isinstance(value, list | tuple) or not all(isinstance(item, Mapping) for item in value):
        yield msg("knowledge.wrong_form", name=one.name, form=_FORMS[Form.RECORDS])
        return
    for item in value:
        yield from _parts(one.name, item, one.parts, optional=one.parts[1:])


def _record(one: EntryField, value: Any) -> Faults:
    if not isinstance(value, Mapping) or value.get("kind") not in EFFECTS:
        yield msg("knowledge.unknown_effect", name=one.name, known=tuple(EFFECTS))
        return
    rest = {name: part for name, part in value.items() if name != "kind"}
    yield from _parts(one.name, rest, EFFECTS[value["kind"]], optional=tuple(OPTIONAL_PARTS - {_first(value)}))


def _first(effect: Mapping[str, Any]) -> str:
    return EFFECTS[effect["kind"]][0]


def _parts(name: str, item: Mapping[str, Any], parts: tuple[str, ...], optional: tuple[str, ...]) -> Faults:
    for part in item:
        if part not in parts:
            yield msg("knowledge.unknown_part", name=name, part=str(part), known=parts)
    for part in parts:
        value = item.get(part)
        if value in (None, "") and part in optional:
            continue
        if not _is_text(value):
            yield msg("knowledge.missing_part", name=name, part=part)


def _share(one: EntryField, value: Any) -> Faults:
    is_number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    if not is_number or not 0 <= value <= 1:
        yield msg("knowledge.wrong_form", name=one.name, form=_FORMS[Form.SHARE])


def _count(one: EntryField, value: Any) -> Faults:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 2**31:
        yield msg("knowledge.wrong_form", name=one.name, form=_FORMS[Form.COUNT])


def _flag(one: EntryField, value: Any) -> Faults:
    if not isinstance(value, bool):
        yield msg("knowledge.wrong_form", name=one.name, form=_FORMS[Form.FLAG])


def _time(one: EntryField, value: Any) -> Faults:
    try:
        if not isinstance(value, datetime):
            datetime.fromisoformat(value)
    except (TypeError, ValueError):
        yield msg("knowledge.wrong_form", name=one.name, form=_FORMS[Form.TIME])


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip()) and _is_writable(value)


def _is_writable(text: str) -> bool:
    """Signs that databases or files cannot hold are in no entry."""
    return all(ord(sign) >= 32 or sign in "\n\r\t" for sign in text) and not any(
        "\ud800" <= s <= "\udfff" for s in text
    )


_CHECKS: dict[Form, Callable[[EntryField, Any], Faults]] = {
    Form.TEXT: _text,
    Form.CHOICE: _choice,
    Form.LINES: _lines,
    Form.NOTES: _notes,
    Form.WORDS: _words,
    Form.RECORDS: _records,
    Form.RECORD: _record,
    Form.SHARE: _share,
    Form.COUNT: _count,
    Form.FLAG: _flag,
    Form.TIME: _time,
}
_FORMS: dict[Form, CodedMessage] = {
    Form.TEXT: msg("knowledge.form_text"),
    Form.LINES: msg("knowledge.form_lines"),
    Form.NOTES: msg("knowledge.form_notes"),
    Form.WORDS: msg("knowledge.form_words"),
    Form.RECORDS: msg("knowledge.form_records"),
    Form.SHARE: msg("knowledge.form_share"),
    Form.COUNT: msg("knowledge.form_count"),
    Form.FLAG: msg("knowledge.form_flag"),
    Form.TIME: msg("knowledge.form_time"),
}
