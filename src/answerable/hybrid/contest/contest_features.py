"""What speaks for a model's SQL and for the engine's best reading; `weights.toml` says what each of it counts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlglot.errors import SqlglotError

from answerable.hybrid.contest.same_results import give_the_same
from answerable.kernel.light_dataclass import dataclass
from answerable.language.korean.hangul import has_hangul
from answerable.language.question.tokens import normalise
from answerable.language.reranking.column_uses import ColumnKinds
from answerable.language.reranking.reranking_features import content_tokens
from answerable.language.reranking.sql_shape import sql_shape
from answerable.language.reranking.unmet_demands import unmet_demands
from answerable.naming.inflection import stem
from answerable.sql.facts import refs_in, tables_in
from answerable.sql.parse import parse_sql

if TYPE_CHECKING:
    from answerable.hybrid.sight import Sight
    from answerable.kernel.messages import CodedMessage
    from answerable.language.translation import Translation

__all__ = ["Features", "ModelReading", "contest_features"]

Features = dict[str, float]

_LEAST = 0.02
_NAMES = ("fixed.table", "fixed.column", "fixed.joined", "fixed.join_by")


@dataclass(frozen=True, slots=True)
class ModelReading:
    """A model's SQL after the fixer, that the guard allows."""

    sql: str
    changes: tuple[CodedMessage, ...] = ()
    warnings: int = 0
    attempts: int = 1
    is_structured: bool = True
    """Of a model that is large enough for JSON."""
    log_probability: float | None = None
    agreement: float = 0.0
    """Share of its further samples that gave the same."""
    was_run: bool = False
    """It ran on the source itself."""


def contest_features(question: str, reading: ModelReading, engine: Translation, sight: Sight) -> Features:
    dialect, runs = sight.schema.dialect, sight.sample_runs
    same = [give_the_same(reading.sql, one.sql, runs, dialect) for one in engine.candidates]
    first = engine.best
    return {
        **_of_engine(engine),
        "structured": float(reading.is_structured),
        "agrees": float(bool(same) and same[0]),
        "agrees_with_other": max(
            (one.confidence for one, is_same in zip(engine.candidates[1:], same[1:], strict=True) if is_same),
            default=0.0,
        ),
        **{f"model_{name}": value for name, value in _of_query(question, reading.sql, sight).items()},
        **({f"engine_{n}": v for n, v in _of_query(question, first.sql, sight).items()} if first else {}),
        "names_mended": float(sum(one.code in _NAMES for one in reading.changes)),
        "mended": float(len(reading.changes)),
        "warnings": float(reading.warnings),
        "further_attempts": float(reading.attempts - 1),
        "was_run": float(reading.was_run),
        "samples_agree": reading.agreement,
        "surprise": -reading.log_probability if reading.log_probability is not None else 0.0,
    }


def _of_engine(engine: Translation) -> Features:
    confidence = engine.best.confidence if engine.best else 0.0
    clipped = min(max(confidence, _LEAST), 1 - _LEAST)
    return {
        "engine_logit": math.log(clipped / (1 - clipped)) if engine.best else -4.0,
        "engine_declines": float(engine.decline is not None),
        "engine_asks": float(engine.clarification is not None),
        "engine_unknown": float(len(engine.not_understood)),
    }


def _of_query(question: str, sql: str, sight: Sight) -> Features:
    outcome = sight.sample_runs.outcome(sql)
    is_english = not has_hangul(question)
    demands = unmet_demands(question, sql, sight.schema.dialect, _kinds(sight)) if is_english else {}
    unmet = sum(value for name, value in demands.items() if name.startswith("unmet_"))
    odd = sum(demands.get(f"odd_{name}", 0.0) for name in ("direction", "order_by_text", "cut", "equal_sides"))
    return {
        "untried": float(outcome is None),
        "empty": float(outcome is not None and outcome.rows == 0),
        "idle": float(outcome is not None and outcome.rows > 0 and not outcome.is_telling),
        "nulls": outcome.nulls if outcome else 0.0,
        "many_rows": float(outcome is not None and outcome.rows >= 100),
        "unmet": unmet,
        "odd": odd,
        "uncovered": _uncovered(question, sql, sight) if is_english else 0.0,
    }


def _kinds(sight: Sight) -> ColumnKinds:
    return ColumnKinds(sight.schema, sight.model)


def _uncovered(question: str, sql: str, sight: Sight) -> float:
    """Share of the content words that have no part in the names, labels, verbs and values of the query."""
    tokens = normalise(question)
    words = [stem(tokens[at].lemma) for at in content_tokens(tokens)]
    said = sql_shape(sql, sight.schema.dialect).stems | _stems_of(sql, sight)
    return sum(word not in said for word in words) / len(words) if words else 0.0


def _stems_of(sql: str, sight: Sight) -> frozenset[str]:
    try:
        tree = parse_sql(sql, sight.schema.dialect)
    except (SqlglotError, RecursionError):
        return frozenset()
    found: set[str] = set()
    for name in tables_in(tree, sight.schema):
        found |= sight.stems_of_names.get(name, frozenset())
    for ref in refs_in(tree, sight.schema):
        table = sight.schema.table(ref.table)
        column = table.column(ref.name) if table else None
        names: Sequence[frozenset[str]] = sight.fixing.names_of_column(table, column) if table and column else ()
        found |= {stem(word) for words in names for word in words}
    for event in sight.model.events:
        if event.table in tables_in(tree, sight.schema):
            found |= {stem(verb) for verb in event.verbs}
    return frozenset(found)
