"""What the organisation knows, under the headings that a prompt has for it; a heading without entries is left out."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from answerable.hybrid.prompt.wire_names import safe
from answerable.naming.nearest import similarity

if TYPE_CHECKING:
    from answerable.kernel.knowledge import Known, VerifiedQuery

__all__ = ["closest_queries", "knowledge_text"]

_MOST_QUERIES, _MOST_LEARNINGS = 5, 20
_MANY_TABLES = 20
_LONGEST = 600


def knowledge_text(known: Known, tables: Collection[str]) -> str:
    """Metrics and rules always; what is said of tables where they are in play, or all of a few."""
    parts = (_metrics(known), _rules(known), _tables(known, tables), _learnings(known, tables))
    return "\n\n".join("\n".join(lines) for part in parts if (lines := list(part)))


def _metrics(known: Known) -> Iterator[str]:
    if not known.metrics:
        return
    yield "## Canonical Metric Definitions"
    yield "When a question asks for one of these, use its SQL; never define it anew."
    for one in known.metrics:
        yield f"### {safe(one.name)}"
        yield f"Definition: {safe(one.definition, _LONGEST)}"
        if one.unit:
            yield f"Unit: {safe(one.unit)}"
        if one.caveats:
            yield f"Caveats: {'; '.join(map(safe, one.caveats))}"
        yield f"SQL: {safe(one.sql_template, _LONGEST)}"


def _rules(known: Known) -> Iterator[str]:
    if not known.rules:
        return
    yield "## Business Rules & Gotchas"
    yield "A query that breaks one of these is wrong."
    for one in known.rules:
        needed = f" Always: {safe(one.required_filter, _LONGEST)}" if one.required_filter else ""
        meant = f" '{safe(one.term)}' means {safe(one.condition, _LONGEST)}." if one.term and one.condition else ""
        yield f"- {safe(one.title)}: {safe(one.description, _LONGEST)}{meant}{needed}"


def _tables(known: Known, tables: Collection[str]) -> Iterator[str]:
    wanted = [one for one in known.tables if len(known.tables) < _MANY_TABLES or one.table_name in tables]
    if not wanted:
        return
    yield "## Table Context (beyond schema)"
    for one in wanted:
        yield f"### {safe(one.table_name)}"
        if one.description:
            yield safe(one.description, _LONGEST)
        yield from (f"- {safe(note)}" for note in one.data_quality_notes)
        yield from (f"- {safe(note.column)}: {safe(note.note)}" for note in one.column_notes if note.note)


def _learnings(known: Known, tables: Collection[str]) -> Iterator[str]:
    names = {name.casefold() for name in tables}
    wanted = [
        one
        for one in known.learnings
        if not one.applies_to_tables or names & {name.casefold() for name in one.applies_to_tables}
    ][:_MOST_LEARNINGS]
    if not wanted:
        return
    yield "## Learned Corrections"
    yield from (f"- {safe(one.description, _LONGEST)}" for one in wanted)


def closest_queries(question: str, known: Known, at_least: float = 60.0) -> list[VerifiedQuery]:
    """Verified queries whose question is like this one, most alike last: the nearest stands next to the question."""
    scored = [(_likeness(question, one), one.name, one) for one in known.verified_queries]
    best = sorted((one for one in scored if one[0] >= at_least), key=lambda one: (-one[0], one[1]))
    return [one for _, _, one in reversed(best[:_MOST_QUERIES])]


def _likeness(question: str, query: VerifiedQuery) -> float:
    return max(similarity(question.casefold(), said.casefold()) for said in (query.description, *query.wordings))
