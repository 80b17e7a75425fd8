"""What two coordinated phrases name: two values of one column, or two tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import Table
from answerable.language.ambiguity.schema_facts import SchemaFacts, name_stems
from answerable.language.ambiguity.wordings import stems
from answerable.language.linking.schema_index import value_words
from answerable.language.question.tokens import Token
from answerable.naming.inflection import lemma, stem
from answerable.sql.column_ref import ColumnRef

__all__ = ["ValuePair", "table_pair", "value_pairs"]

_MOST_VALUES = 300


@dataclass(frozen=True, slots=True)
class ValuePair:
    ref: ColumnRef
    first: str
    second: str
    left_over: tuple[str, ...]
    """Stems of what the phrases say besides: the `bands` of `jazz bands`."""
    exact: float


def value_pairs(first: Sequence[Token], second: Sequence[Token], ground: SchemaFacts) -> tuple[ValuePair, ...]:
    """Best first. At least one phrase holds a cell word for word; the other may be near one of the same column."""
    refs = dict.fromkeys((*_exact_columns(first, ground), *_exact_columns(second, ground)))
    result = [pair for ref in refs for pair in _pairs(ref, stems(first), stems(second), ground)]
    return tuple(sorted(result, key=lambda pair: (-pair.exact, str(pair.ref))))


def _exact_columns(phrase: Sequence[Token], ground: SchemaFacts) -> Iterator[ColumnRef]:
    for start in range(len(phrase)):
        for end in range(len(phrase), start, -1):
            words = value_words(" ".join(token.text for token in phrase[start:end]))
            for form in dict.fromkeys((words, (*words[:-1], lemma(words[-1])))) if words else ():
                yield from (ref for ref, _ in ground.values(form))


def _pairs(ref: ColumnRef, first: tuple[str, ...], second: tuple[str, ...], ground: SchemaFacts) -> Iterator[ValuePair]:
    values = ground.column(ref).common_values
    if len(values) > _MOST_VALUES:
        return
    one, other = _nearest(first, values), _nearest(second, values)
    if one and other and one[1] != other[1]:
        left_over = [word for word in (*first, *second) if word not in (*_stems(one[1]), *_stems(other[1]))]
        yield ValuePair(ref, one[1], other[1], tuple(left_over), one[0] + other[0])


def _nearest(phrase: tuple[str, ...], values: Sequence[str]) -> tuple[float, str] | None:
    """The value the phrase says most of, and how much of both is covered."""
    result = [(_covered(phrase, _stems(value)), -number, value) for number, value in enumerate(values)]
    best = max(result, default=None)
    return (best[0], best[2]) if best and best[0] > 0 else None


def _covered(phrase: tuple[str, ...], value: tuple[str, ...]) -> float:
    """1 for the same words, less for each word only one of them has; 0 where the telling first word differs."""
    shared = [word for word in value if word in phrase]
    if not shared or value[0] not in phrase:
        return 0.0
    return len(shared) / (len(value) + len(phrase) - len(shared))


def _stems(value: str) -> tuple[str, ...]:
    return tuple(stem(word) for word in value_words(value))


def table_pair(first: Sequence[Token], second: Sequence[Token], ground: SchemaFacts) -> tuple[Table, Table] | None:
    one, other = _table(stems(first), ground), _table(stems(second), ground)
    return (one, other) if one and other and one is not other else None


def _table(phrase: tuple[str, ...], ground: SchemaFacts) -> Table | None:
    """The table whose name the phrase says all of, or whose name says all of the phrase."""
    result = []
    for number, table in enumerate(ground.things):
        own = name_stems(table.name)
        shared = sum(word in own for word in phrase)
        if shared and shared in (len(own), len(phrase)):
            result.append((-shared / max(len(own), len(phrase)), number))
    return ground.things[min(result)[1]] if result and -min(result)[0] >= 0.5 else None
