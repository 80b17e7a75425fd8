"""A translation put right: what rules demand and learnings correct is done to each of its readings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import sqlglot

from answerable.known import BusinessRule, applied
from answerable.language.known.correcting import Correction, StillWrong
from answerable.language.known.telling import shown
from answerable.language.normalise import Token
from answerable.language.translation import Candidate, Clarification, Reading, Translation

__all__ = ["amended"]


@dataclass(frozen=True)
class _Amended:
    sql: str
    by: tuple[Correction, ...] = ()


def amended(
    translation: Translation, wanted: Sequence[Correction], tokens: tuple[Token, ...], dialect: str
) -> Translation:
    """Readings that were learned to be wrong and cannot be put right are left out."""
    if not wanted or not translation.candidates:
        return translation
    candidates: dict[str, Candidate] = {}
    first: _Amended | None = None
    for candidate in translation.candidates:
        one = _of(candidate.sql, wanted, tokens, dialect)
        if one is not None:
            first = first or one
            candidates.setdefault(one.sql, replace(candidate, sql=one.sql))
    if first is None:
        return _nothing_left(translation)
    entries = tuple(applied(correction.entry) for correction in first.by)
    return replace(
        translation,
        candidates=tuple(candidates.values()),
        clarification=_asked(translation.clarification, wanted, tokens, dialect),
        understood=tuple(_renamed(text, first) for text in translation.understood),
        assumptions=tuple(
            dict.fromkeys((*(_renamed(t, first) for t in translation.assumptions), *map(_note, first.by)))
        ),
        applied=tuple(dict.fromkeys((*translation.applied, *entries))),
    )


def _of(sql: str, wanted: Sequence[Correction], tokens: tuple[Token, ...], dialect: str) -> _Amended | None:
    tree = sqlglot.parse_one(sql, dialect=dialect)
    try:
        by = tuple(correction for correction in wanted if correction.edit(tree, tokens))
    except StillWrong:
        return None
    return _Amended(tree.sql(dialect=dialect), by) if by else _Amended(sql)


def _asked(
    asked: Clarification | None, wanted: Sequence[Correction], tokens: tuple[Token, ...], dialect: str
) -> Clarification | None:
    """What is asked back offers the readings as they would be run."""
    if asked is None or not asked.readings:
        return asked
    found = [(reading, _of(reading.sql, wanted, tokens, dialect)) for reading in asked.readings]
    readings = tuple(Reading(reading.text, one.sql) for reading, one in found if one)
    return replace(asked, readings=readings if len(readings) > 1 else ())


def _renamed(text: str, one: _Amended) -> str:
    """What was noted of a column that another took the place of is noted of that."""
    for wrong, right in (correction.renamed for correction in one.by if correction.renamed):
        text = right.join(re.split(rf"(?<![\w.]){re.escape(wrong)}(?![\w.])", text))
    return text


def _note(correction: Correction) -> str:
    entry = correction.entry
    if isinstance(entry, BusinessRule):
        return shown(f"{entry.title}: {entry.description}")
    return shown(f"Learned: {entry.description}")


def _nothing_left(translation: Translation) -> Translation:
    question = (
        "This was understood in a way that has been learned to be wrong, and in no other. Please say it otherwise."
    )
    return replace(translation, candidates=(), clarification=Clarification(question))
