"""Which tables a prompt tells of: all of a small source, else those in play by the question and the engine's readings.

However many tables a source has, a prompt tells of a dozen at most."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import TYPE_CHECKING

from sqlglot.errors import SqlglotError

from answerable.language.question.tokens import Token, normalise
from answerable.language.reranking.reranking_features import content_tokens
from answerable.naming.inflection import stem
from answerable.sql.facts import tables_in
from answerable.sql.parse import parse_sql

if TYPE_CHECKING:
    from answerable.hybrid.sight import Sight
    from answerable.kernel.schema import Table

__all__ = ["MOST_TABLES", "choose_tables"]

MOST_TABLES = 11
_NAMED, _HAS_COLUMN, _HAS_VALUE, _READ, _NEAR = 3.0, 1.0, 2.0, 4.0, 1.5
_LONGEST_VALUE = 5


def choose_tables(question: str, sight: Sight, readings: Iterable[str] = ()) -> tuple[Table, ...]:
    """In the order of the schema, so that prompts over a small source begin alike."""
    tables = sight.schema.tables
    if len(tables) <= MOST_TABLES:
        return tables
    scores = _scores(normalise(question), sight)
    for sql in readings:
        scores.update(dict.fromkeys(_read_by(sql, sight), _READ))
    _add_neighbours(scores, sight)
    ranked = sorted(tables, key=lambda table: (-scores[table.qualified], _is_aside(table, sight), table.qualified))
    chosen = {table.qualified for table in ranked[:MOST_TABLES]}
    return tuple(table for table in tables if table.qualified in chosen)


def _scores(tokens: tuple[Token, ...] | list[Token], sight: Sight) -> dict[str, float]:
    """By how telling a word is: one that many tables have says little."""
    words = {stem(tokens[at].lemma) for at in content_tokens(tokens)}
    counts = Counter(word for stems in sight.stems_of_tables.values() for word in stems & words)
    scores: dict[str, float] = defaultdict(float)
    for name, stems in sight.stems_of_tables.items():
        named = sight.stems_of_names[name]
        for word in stems & words:
            weight = 1 / (1 + math.log(counts[word]))
            scores[name] += weight * (_NAMED if word in named else _HAS_COLUMN)
    for name in _with_values(tokens, sight):
        scores[name] += _HAS_VALUE
    return scores


def _with_values(tokens: tuple[Token, ...] | list[Token], sight: Sight) -> set[str]:
    texts = [token.text.casefold() for token in tokens]
    spans = (
        " ".join(texts[start:end])
        for start in range(len(texts))
        for end in range(start + 1, min(start + _LONGEST_VALUE, len(texts)) + 1)
    )
    return {name for span in spans for name in sight.tables_of_values.get(span, ())[:3]}


def _read_by(sql: str, sight: Sight) -> tuple[str, ...]:
    try:
        return tables_in(parse_sql(sql, sight.schema.dialect), sight.schema)
    except (SqlglotError, RecursionError):
        return ()


def _add_neighbours(scores: dict[str, float], sight: Sight) -> None:
    """What the tables in play point to, and what ties two of them together."""
    best = [name for name in sorted(scores, key=lambda one: -scores[one])[:5] if scores[name] >= _HAS_COLUMN]
    ends: Counter[str] = Counter()
    for one in sight.model.relationships:
        if one.table in best:
            scores[one.target] += _NEAR / len(best)
        if one.target in best:
            ends[one.table] += 1
    for name, count in ends.items():
        if count > 1:
            scores[name] += _NEAR


def _is_aside(table: Table, sight: Sight) -> bool:
    entity = sight.model.entity(table.qualified)
    return table.is_view or (entity is not None and entity.is_technical)
