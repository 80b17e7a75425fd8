"""What the organisation knows of its data, as every package speaks of it: tables, metrics, verified queries, rules and
learnings.

Plain frozen values beside `schema.py`: whoever keeps knowledge fills them, a translator heeds them, nobody changes
them. All text in them is data: SQL among it is parsed, checked against the schema and guarded like anybody's.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import field, fields, is_dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property, lru_cache

from answerable.kernel.light_dataclass import dataclass

__all__ = [
    "NOTHING_KNOWN",
    "AgentLearning",
    "Applied",
    "BusinessRule",
    "CanonicalMetric",
    "Category",
    "ColumnNote",
    "Effect",
    "Entry",
    "JoinBy",
    "Known",
    "RelatedTable",
    "RequireFilter",
    "TableKnowledge",
    "UseColumn",
    "UseTable",
    "UseValue",
    "VerifiedQuery",
    "WordMeans",
    "applied_entry",
]

_COUNTED = {"counted": True}
"""Marks what moves with every use: it is no part of an entry's version."""


@dataclass(frozen=True, slots=True)
class ColumnNote:
    column: str
    note: str = ""
    """What its values mean: "Stored in cents", "NULL means legacy record"."""
    synonyms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RelatedTable:
    table: str
    join_hint: str = ""
    """How the two are joined, as SQL: `orders.user_id = users.id`."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class TableKnowledge:
    table_name: str
    description: str = ""
    use_cases: tuple[str, ...] = ()
    data_quality_notes: tuple[str, ...] = ()
    owner: str = ""
    refresh_frequency: str = ""
    related_tables: tuple[RelatedTable, ...] = ()
    column_notes: tuple[ColumnNote, ...] = ()
    synonyms: tuple[str, ...] = ()
    id: str = field(default="", metadata=_COUNTED)
    """By which it is known wherever it is kept; empty where it is only a value."""

    @property
    def title(self) -> str:
        return self.table_name


@dataclass(frozen=True, slots=True)
class CanonicalMetric:
    name: str
    definition: str
    sql_template: str
    """A SELECT of one aggregate, or arithmetic of aggregates. `{{date_range}}`, `{{start_date}}` and `{{end_date}}`
    stand for the period a question names."""
    unit: str = ""
    owner: str = ""
    caveats: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    synonyms: tuple[str, ...] = ()
    date_column: str = ""
    """`table.column` by which it is placed in time, where the template does not say."""
    id: str = field(default="", metadata=_COUNTED)
    """By which it is known wherever it is kept; empty where it is only a value."""

    @property
    def title(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class VerifiedQuery:
    name: str
    description: str
    """The question it answers."""
    sql: str
    tags: tuple[str, ...] = ()
    tables_used: tuple[str, ...] = ()
    verified_by: str = ""
    verified_at: datetime | None = None
    wordings: tuple[str, ...] = ()
    """Other ways to ask the same."""
    id: str = field(default="", metadata=_COUNTED)
    """By which it is known wherever it is kept; empty where it is only a value."""

    @property
    def title(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class BusinessRule:
    """Free text, unless `term` and `condition` say what a word means, or `required_filter` what must always hold."""

    title: str
    description: str
    applies_to_tables: tuple[str, ...] = ()
    applies_to_metrics: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    term: str = ""
    synonyms: tuple[str, ...] = ()
    """Of the term."""
    condition: str = ""
    """An SQL predicate over one row."""
    required_filter: str = ""
    """An SQL predicate that every query over these tables has to keep to."""
    id: str = field(default="", metadata=_COUNTED)
    """By which it is known wherever it is kept; empty where it is only a value."""


class Category(StrEnum):
    TYPE_MISMATCH = "type_mismatch"
    FILTER_REQUIRED = "filter_required"
    JOIN_PATTERN = "join_pattern"
    AGGREGATION = "aggregation"
    NAMING = "naming"
    DATA_QUALITY = "data_quality"
    BUSINESS_LOGIC = "business_logic"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class UseColumn:
    """`table.column` in place of another; only where the question says `word`, if one is given."""

    wrong: str
    right: str
    word: str = ""


@dataclass(frozen=True, slots=True)
class UseTable:
    wrong: str
    right: str


@dataclass(frozen=True, slots=True)
class UseValue:
    """What a column is compared with, spelled as its cells are."""

    column: str
    wrong: str
    right: str


@dataclass(frozen=True, slots=True)
class JoinBy:
    """The columns by which two tables are joined, in place of any other: `orders.buyer_id = customers.id`."""

    condition: str


@dataclass(frozen=True, slots=True)
class RequireFilter:
    """What every query over the learning's tables has to keep to."""

    condition: str


@dataclass(frozen=True, slots=True)
class WordMeans:
    """A word of a question → `table` or `table.column`."""

    word: str
    name: str


Effect = UseColumn | UseTable | UseValue | JoinBy | RequireFilter | WordMeans


@dataclass(frozen=True, slots=True)
class AgentLearning:
    description: str
    category: Category = Category.OTHER
    applies_to_tables: tuple[str, ...] = ()
    original_error: str = ""
    original_sql: str = ""
    corrected_sql: str = ""
    confidence_score: float = field(default=0.5, metadata=_COUNTED)
    times_applied: int = field(default=0, metadata=_COUNTED)
    is_active: bool = True
    """False once it is retired: it is never heeded again."""
    promoted_to: str = ""
    effect: Effect | None = None
    """What it changes; without one it is only told."""
    id: str = field(default="", metadata=_COUNTED)
    """By which it is known wherever it is kept; empty where it is only a value."""

    @property
    def title(self) -> str:
        return self.description


Entry = TableKnowledge | CanonicalMetric | VerifiedQuery | BusinessRule | AgentLearning

_KINDS: dict[type, str] = {
    TableKnowledge: "table_knowledge",
    CanonicalMetric: "metric",
    VerifiedQuery: "verified_query",
    BusinessRule: "business_rule",
    AgentLearning: "learning",
}


@dataclass(frozen=True, slots=True)
class Applied:
    """An entry that had a part in an answer, in the version it had then."""

    kind: str
    """`table_knowledge`, `metric`, `verified_query`, `business_rule` or `learning`."""
    name: str
    version: str
    id: str = ""
    """Of the entry where it is kept, so that its uses are counted there."""


@lru_cache(maxsize=4096)
def applied_entry(entry: Entry) -> Applied:
    return Applied(_KINDS[type(entry)], entry.title, _version(entry), entry.id)


@dataclass(frozen=True)
class Known:
    """All that is known in one project."""

    tables: tuple[TableKnowledge, ...] = ()
    metrics: tuple[CanonicalMetric, ...] = ()
    verified_queries: tuple[VerifiedQuery, ...] = ()
    rules: tuple[BusinessRule, ...] = ()
    learnings: tuple[AgentLearning, ...] = ()

    @cached_property
    def version(self) -> str:
        """SHA-256 over every entry, whatever their order."""
        return _digest(sorted((one.kind, one.version) for one in map(applied_entry, self.entries())))

    @cached_property
    def state(self) -> str:
        """By which two are told apart that say the same: also other ids, and learnings that are surer by now."""
        return _digest([[one.version, one.id] for one in map(applied_entry, self.entries())] + [self._confidences()])

    def _confidences(self) -> list[float]:
        return [learning.confidence_score for learning in self.learnings]

    def entries(self) -> Iterator[Entry]:
        yield from self.tables
        yield from self.metrics
        yield from self.verified_queries
        yield from self.rules
        yield from self.learnings

    @property
    def is_empty(self) -> bool:
        return next(self.entries(), None) is None


NOTHING_KNOWN = Known()


def _version(entry: Entry) -> str:
    """SHA-256 over what an entry says; how often it was used does not change it."""
    return _digest(_plain(entry))


def _plain(value: object) -> object:
    if is_dataclass(value):
        kept = {one.name: _plain(getattr(value, one.name)) for one in fields(value) if one.metadata != _COUNTED}
        return {"is": type(value).__name__, **kept}
    if isinstance(value, datetime):
        return value.isoformat()
    return [_plain(item) for item in value] if isinstance(value, tuple | list) else value


def _digest(value: object) -> str:
    canonical = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()
