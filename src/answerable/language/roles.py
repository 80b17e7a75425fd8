"""What a mention can be in a sentence: an amount, a table, a value, a date, a flag."""

from __future__ import annotations

from answerable.language.link import Mention
from answerable.language.schema_index import SchemaIndex
from answerable.language.traits import clock, identifier_words, is_measure
from answerable.schema import Kind

__all__ = ["Roles"]

_NEAR = 0.15


class Roles:
    def __init__(self, index: SchemaIndex) -> None:
        self._index = index

    def is_amount(self, mention: Mention) -> bool:
        """One of its better meanings is a number that can be added up or compared."""
        return any(
            t.kind == "derived" or is_measure(self._index.table(t.table), self._index.column(t.table, t.column))
            for t in mention.of("column", "derived")
            if t.score >= mention.best.score - _NEAR
        )

    def is_table(self, mention: Mention) -> bool:
        tables = mention.of("table")
        return bool(tables) and tables[0].score >= mention.best.score - 0.01

    def is_role(self, mention: Mention) -> bool:
        """A table under a second name: `manager` among employees."""
        return self.is_table(mention) and mention.of("table")[0].table in self._index.roles.real

    def is_value(self, mention: Mention) -> bool:
        return mention.best.kind == "value"

    def is_date(self, mention: Mention) -> bool:
        return any(clock(self._index.column(t.table, t.column)) for t in mention.of("column"))

    def tells_when(self, mention: Mention) -> bool:
        """`deleted`, where a column says when that happened and is empty where it never did."""
        columns = [self._index.column(t.table, t.column) for t in mention.of("column")]
        happened = [column for column in columns if clock(column) and column.nullable]
        said = identifier_words(mention.text)
        return any(mention.text.endswith("ed") or identifier_words(column.name)[:-1] == said for column in happened)

    def is_flag(self, mention: Mention) -> bool:
        columns = mention.of("column")
        return bool(columns) and self._index.column(columns[0].table, columns[0].column).kind is Kind.BOOLEAN

    def owns(self, table: Mention, amount: Mention) -> bool:
        """`order revenue`: a table right before an amount only says whose it is."""
        return self.is_table(table) and self.is_amount(amount) and amount.start == table.end

    def holds(self, column: Mention, value: Mention) -> bool:
        """Whether the value is one of the column's."""
        columns = {(t.table, t.column) for t in value.of("value")}
        return any((t.table, t.column) in columns for t in column.of("column"))
