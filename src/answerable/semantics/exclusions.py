"""Rows that people seldom mean: deleted, test and cancelled ones, and how many of them there are."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.semantics.column_facts import ColumnFacts, SourceFacts
from answerable.semantics.excluded_states import excluded_states
from answerable.semantics.meaning_words import is_among
from answerable.semantics.semantic_model import (
    Clue,
    DateRole,
    Entity,
    FlagColumn,
    Relationship,
    RowCondition,
    StatusColumn,
    UsualExclusion,
)

__all__ = ["find_exclusions"]

_HIGHEST_SHARES = {"cancelled": 0.5, "test": 0.5, "failed": 0.5, "refunded": 0.5, "no_show": 0.5}
"""Above it they are what the table is about."""
_TEST_NAMES = ("test", "dummy", "testkunde", "테스트")


def find_exclusions(
    source: SourceFacts,
    entities: tuple[Entity, ...],
    flags: tuple[FlagColumn, ...],
    statuses: tuple[StatusColumn, ...],
    dates: tuple[DateRole, ...],
    relationships: tuple[Relationship, ...],
) -> tuple[UsualExclusion, ...]:
    views = {entity.table for entity in entities if entity.is_view or entity.is_code_table}
    found = [*_by_flags(source, flags), *_by_dates(source, dates), *_by_statuses(source, statuses)]
    found += _by_duplicates(source, relationships)
    flagged = {one.table for one in found if one.kind == "test"}
    found += [one for one in _by_names(source, entities) if one.table not in flagged]
    return tuple(one for one in found if one.table not in views and one.share <= _HIGHEST_SHARES.get(one.kind, 1.0))


def _facts(source: SourceFacts, table: str, column: str) -> ColumnFacts:
    facts = source.tables[table].column(column)
    if facts is None:
        raise KeyError(column)
    return facts


def _share(facts: ColumnFacts, values: tuple[str | int, ...]) -> float:
    return round(sum(value in values for value in facts.values) / facts.seen, 4) if facts.seen else 0.0


def _by_flags(source: SourceFacts, flags: tuple[FlagColumn, ...]) -> Iterator[UsualExclusion]:
    for flag in flags:
        if flag.sense in ("deleted", "test", "cancelled") and flag.yes:
            yield UsualExclusion(
                table=flag.table,
                kind=flag.sense,
                condition=RowCondition(flag.column, "in", flag.yes),
                applies_to="money" if flag.sense == "cancelled" else "all",
                share=_share(_facts(source, flag.table, flag.column), flag.yes),
                probability=round(0.95 * flag.probability, 3),
                clues=(Clue("flag", (("column", flag.column), ("sense", flag.sense))),),
            )


def _by_dates(source: SourceFacts, dates: tuple[DateRole, ...]) -> Iterator[UsualExclusion]:
    for date in dates:
        if date.role in ("deleted", "cancelled") and date.null_means_open:
            facts = _facts(source, date.table, date.column)
            yield UsualExclusion(
                table=date.table,
                kind=date.role,
                condition=RowCondition(date.column, "is_not_null"),
                applies_to="money" if date.role == "cancelled" else "all",
                share=round(1 - facts.null_share, 4),
                probability=0.9,
                clues=(Clue("date", (("column", date.column), ("role", date.role))),),
            )


def _by_statuses(source: SourceFacts, statuses: tuple[StatusColumn, ...]) -> Iterator[UsualExclusion]:
    for status in statuses:
        facts = _facts(source, status.table, status.column)
        for kind, applies_to, values in excluded_states(status):
            yield UsualExclusion(
                table=status.table,
                kind=kind,
                condition=RowCondition(status.column, "in", values),
                applies_to=applies_to,
                share=_share(facts, values),
                probability=round(0.9 * status.probability, 3),
                clues=(Clue("status", (("column", status.column), ("state", kind))),),
            )


def _by_duplicates(source: SourceFacts, relationships: tuple[Relationship, ...]) -> Iterator[UsualExclusion]:
    """Rows that point to the one that stands in their place: merged, replaced."""
    for one in relationships:
        facts = source.tables[one.table].column(one.columns[0])
        if one.table == one.target and facts and is_among(facts.words, "status_words", "duplicates", "words"):
            yield UsualExclusion(
                table=one.table,
                kind="deleted",
                condition=RowCondition(facts.name, "is_not_null"),
                share=round(1 - facts.null_share, 4),
                probability=round(0.9 * one.probability, 3),
                clues=(Clue("points_to_itself", (("role", one.role),)),),
            )


def _by_names(source: SourceFacts, entities: tuple[Entity, ...]) -> Iterator[UsualExclusion]:
    """A few rows called "Test …"."""
    for entity in entities:
        column = source.tables[entity.table].column(entity.display[0]) if entity.display else None
        if column is None or not (entity.is_person or entity.display != entity.key):
            continue
        seen = [str(value) for value in (*column.column.common_values, *column.values)]
        firsts = {text.split(" ")[0] for text in seen if text.casefold().startswith(_TEST_NAMES)}
        exact = sorted(first for first in firsts if first.casefold() in _TEST_NAMES)
        share = sum(str(value).split(" ")[0] in exact for value in column.values) / max(1, len(column.values))
        if exact and 0 < share < 0.2:
            yield UsualExclusion(
                table=entity.table,
                kind="test",
                condition=RowCondition(column.name, "starts_with", tuple(exact)),
                share=round(share, 4),
                probability=0.7,
                clues=(Clue("test_names", (("value", exact[0]),)),),
            )
