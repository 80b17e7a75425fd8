"""Knowledge of the test databases, read from the case files, and the questions asked with it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from answerable.kernel.knowledge import (
    AgentLearning,
    BusinessRule,
    CanonicalMetric,
    ColumnNote,
    Effect,
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
from answerable.kernel.schema import DatabaseSchema
from answerable.language import EmbeddedTranslator, Translation, Turn
from tests.language.databases import TODAY, connection, schema

CASES = Path(__file__).parent / "cases"
TRANSLATOR = EmbeddedTranslator()
_EFFECTS: dict[str, type[Effect]] = {
    one.__name__: one for one in (UseColumn, UseTable, UseValue, JoinBy, RequireFilter, WordMeans)
}


@dataclass(frozen=True)
class Asked:
    """A question with what must come of it."""

    database: str
    question: str
    gold: str = ""
    """SQL by hand, whose rows must come back; empty where nothing may be answered."""
    path: str = "embedded"
    applied: tuple[str, ...] = ()
    """Names of the entries that must have had a part."""
    not_applied: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    """What must be said among the assumptions."""
    asks: tuple[str, ...] = ()
    """What must stand in the question asked back."""
    after: tuple[str, ...] = ()
    """Questions before it in the conversation."""
    learning: Mapping[str, Any] | None = None
    """Known besides, and nothing else."""
    without_keys: bool = False
    """Asked of the schema without its foreign keys."""


def asked(file: str) -> list[Asked]:
    table = tomllib.loads((CASES / file).read_text(encoding="utf-8"))
    lists = ("applied", "not_applied", "notes", "asks", "after")
    return [Asked(**{**case, **{name: tuple(case.get(name, ())) for name in lists}}) for case in table["case"]]


@cache
def known(database: str) -> Known:
    """Everything that the case file knows of a database."""
    table = tomllib.loads((CASES / "knowledge.toml").read_text(encoding="utf-8")).get(database, {})
    return Known(
        tables=tuple(map(_table, table.get("tables", ()))),
        metrics=tuple(CanonicalMetric(**_tuples(metric)) for metric in table.get("metrics", ())),
        verified_queries=tuple(VerifiedQuery(**_tuples(query)) for query in table.get("verified_queries", ())),
        rules=tuple(BusinessRule(**_tuples(rule)) for rule in table.get("rules", ())),
    )


def learning(given: Mapping[str, Any]) -> AgentLearning:
    """`effect` names its kind beside its fields."""
    plain = dict(given)
    effect = dict(plain.pop("effect"))
    made = _EFFECTS[effect.pop("is")](**effect)
    return AgentLearning(**_tuples(plain), effect=made)


def _table(given: dict[str, Any]) -> TableKnowledge:
    plain = dict(given)
    notes = tuple(ColumnNote(**_tuples(note)) for note in plain.pop("column_notes", ()))
    related = tuple(RelatedTable(**other) for other in plain.pop("related_tables", ()))
    return TableKnowledge(**_tuples(plain), column_notes=notes, related_tables=related)


def _tuples(given: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}


def ask(case: Asked) -> Translation:
    """The last question of a conversation, each earlier one answered before it."""
    facts = known(case.database) if case.learning is None else Known(learnings=(learning(case.learning),))
    over = _without_keys(schema(case.database)) if case.without_keys else schema(case.database)
    turns: tuple[Turn, ...] = ()
    for question in case.after:
        best = TRANSLATOR.translate(question, over, replace(TODAY, known=facts, turns=turns)).best
        assert best is not None
        turns = (*turns, Turn(question, best.sql))
    return TRANSLATOR.translate(case.question, over, replace(TODAY, known=facts, turns=turns))


def _without_keys(full: DatabaseSchema) -> DatabaseSchema:
    return replace(full, tables=tuple(replace(table, foreign_keys=()) for table in full.tables))


def rows(database: str, sql: str) -> list[tuple[str, ...]]:
    """In the order of the alphabet: what a query gives, not how it is sorted."""
    return sorted(tuple(map(_plain, row)) for row in connection(database).execute(sql))


def _plain(value: object) -> str:
    return f"{value:.4f}" if isinstance(value, int | float) else str(value)
