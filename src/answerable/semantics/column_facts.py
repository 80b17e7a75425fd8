"""What is seen of each column, gathered once: its words, its values in the rows seen, its sketch."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import Cell, Column, DatabaseSchema, Kind, Table
from answerable.kernel.value_hashes import hash_of_value
from answerable.semantics.hidden_types import hidden_type
from answerable.semantics.identifier_words import SchemaNames
from answerable.semantics.meaning_words import MeaningWords, is_among
from answerable.semantics.semantic_model import HiddenType
from answerable.semantics.table_nouns import TableNoun, table_nouns

__all__ = ["ColumnFacts", "SourceFacts", "TableFacts", "gather_facts"]


@dataclass(frozen=True, slots=True)
class ColumnFacts:
    table: Table
    column: Column
    position: int
    words: MeaningWords
    values: tuple[Cell, ...]
    """Of the rows seen, without NULL."""
    seen: int
    """Rows seen."""
    distinct: int | None
    is_unique: bool
    hashes: tuple[int, ...]
    """Sorted. All values where `holds_all`, those up to the greatest where `is_least`, else just some."""
    holds_all: bool
    is_least: bool
    least: float | None
    greatest: float | None
    hidden: HiddenType | None

    @property
    def name(self) -> str:
        return self.column.name

    @property
    def kind(self) -> Kind:
        return self.column.kind

    @property
    def null_share(self) -> float:
        return 1 - len(self.values) / self.seen if self.seen else 0.0

    @property
    def is_empty(self) -> bool:
        """Rows were seen, and none has a value."""
        return self.seen > 0 and not self.values

    @property
    def is_date(self) -> bool:
        return self.kind.is_date or (self.hidden is not None and self.hidden.kind in ("date", "timestamp", "month"))

    @property
    def is_number(self) -> bool:
        if self.hidden:
            return self.hidden.kind in ("number", "money", "percent")
        return self.kind.is_number or (self.kind is Kind.OTHER and _are_numbers(self.values))

    @property
    def texts(self) -> tuple[str, ...]:
        return self.column.common_values or tuple(dict.fromkeys(str(value) for value in self.values))


@dataclass(frozen=True, slots=True)
class TableFacts:
    table: Table
    noun: TableNoun
    columns: tuple[ColumnFacts, ...]
    is_people: bool
    """By its noun, or because its rows have a given and a family name."""

    @property
    def name(self) -> str:
        return self.table.qualified

    @property
    def rows(self) -> int:
        return self.table.row_estimate or max((facts.seen for facts in self.columns), default=0)

    def column(self, name: str) -> ColumnFacts | None:
        return next((facts for facts in self.columns if facts.name == name), None)


@dataclass(frozen=True, slots=True)
class SourceFacts:
    schema: DatabaseSchema
    names: SchemaNames
    tables: dict[str, TableFacts]

    def each_column(self) -> Iterator[tuple[TableFacts, ColumnFacts]]:
        for table in self.tables.values():
            for column in table.columns:
                yield table, column


def gather_facts(schema: DatabaseSchema) -> SourceFacts:
    names = SchemaNames(schema)
    nouns = table_nouns(schema, names)
    tables = {table.qualified: _table_facts(table, nouns[table.qualified], names) for table in schema.tables}
    return SourceFacts(schema, names, tables)


def _table_facts(table: Table, noun: TableNoun, names: SchemaNames) -> TableFacts:
    columns = tuple(_column_facts(table, place, column, names) for place, column in enumerate(table.columns))
    return TableFacts(table, noun, columns, noun.is_people or _have_full_names(columns))


def _have_full_names(columns: tuple[ColumnFacts, ...]) -> bool:
    return all(
        any(is_among(facts.words, "place_words", part) for facts in columns) for part in ("first_names", "last_names")
    )


def _column_facts(table: Table, position: int, column: Column, names: SchemaNames) -> ColumnFacts:
    words = names.words(column.name)
    values = tuple(cell for cell in column.cells if cell is not None)
    hashes, holds_all, is_least = _hashes(table, column, values)
    distinct = _distinct(column, hashes, holds_all)
    numbers = [value for value in values if isinstance(value, int | float)]
    ends: tuple[float | None, float | None] = (min(numbers), max(numbers)) if numbers else (None, None)
    if column.sketch and column.sketch.least is not None:
        ends = (column.sketch.least, column.sketch.greatest)
    return ColumnFacts(
        table=table,
        column=column,
        position=position,
        words=words,
        values=values,
        seen=len(column.cells),
        distinct=distinct,
        is_unique=_is_unique(table, column, values, distinct),
        hashes=hashes,
        holds_all=holds_all,
        is_least=is_least,
        least=ends[0],
        greatest=ends[1],
        hidden=hidden_type(table, column, words),
    )


def _hashes(table: Table, column: Column, values: tuple[Cell, ...]) -> tuple[tuple[int, ...], bool, bool]:
    """Hashes, whether they are all, whether they are the least of all."""
    if column.sketch:
        sketch = column.sketch
        holds_all = sketch.is_complete and len(sketch.hashes) >= sketch.distinct
        return sketch.hashes, holds_all, sketch.is_complete
    if column.kind not in (Kind.INTEGER, Kind.TEXT, Kind.DECIMAL, Kind.OTHER):
        return (), False, False
    whole = table.cells_are_all and (bool(column.cells) or not table.row_estimate)
    known = column.common_values
    if not whole and known and column.distinct_estimate is not None and len(known) >= column.distinct_estimate:
        return tuple(sorted(map(hash_of_value, known))), True, True
    return tuple(sorted({hash_of_value(value) for value in values})), whole, whole


def _distinct(column: Column, hashes: tuple[int, ...], holds_all: bool) -> int | None:
    if column.sketch:
        return column.sketch.distinct
    return len(hashes) if holds_all else column.distinct_estimate


def _is_unique(table: Table, column: Column, values: tuple[Cell, ...], distinct: int | None) -> bool:
    """As many distinct values as rows, of all rows or of those seen."""
    if table.primary_key == (column.name,):
        return True
    if not values or len(values) < len(column.cells) or len(set(values)) < len(values):
        return False
    return distinct is None or not table.row_estimate or distinct >= table.row_estimate * 0.999 or distinct >= 20_000


def _are_numbers(values: tuple[Cell, ...]) -> bool:
    return bool(values) and all(isinstance(value, int | float) for value in values)
