"""What rows do not have: `without orders`, `no e-mail`, `no self checkout`; and whether they belong to one."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.language.business.business_query import BusinessQuery, ColumnTest, Existence, RowTest
from answerable.language.business.links.link_question import WordLink
from answerable.language.business.links.source_lexicon import LinkKind
from answerable.language.business.parts.question_subjects import QuestionSubjects, place_of

__all__ = ["absences", "absent_condition", "held_parents"]

_HAVE, _ONE = frozenset(("with", "have", "has", "had", "got", "get")), frozenset(("a", "an", "any"))

_NOTHING_IS_ZERO = frozenset(("amount", "balance", "rate"))
"""Measures of which nothing is written as 0 as well: a discount, a deposit; but 0 is a score."""


def absences(query: BusinessQuery, subjects: QuestionSubjects) -> Iterator[RowTest]:
    """`customers without orders`, `never ordered`, `no email`."""
    said = {(link.target.table, link.target.column) for link in subjects.parts.conditions}
    for link in subjects.parts.linked.links:
        # In `not in the tea category` the value says all.
        if subjects.parts.is_negated(link) and (link.target.table, link.target.column) not in said:
            yield from _absence(link, query.base, subjects)


def _absence(link: WordLink, base: str, subjects: QuestionSubjects) -> Iterator[RowTest]:
    target = link.target
    if target.kind is LinkKind.ROLE and target.table == base:
        yield ColumnTest(target.table, target.column.split("|")[0], "is_null")
    elif target.kind is LinkKind.ENTITY and (key := _optional_key(base, target.table, subjects)):
        yield ColumnTest(base, key, "is_null")
    elif target.kind in (LinkKind.ENTITY, LinkKind.EVENT, LinkKind.DATE) and target.table != base:
        yield Existence(target.table, is_negated=True)
    elif target.kind is LinkKind.MEASURE:
        kinds = {one.kind for one in subjects.model.measures_of(target.table) if one.column == target.column}
        yield ColumnTest(target.table, target.column, "is_null", (0,) if kinds & _NOTHING_IS_ZERO else ())
    elif target.kind in (LinkKind.DIMENSION, LinkKind.DATE):
        yield ColumnTest(target.table, target.column, "is_null", target.values)


def _optional_key(base: str, table: str, subjects: QuestionSubjects) -> str:
    """Of rows that may belong to one of the other table, and to none; "" where there is no such key, or several."""
    keys = [one for one in subjects.model.relationships_of(base) if one.target == table]
    is_one = len(keys) == 1 and keys[0].is_optional and len(keys[0].columns) == 1
    return keys[0].columns[0] if is_one else ""


def absent_condition(link: WordLink, positive: ColumnTest, base: str, subjects: QuestionSubjects) -> Existence | None:
    """None where the condition is not taken back, or is one of the row itself."""
    parts, table = subjects.parts, link.target.table
    if not parts.is_negated(link) or parts.describes_absent(link) or table == base:
        return None
    path = subjects.paths.path(base, table)
    goes_down = bool(path) and path is not None and not path[0].is_up
    return Existence(table, (positive,), is_negated=True) if goes_down else None


def held_parents(base: str, subjects: QuestionSubjects) -> Iterator[ColumnTest]:
    """`charters that had a skipper`: those that belong to one, where not all do."""
    parts = subjects.parts
    for link in parts.things:
        before = [token.lemma for token in parts.tokens[max(0, link.start - 2) : link.start]]
        words = {token.text.casefold() for token in parts.tokens[max(0, link.start - 2) : link.start]}
        if len(before) == 2 and before[1] in _ONE and words & _HAVE:
            for one in subjects.model.relationships_of(base):
                if one.is_optional and one.target == place_of(link)[0] != base:
                    yield ColumnTest(base, one.columns[0], "is_not_null")
                    break
