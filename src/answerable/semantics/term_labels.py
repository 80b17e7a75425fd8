"""What an expression of a query is called, by the semantic model: `SUM(o.amt_ct) / 100.0` is the total of "amount"."""

from __future__ import annotations

from collections.abc import Mapping

from sqlglot import exp

from answerable.kernel.light_dataclass import dataclass
from answerable.semantics.semantic_labels import SemanticLabels

__all__ = ["TermLabel", "TermLabels", "tables_of"]

_AGGREGATES: dict[type[exp.Expr], str] = {exp.Sum: "sum", exp.Avg: "avg", exp.Min: "min", exp.Max: "max"}
_CENT = 0.01


@dataclass(frozen=True, slots=True)
class TermLabel:
    function: str
    """count, count_distinct, sum, avg, min or max; nothing for a value as it is."""
    label: str
    """What is measured or shown; for a count of rows, the rows in the plural."""
    unit: str = ""
    is_date: bool = False
    table: str = ""


@dataclass(frozen=True)
class TermLabels:
    """Terms of one SELECT."""

    labels: SemanticLabels
    tables: Mapping[str, str]
    """By alias, in lower case: the table's name in the semantic model."""
    base: str
    """The table whose rows are counted."""

    def label(self, term: exp.Expr) -> TermLabel | None:
        """None where it is more than one figure or column."""
        core = _core(term)
        if isinstance(core, exp.Count):
            return self._count(core)
        function = _AGGREGATES.get(type(core), "")
        inside = _core(core.this) if function else core
        if function and isinstance(inside, exp.Distinct):
            return None
        return self._value(term, inside, function)

    def _count(self, count: exp.Count) -> TermLabel | None:
        counted = count.this
        if isinstance(counted, exp.Star | exp.Literal):
            return TermLabel("count", self.labels.rows(self.base), table=self.base)
        is_distinct = isinstance(counted, exp.Distinct)
        column = counted.expressions[0] if is_distinct and len(counted.expressions) == 1 else counted
        place = self._place(column)
        if place is None:
            return None
        entity = self.labels.model.entity(place[0])
        if is_distinct and entity is not None and entity.key == (place[1],):
            return TermLabel("count", self.labels.rows(place[0]), table=place[0])
        function = "count_distinct" if is_distinct else "count"
        return TermLabel(function, self.labels.group(*place, self.base), table=place[0])

    def _value(self, term: exp.Expr, inside: exp.Expr, function: str) -> TermLabel | None:
        places = {self._place(column) for column in inside.find_all(exp.Column)}
        if None in places or not places or inside.find(exp.Query):
            return None
        known = {place for place in places if place is not None}
        if len(known) > 1:
            return self._derived(known, function)
        (place,) = known
        measure, day = self.labels.measure(*place), self.labels.date(*place)
        if not isinstance(inside, exp.Column) and not self._is_read(place):
            return self._derived(known, function)
        unit = measure.unit if measure is not None and _is_scaled(term, measure.scale) else ""
        label = self.labels.column(*place) if function else self.labels.group(*place, self.base)
        return TermLabel(function, label, unit, day is not None, place[0])

    def _derived(self, places: set[tuple[str, str]], function: str) -> TermLabel | None:
        for one in self.labels.model.derived:
            if {(one.table, column) for part, column in one.parts if not part.endswith("_unit")} == places:
                return TermLabel(function, one.label, one.unit, table=one.table)
        return None

    def _is_read(self, place: tuple[str, str]) -> bool:
        """True where the column holds what only an expression reads: a date in text, a number with a sign."""
        return self.labels.model.hidden_type(*place) is not None

    def _place(self, column: exp.Expr) -> tuple[str, str] | None:
        if not isinstance(column, exp.Column):
            return None
        if not column.table and len(self.tables) > 1:
            return None
        table = self.tables.get(column.table.casefold()) if column.table else self.base
        return (table, column.name) if table else None


def tables_of(select: exp.Select, labels: SemanticLabels) -> dict[str, str]:
    """The tables that a SELECT reads, by alias; those that are no table of the model are left out."""
    known = labels.tables
    found: dict[str, str] = {}
    sources = [select.args.get("from_"), *(select.args.get("joins") or ())]
    for table in (source.this for source in sources if source is not None):
        if isinstance(table, exp.Table):
            named = known.get(_qualified(table).casefold()) or known.get(table.name.casefold())
            if named:
                found[table.alias_or_name.casefold()] = named
    return found


def _qualified(table: exp.Table) -> str:
    return f"{table.db}.{table.name}" if table.db else table.name


def _core(term: exp.Expr) -> exp.Expr:
    """Without the name, rounding, unit and type it is given."""
    while _is_wrapper(term):
        term = term.this
    return term


def _is_wrapper(term: exp.Expr) -> bool:
    if isinstance(term, exp.Coalesce):
        return all(isinstance(one, exp.Literal) for one in term.expressions)
    if isinstance(term, exp.Div | exp.Mul):
        return isinstance(term.expression, exp.Literal)
    return isinstance(term, exp.Alias | exp.Paren | exp.Cast | exp.Round)


def _is_scaled(term: exp.Expr, scale: float) -> bool:
    """Cents that nobody divides are not in the measure's unit."""
    return scale != _CENT or term.find(exp.Div, exp.Mul) is not None
