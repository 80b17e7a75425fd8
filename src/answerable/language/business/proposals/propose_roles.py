"""Questions for people by what they are to something: who manages the branch, who reports to whom, whose boss."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from answerable.language.business.business_query import BusinessQuery, EntityRow
from answerable.language.business.links.source_lexicon import LinkKind
from answerable.language.business.parts.question_subjects import QuestionSubjects
from answerable.language.business.parts.row_conditions import condition_of
from answerable.naming.inflection import stem
from answerable.semantics import Relationship

__all__ = ["propose_roles"]

_LEADS = frozenset({"manage", "manager", "lead", "leader", "run", "head", "charge", "boss", "supervise", "supervisor"})
_ABOVE = _LEADS | {"report", "chief", "director", "superior", "gm", "mgr"}
_BELOW = frozenset({"to", "under", "for", "of"})


def propose_roles(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    for link in subjects.parts.conditions:
        if link.target.kind is LinkKind.VALUE:
            for one in subjects.model.relationships_of(link.target.table):
                entity = subjects.model.entity(one.target)
                if entity is not None and entity.is_person:
                    yield from _role(subjects, one)


def _role(subjects: QuestionSubjects, one: Relationship) -> Iterator[BusinessQuery]:
    gain = 0.7 if _is_said(subjects, one) else -0.1
    score = subjects.score + gain
    person = EntityRow(one.target, one.columns)
    yield BusinessQuery(one.table, outputs=(person,), is_distinct=True, score=score)
    if one.table == one.target:
        yield from _people_below(subjects, one, score)


def _people_below(subjects: QuestionSubjects, one: Relationship, score: float) -> Iterator[BusinessQuery]:
    """`who reports to Ada`, `Ada's team`: those whose superior is the one that is named."""
    conditions = [link for link in subjects.parts.conditions if link.target.table == one.table]
    tests = tuple(replace(condition_of(link, subjects.parts), via=one.columns) for link in conditions[:1])
    before = {token.lemma for token in subjects.parts.tokens[max(0, conditions[0].start - 1) : conditions[0].start]}
    gain = 0.05 if before & _BELOW and subjects.parts.tokens[-1].lemma not in _BELOW else -0.3
    yield BusinessQuery(one.table, outputs=(EntityRow(one.table),), tests=tests, score=score + gain)


def _is_said(subjects: QuestionSubjects, one: Relationship) -> bool:
    """By a word of the role, or by any word for those who lead where the role is such."""
    role = {word for name in (one.role, *one.columns) for word in _words(name)}
    said = {token.lemma for token in subjects.parts.tokens} | {token.text.casefold() for token in subjects.parts.tokens}
    by_stem = {stem(word) for word in role if len(word) > 3} & {stem(word) for word in said if len(word) > 3}
    return bool(by_stem) or bool(role & _ABOVE and said & _ABOVE)


def _words(name: str) -> list[str]:
    plain = "".join(c if c.isalnum() else " " for c in name.replace("_", " "))
    return plain.casefold().split()
