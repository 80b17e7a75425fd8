"""A clause as a test on one column: `with a limit of 5000`, `in the USA`, `directed by Sofia Martinez`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import Column, Table
from answerable.language.ambiguity.schema_facts import SchemaFacts, name_stems
from answerable.language.ambiguity.select_columns import Value
from answerable.language.ambiguity.wordings import alike, says_any, stems, word_list
from answerable.language.linking.column_traits import clock, is_key
from answerable.language.linking.schema_index import value_words
from answerable.language.question.tokens import Token
from answerable.naming.inflection import lemma
from answerable.sql.column_ref import ColumnRef

__all__ = ["Test", "find_tests"]

_LONGEST = 12
_NEAR = 3
_YEARS = range(1000, 2200)


@dataclass(frozen=True, slots=True)
class Test:
    """The column must be equal to the value."""

    ref: ColumnRef
    value: Value


def find_tests(clause: Sequence[Token], near: Sequence[str], ground: SchemaFacts) -> tuple[Test, ...]:
    """Tests the clause may stand for on one of these tables or a table they connect to, the likeliest first."""
    words = stems(clause)
    distances: dict[str, int | None] = {}
    result: list[tuple[float, int, int, Test]] = []
    for number, (length, test) in enumerate((*_texts(clause, ground), *_numbers(clause, ground))):
        said_of = _said(test.ref, words, ground)
        if not said_of and not length:
            continue
        table = test.ref.table
        if table not in distances:
            distances[table] = _distance(near, table, ground)
        if (distance := distances[table]) is not None:
            result.append((-said_of - 2 * length, distance, number, test))
    return tuple(test for *_, test in sorted(result, key=lambda item: item[:3]))


def _distance(near: Sequence[str], table: str, ground: SchemaFacts) -> int | None:
    """Keys between the table and the nearest of the others; None where it is far away."""
    paths = [ground.graph.path(start, table) for start in near]
    lengths = [len(path) for path in paths if path is not None]
    return min(lengths) if lengths and min(lengths) <= _NEAR else None


def _said(ref: ColumnRef, words: Sequence[str], ground: SchemaFacts) -> float:
    """How much the clause speaks of the column, and of its table."""
    column, table = name_stems(ref.name), name_stems(ground.table(ref.table).name)
    own = sum(any(alike(part, word) for word in words) for part in column) / len(column)
    return own + 0.3 * any(part in words for part in table)


def _texts(clause: Sequence[Token], ground: SchemaFacts) -> Iterator[tuple[int, Test]]:
    """Known values that stand in the clause, with their length in words; only the longest."""
    idle = word_list("attachment", "openers") | word_list("attachment", "determiners")
    for length in range(min(_LONGEST, len(clause)), 0, -1):
        result = []
        for start in range(len(clause) - length + 1):
            span = clause[start : start + length]
            if length > 1 or not says_any(span, idle):
                result += [Test(ref, value) for ref, value in _cells(span, ground)]
        if result:
            yield from ((length, test) for test in dict.fromkeys(result))
            return


def _cells(span: Sequence[Token], ground: SchemaFacts) -> tuple[tuple[ColumnRef, str], ...]:
    written = value_words(" ".join(token.text for token in span))
    if not written:
        return ()
    return ground.values(written) or ground.values((*written[:-1], lemma(written[-1])))


def _numbers(clause: Sequence[Token], ground: SchemaFacts) -> Iterator[tuple[int, Test]]:
    numbers = [token.number for token in clause if token.number is not None]
    for value in numbers[:1] if len(numbers) == 1 else ():
        for table, column in ground.schema.columns():
            if _counts(table, column) and (clock(column) is None or int(value) in _YEARS):
                yield 0, Test(ColumnRef(table.qualified, column.name), value)


def _counts(table: Table, column: Column) -> bool:
    return (column.kind.is_number or clock(column) == "year_number") and not is_key(table, column)
