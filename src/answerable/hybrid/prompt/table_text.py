"""A table as CREATE TABLE with comments: what a row is, and what its columns mean."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.hybrid.prompt.wire_names import WireNames, safe
from answerable.semantics import RowCondition
from answerable.semantics.measure_expressions import derived_expression, measure_expression
from answerable.semantics.read_expressions import read_expression

if TYPE_CHECKING:
    from datetime import date

    from answerable.hybrid.sight import Sight
    from answerable.kernel.schema import Column, Table

__all__ = ["table_text"]

_MOST_COLUMNS = 60
_MOST_VALUES, _MOST_CODES = 4, 16
_FEW_DISTINCT = 12
_MOST_COMMENT = 160
_PLAIN_FORMATS = ("yyyy-mm-dd", "iso", "1234")


def table_text(table: Table, sight: Sight, names: WireNames, today: date) -> str:
    return "\n".join(_TableWriter(table, sight, names, today).lines())


class _TableWriter:
    def __init__(self, table: Table, sight: Sight, names: WireNames, today: date) -> None:
        self._table = table
        self._sight = sight
        self._model = sight.model
        self._names = names
        self._today = today
        self._name = table.qualified

    def lines(self) -> Iterator[str]:
        if said := self._row():
            yield f"-- {said}"
        kind = "VIEW" if self._table.is_view else "TABLE"
        yield f"CREATE {kind} {self._names.table(self._name)} ("
        shown = self._table.columns[:_MOST_COLUMNS]
        ends = [*("," for _ in shown[1:]), "" if not self._composite() else ","]
        for column, end in zip(shown, ends, strict=True):
            said = "; ".join(self._meanings(column))
            yield f"  {self._column(column)}{end}{f' -- {said}' if said else ''}"
        yield from (f"  {line}" for line in self._composite())
        if left := len(self._table.columns) - len(shown):
            yield f"  -- and {left} more columns"
        yield ");"
        yield from (f"-- {line}" for line in (*self._measures(), *self._left_out()))

    def _row(self) -> str:
        entity = self._model.entity(self._name)
        said = []
        if entity and (noun := self._names.label(entity.noun)):
            said.append(f"one row is one {noun}")
        if entity and entity.display and not entity.is_bridge:
            said.append("shown by " + ", ".join(self._names.column(self._name, one) for one in entity.display))
        main = self._model.main_date(self._name)
        if main is not None:
            said.append(f"main date {self._names.column(self._name, main.column)}")
        if self._table.comment and not self._names.is_blind:
            said.append(safe(self._table.comment, _MOST_COMMENT))
        return "; ".join(said)

    def _column(self, column: Column) -> str:
        parts = [self._names.column(self._name, column.name), safe(column.data_type, 40) or "TEXT"]
        if self._table.primary_key == (column.name,):
            parts.append("PRIMARY KEY")
        for one in self._model.relationships_of(self._name):
            if one.columns == (column.name,) and not one.condition:
                target = self._names.table(one.target)
                parts.append(f"REFERENCES {target} ({self._names.column(one.target, one.target_columns[0])})")
                break
        return " ".join(parts)

    def _composite(self) -> list[str]:
        keys = [one for one in self._model.relationships_of(self._name) if len(one.columns) > 1]
        return [
            f"FOREIGN KEY ({self._listed(self._name, one.columns)}) REFERENCES {self._names.table(one.target)}"
            f" ({self._listed(one.target, one.target_columns)})"
            for one in keys[:2]
        ]

    def _listed(self, table: str, columns: tuple[str, ...]) -> str:
        return ", ".join(self._names.column(table, one) for one in columns)

    def _meanings(self, column: Column) -> Iterator[str]:
        key = self._name, column.name
        labels = self._sight.fixing.labels
        if (day := labels.date(*key)) and not self._names.is_blind:
            yield self._names.label(f"{day.label} date") + ("; NULL means not yet" if day.null_means_open else "")
        elif role := self._names.label(labels.role(self._name, (column.name,))):
            yield role
        if hidden := self._model.hidden_type(*key):
            yield from self._hidden(column)
        if (measure := labels.measure(*key)) and measure.scale != 1 and hidden is None:
            yield f"in hundredths: divide by 100.0 for {measure.unit or 'whole units'}"
        elif measure and measure.unit and not self._names.is_blind:
            yield f"in {measure.unit}"
        yield from self._values(column)
        if column.comment and not self._names.is_blind:
            yield safe(column.comment, _MOST_COMMENT)

    def _hidden(self, column: Column) -> Iterator[str]:
        hidden = self._model.hidden_type(self._name, column.name)
        if hidden is None or hidden.format.startswith(_PLAIN_FORMATS):
            return
        node = exp.column(self._names.column(self._name, column.name))
        read = read_expression(hidden, node, self._model.dialect).sql(dialect=self._model.dialect)
        yield f"{hidden.kind} written {hidden.format}" + (f", read it by {read}" if len(read) < 120 else "")

    def _values(self, column: Column) -> Iterator[str]:
        """Codes and flags belong to what the column means; other values only where they may be seen."""
        fixing, key = self._sight.fixing, (self._name, column.name)
        value = self._names.value
        if decoding := fixing.decoding(*key):
            told = (f"{value(code)} = {self._names.label(text) or 'a state'}" for code, text in decoding.meanings)
            yield ", ".join([*told][:_MOST_CODES])
        elif flag := fixing.flag(*key):
            label = self._names.label(flag.label) or "yes"
            yield f"{label} where {' or '.join(map(value, flag.yes[:3]))}, else {' or '.join(map(value, flag.no[:2]))}"
        elif (status := fixing.status(*key)) and status.spellings:
            written = [one for _, spelled in status.spellings for one in spelled]
            yield "one of " + ", ".join(map(value, written[:_MOST_CODES]))
        elif self._sight.sees != "schema" and column.common_values:
            yield from self._examples(column)

    def _examples(self, column: Column) -> Iterator[str]:
        is_all = (column.distinct_estimate or _FEW_DISTINCT + 1) <= min(_FEW_DISTINCT, len(column.common_values))
        most = _FEW_DISTINCT if is_all else _MOST_VALUES
        said = ", ".join(map(self._names.value, column.common_values[:most]))
        yield f"one of {said}" if is_all else f"such as {said}"

    def _measures(self) -> Iterator[str]:
        for one in self._model.derived_of(self._name)[:4]:
            try:
                written = derived_expression(self._model, one, self._today)
            except ValueError:
                continue
            yield self._computed(one.label, written)
        for measure in self._model.measures_of(self._name):
            if measure.scale != 1 and self._model.hidden_type(self._name, measure.column):
                yield self._computed(measure.label, measure_expression(self._model, measure))

    def _computed(self, label: str, written: exp.Expr) -> str:
        for column in written.find_all(exp.Column):
            column.replace(exp.column(self._names.column(self._name, column.name)))
        text = written.sql(dialect=self._model.dialect)
        return f"{self._names.label(label) or 'a figure'} = {text}"

    def _left_out(self) -> Iterator[str]:
        for one in self._model.exclusions_of(self._name):
            only = " when money is added up" if one.applies_to != "all" else ""
            kind = one.kind if not self._names.is_blind else "such"
            yield f"usually leave out {kind} rows{only}: {self._condition(one.condition)}"

    def _condition(self, condition: RowCondition) -> str:
        column = self._names.column(self._name, condition.column)
        match condition.operator:
            case "is_null":
                return f"{column} IS NULL"
            case "is_not_null":
                return f"{column} IS NOT NULL"
            case "starts_with":
                return f"{column} begins with {self._names.value(condition.values[0])}"
            case _:
                return f"{column} IN ({', '.join(map(self._names.value, condition.values))})"
