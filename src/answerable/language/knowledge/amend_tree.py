"""A translation put right: what rules demand and learnings correct is done to each of its readings."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from answerable.kernel.knowledge import BusinessRule, applied_entry
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, change_texts, msg
from answerable.language.knowledge.apply_learnings import Correction, StillWrong
from answerable.language.knowledge.note_writer import about, note_text
from answerable.language.question.tokens import Token
from answerable.language.translation import Candidate, CodedClarification, CodedReading, Translation
from answerable.sql.parse import parse_to_edit

__all__ = ["amend_candidates"]


@dataclass(frozen=True)
class _Amended:
    sql: str
    by: tuple[Correction, ...] = ()


def amend_candidates(
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
            words = candidate.words if one.sql == candidate.sql else None  # of the SQL before it was changed
            candidates.setdefault(one.sql, replace(candidate, sql=one.sql, words=words))
    if first is None:
        return _nothing_left(translation)
    entries = tuple(applied_entry(correction.entry) for correction in first.by)
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
    tree = parse_to_edit(sql, dialect)
    try:
        by = tuple(correction for correction in wanted if correction.edit(tree, tokens))
    except StillWrong:
        return None
    return _Amended(tree.sql(dialect=dialect), by) if by else _Amended(sql)


def _asked(
    asked: CodedClarification | None, wanted: Sequence[Correction], tokens: tuple[Token, ...], dialect: str
) -> CodedClarification | None:
    """What is asked back offers the readings as they would be run."""
    if asked is None or not asked.readings:
        return asked
    result = [(reading, _of(reading.sql, wanted, tokens, dialect)) for reading in asked.readings]
    readings = tuple(CodedReading(reading.text, one.sql) for reading, one in result if one)
    return replace(asked, readings=readings if len(readings) > 1 else ())


def _renamed(message: CodedMessage, one: _Amended) -> CodedMessage:
    """What was noted of a column that another took the place of is noted of that."""
    for wrong, right in (correction.renamed for correction in one.by if correction.renamed):
        message = change_texts(message, _renaming(wrong, right))
    return message


def _renaming(wrong: str, right: str) -> Callable[[str, str], str]:
    name = re.compile(rf"(?<![\w.]){re.escape(wrong)}(?![\w.])")
    return lambda _, text: right.join(name.split(text))


def _note(correction: Correction) -> CodedMessage:
    entry = correction.entry
    if isinstance(entry, BusinessRule):
        return about(entry.title, entry.description)
    return msg("notes.learned", what=note_text(entry.description))


def _nothing_left(translation: Translation) -> Translation:
    question = msg("clarification.learned_wrong")
    return replace(translation, candidates=(), clarification=CodedClarification(question))
