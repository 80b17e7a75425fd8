"""What a mention can be in a sentence: an amount, a table, a value, a date, a flag."""

from __future__ import annotations

from dataclasses import replace

from answerable.kernel.schema import Kind
from answerable.language.linking.column_traits import clock, date_columns, is_measure
from answerable.language.linking.mentions import Mention
from answerable.language.linking.schema_index import SchemaIndex
from answerable.language.question.word_lists import money_words
from answerable.naming.identifiers import identifier_lemmas

__all__ = ["Roles"]

_NEAR = 0.15
_RATES = {("minute", "hour"): "hourly", ("hour", "hour"): "over", ("minute", "minute"): "over"}
"""The unit a column is kept in and the unit asked for → the operator that gives the rate."""


class Roles:
    def __init__(self, index: SchemaIndex) -> None:
        self._index = index

    def is_amount(self, mention: Mention) -> bool:
        """One of its better meanings is a number that can be added up or compared."""
        return self.is_metric(mention) or any(
            t.kind == "derived" or is_measure(self._index.table(t.table), self._index.column(t.table, t.column))
            for t in mention.of("column", "derived")
            if t.score >= mention.best.score - _NEAR
        )

    def is_metric(self, mention: Mention) -> bool:
        """A figure that somebody defined."""
        return mention.best.kind == "metric"

    def is_term(self, mention: Mention) -> bool:
        """A word for rows that meet what somebody defined."""
        return (mention.best.table, mention.best.value) in self._index.glossary.conditions

    def is_table(self, mention: Mention) -> bool:
        tables = mention.of("table")
        return bool(tables) and tables[0].score >= mention.best.score - 0.01

    def is_role(self, mention: Mention) -> bool:
        """A table under a second name: `manager` among employees."""
        return self.is_table(mention) and mention.of("table")[0].table in self._index.roles.real

    def of(self, role: Mention, column: Mention) -> Mention:
        """The column as one of the table in that role."""
        name = role.of("table")[0].table
        real = self._index.roles.real[name]
        moved = tuple(replace(t, table=name) for t in column.targets if t.table == real)
        return replace(column, targets=moved or column.targets)

    def is_value(self, mention: Mention) -> bool:
        return mention.best.kind == "value"

    def is_date(self, mention: Mention) -> bool:
        return any(clock(self._index.column(t.table, t.column)) for t in mention.of("column"))

    def tells_when(self, mention: Mention) -> bool:
        """`deleted`, where a column says when that happened and is empty where it never did."""
        columns = [self._index.column(t.table, t.column) for t in mention.of("column")]
        happened = [column for column in columns if clock(column) and column.nullable]
        said = identifier_lemmas(mention.text)
        return any(mention.text.endswith("ed") or identifier_lemmas(column.name)[:-1] == said for column in happened)

    def is_flag(self, mention: Mention) -> bool:
        columns = mention.of("column")
        return bool(columns) and self._index.column(columns[0].table, columns[0].column).kind is Kind.BOOLEAN

    def has_amount(self, mention: Mention) -> bool:
        """A table whose rows have a size of their own."""
        table = self._index.table(mention.best.table)
        return self.is_table(mention) and any(is_measure(table, column) for column in table.columns)

    def moment(self, mention: Mention) -> Mention | None:
        """When what is mentioned happened: the column itself, or the table's own date."""
        if mention.best.kind == "column":
            return mention if self.is_date(mention) else None
        tables = [(t, date_columns(self._index.table(t.table))[:1]) for t in mention.of("table")]
        dates = tuple(replace(t, kind="column", columns=(column.name,)) for t, result in tables for column in result)
        return replace(mention, targets=dates) if dates else None

    def time_for(self, amount: Mention, unit: str) -> tuple[Mention, str] | None:
        """How long what an amount is paid for took, and how the two give a rate for each hour or minute."""
        result = []
        for target in amount.of("column"):
            for column in self._index.table(target.table).columns:
                kept = next((word for word in identifier_lemmas(column.name) if word in ("hour", "minute")), "")
                rate = _RATES.get((kept, unit)) if column.kind.is_number else None
                result += [(replace(target, columns=(column.name,)), rate)] if rate else []
        return (replace(amount, targets=(result[0][0],)), result[0][1]) if result else None

    def is_money(self, mention: Mention) -> bool:
        """A table whose rows are spoken of as money: `expenses`."""
        tables = mention.of("table")
        named = identifier_lemmas(tables[0].table.rsplit(".", 1)[-1]) if tables else ()
        return self.is_table(mention) and bool(money_words().intersection(named[-1:]))

    def owns(self, table: Mention, amount: Mention) -> bool:
        """`order revenue`: a table right before an amount only says whose it is."""
        return self.is_table(table) and self.is_amount(amount) and amount.start == table.end

    def holds(self, column: Mention, value: Mention) -> bool:
        """Whether the value is one of the column's."""
        columns = {(t.table, t.column) for t in value.of("value")}
        return any((t.table, t.column) in columns for t in column.of("column"))
