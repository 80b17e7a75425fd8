"""Words for the state of rows: flags, statuses, codes, and dates that are missing or there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from answerable.language.business.links.business_words import named_entries, phrase_of
from answerable.language.business.links.question_cues import state_words
from answerable.language.business.links.word_targets import LexiconEntry, LinkKind, WordTarget
from answerable.language.question.word_lists import Phrase
from answerable.semantics import DateRole, FlagColumn, SemanticModel, StatusColumn

__all__ = ["state_entries"]

_WHOLE, _ONE_WORD, _SAID_SO, _NOT_YET = 0.95, 0.62, 0.8, 0.7
_OPPOSITES = {"active": "ended", "ended": "open"}
_SENSES = {"active": "open", "ended": "ended"}
_LASTING = ("still", "currently")
_WITHOUT = ("un", "in", "non")
_ENDS = ("ended", "completed", "cancelled")


def state_entries(model: SemanticModel) -> Iterator[LexiconEntry]:
    for flag in model.flags:
        target = WordTarget(LinkKind.FLAG, flag.table, flag.column, flag.yes, flag.sense)
        yield from named_entries(flag.label, target)
        opposite = WordTarget(LinkKind.FLAG, flag.table, flag.column, flag.no, flag.sense)
        yield from _of_flag(flag, target, opposite)
        if flag.no and flag.sense in _OPPOSITES:
            yield from ((phrase, opposite, _NOT_YET) for phrase in _phrases(_OPPOSITES[flag.sense]))
            yield from ((phrase, target, _NOT_YET) for phrase in _phrases(_SENSES[flag.sense]))
    for status in model.statuses:
        yield from _also_still(_of_status(status))
    for day in model.dates:
        if day.null_means_open:
            yield from _also_still(_of_date(day))
    for decoding in model.decodings:
        for code, meaning in decoding.meanings:
            target = WordTarget(LinkKind.VALUE, decoding.table, decoding.column, (code,), meaning)
            yield phrase_of(meaning), target, _WHOLE


def _of_flag(flag: FlagColumn, target: WordTarget, opposite: WordTarget) -> Iterator[LexiconEntry]:
    """`unpaid`, `non-smoking`; other words for being cancelled or deleted."""
    label = phrase_of(flag.label)
    if flag.no and len(label) == 1:
        yield from (((f"{prefix}{label[0]}",), opposite, _WHOLE) for prefix in _WITHOUT)
    if flag.sense == "cancelled":
        yield from ((phrase, target, _NOT_YET) for phrase in _phrases("states", "cancelled"))
    if flag.sense == "deleted":
        yield from ((phrase, target, _NOT_YET) for phrase in _phrases("there", "deleted"))


def _also_still(entries: Iterable[LexiconEntry]) -> Iterator[LexiconEntry]:
    """`still pending`: one state, and not two."""
    for phrase, target, score in entries:
        yield phrase, target, score
        if phrase and phrase[0] not in _LASTING:
            yield from (((word, *phrase), target, score) for word in _LASTING)


def _of_status(status: StatusColumn) -> Iterator[LexiconEntry]:
    for label, spellings in status.spellings:
        target = WordTarget(LinkKind.VALUE, status.table, status.column, spellings)
        yield phrase_of(label), target, _WHOLE
        yield from ((word, target, _ONE_WORD) for word in _single_words(label))
        yield from ((phrase, target, _SAID_SO) for phrase in _same_values().get(phrase_of(label), ()))
    for state, values in status.states:
        target = WordTarget(LinkKind.STATE, status.table, status.column, values, state)
        yield phrase_of(state), target, _WHOLE
        yield from ((phrase, target, _SAID_SO) for phrase in _phrases("states", state))


def _of_date(day: DateRole) -> Iterator[LexiconEntry]:
    missing = WordTarget(LinkKind.STATE, day.table, day.column, (), "is_null")
    there = WordTarget(LinkKind.STATE, day.table, day.column, (), "is_not_null")
    if day.label.endswith("ed"):
        yield phrase_of(day.label), there, _WHOLE
    yield from ((phrase, missing, _SAID_SO) for phrase in _phrases("missing", day.role))
    yield from ((phrase, there, _NOT_YET) for phrase in _phrases("there", day.role))
    yield from ((phrase, missing, _NOT_YET) for phrase in _phrases("open"))
    if day.role in _ENDS:
        yield from ((phrase, there, _NOT_YET) for phrase in _phrases("ended"))


@cache
def _phrases(*keys: str) -> tuple[Phrase, ...]:
    found = state_words()
    for key in keys:
        found = found.get(key, {})
    return tuple(phrase_of(word) for word in found)


@cache
def _same_values() -> dict[Phrase, tuple[Phrase, ...]]:
    """A value → other ways to say it."""
    found: dict[Phrase, dict[Phrase, None]] = {}
    for group in state_words()["same"]["values"]:
        phrases = [phrase_of(text) for text in group]
        found.setdefault(phrases[0], {}).update(dict.fromkeys(phrases[1:]))
    return {value: tuple(others) for value, others in found.items()}


def _single_words(name: str) -> Iterator[Phrase]:
    phrase = phrase_of(name)
    if 1 < len(phrase) <= 3:
        yield from ((word,) for word in phrase if len(word) > 2)
