"""Entries as the values that a translator heeds, from the plain data of files and rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any

from answerable.kernel.knowledge import (
    AgentLearning,
    BusinessRule,
    CanonicalMetric,
    Category,
    ColumnNote,
    Effect,
    Entry,
    JoinBy,
    Known,
    RelatedTable,
    RequireFilter,
    TableKnowledge,
    UseColumn,
    UseTable,
    UseValue,
    VerifiedQuery,
    WordMeans,
)
from answerable.knowledge_files.entry_fields import LEARNING, METRIC, QUERY, RULE, TABLE, EntryKind, EntryStatus

__all__ = ["entry_of", "is_used", "known_of_entries"]

Plain = Mapping[str, Any]

_EFFECTS: dict[str, type] = {
    "use_column": UseColumn,
    "use_table": UseTable,
    "use_value": UseValue,
    "join_by": JoinBy,
    "require_filter": RequireFilter,
    "word_means": WordMeans,
}


def entry_of(kind: EntryKind, plain: Plain, identity: str = "") -> Entry:
    """`plain` as `settle` leaves it; `identity` is what the entry is known by where it is kept."""
    return _MAKERS[kind.name](plain, identity)


def is_used(kind: EntryKind, plain: Plain) -> bool:
    """Drafts and retired entries are kept, and heeded by nobody."""
    return bool(plain["is_active"]) if kind is LEARNING else plain["status"] == EntryStatus.ACTIVE


def known_of_entries(entries: Iterable[Entry]) -> Known:
    """In the order they come."""
    found = list(entries)
    return Known(
        tuple(one for one in found if isinstance(one, TableKnowledge)),
        tuple(one for one in found if isinstance(one, CanonicalMetric)),
        tuple(one for one in found if isinstance(one, VerifiedQuery)),
        tuple(one for one in found if isinstance(one, BusinessRule)),
        tuple(one for one in found if isinstance(one, AgentLearning)),
    )


def _table(plain: Plain, identity: str) -> TableKnowledge:
    notes, words = plain["column_notes"], plain["column_synonyms"]
    return TableKnowledge(
        table_name=plain["table_name"],
        description=plain["description"],
        use_cases=tuple(plain["use_cases"]),
        data_quality_notes=tuple(plain["data_quality_notes"]),
        owner=plain["owner"],
        refresh_frequency=plain["refresh_frequency"],
        related_tables=tuple(RelatedTable(**one) for one in plain["related_tables"]),
        column_notes=tuple(
            ColumnNote(name, notes.get(name, ""), tuple(words.get(name, ()))) for name in sorted({*notes, *words})
        ),
        synonyms=tuple(plain["synonyms"]),
        id=identity,
    )


def _metric(plain: Plain, identity: str) -> CanonicalMetric:
    return CanonicalMetric(
        name=plain["name"],
        definition=plain["definition"],
        sql_template=plain["sql_template"],
        unit=plain["unit"],
        owner=plain["owner"],
        caveats=tuple(plain["caveats"]),
        tags=tuple(plain["tags"]),
        synonyms=tuple(plain["synonyms"]),
        date_column=plain["date_column"],
        id=identity,
    )


def _query(plain: Plain, identity: str) -> VerifiedQuery:
    return VerifiedQuery(
        name=plain["name"],
        description=plain["description"],
        sql=plain["sql"],
        tags=tuple(plain["tags"]),
        tables_used=tuple(plain["tables_used"]),
        verified_by=plain["verified_by"],
        verified_at=datetime.fromisoformat(plain["verified_at"]) if plain["verified_at"] else None,
        wordings=tuple(plain["wordings"]),
        id=identity,
    )


def _rule(plain: Plain, identity: str) -> BusinessRule:
    return BusinessRule(
        title=plain["title"],
        description=plain["description"],
        applies_to_tables=tuple(plain["applies_to_tables"]),
        applies_to_metrics=tuple(plain["applies_to_metrics"]),
        tags=tuple(plain["tags"]),
        term=plain["term"],
        synonyms=tuple(plain["synonyms"]),
        condition=plain["condition"],
        required_filter=plain["required_filter"],
        id=identity,
    )


def _learning(plain: Plain, identity: str) -> AgentLearning:
    return AgentLearning(
        description=plain["description"],
        category=Category(plain["category"]),
        applies_to_tables=tuple(plain["applies_to_tables"]),
        original_error=plain["original_error"],
        original_sql=plain["original_sql"],
        corrected_sql=plain["corrected_sql"],
        confidence_score=plain["confidence_score"],
        times_applied=plain["times_applied"],
        is_active=plain["is_active"],
        promoted_to=plain["promoted_to"],
        effect=_effect(plain["effect"]),
        id=identity,
    )


def _effect(plain: Plain | None) -> Effect | None:
    if plain is None:
        return None
    effect: Effect = _EFFECTS[plain["kind"]](**{name: text for name, text in plain.items() if name != "kind"})
    return effect


_MAKERS: dict[str, Callable[[Plain, str], Entry]] = {
    TABLE.name: _table,
    METRIC.name: _metric,
    QUERY.name: _query,
    RULE.name: _rule,
    LEARNING.name: _learning,
}
