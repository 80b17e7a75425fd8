"""Names in SQL: identifiers quoted when they must be, tables told apart, aliases a person can read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

import sqlglot
from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from answerable.kernel.schema import DatabaseSchema
from answerable.language.query_model.filled_query import Measure, Query, Whole
from answerable.naming.identifiers import identifier_lemmas
from answerable.naming.word_files import word_file
from answerable.sql.column_ref import ColumnRef

__all__ = ["SqlNames", "figure_label", "looks_at_peers", "measure_label", "must_quote", "unqualify"]

_PLAIN = re.compile(r"[a-z_][a-z0-9_]*\Z")
# Reserved in at least one of the dialects; quoting one too many does no harm.
_WORDS = word_file("answerable.language.query")
_RESERVED = _WORDS.word_set("reserved")
_NAMES_OF_THINGS = _WORDS.word_set("names_of_things")
_FUNCTIONS = {
    "sum": "total",
    "avg": "average",
    "min": "lowest",
    "max": "highest",
    "median": "median",
    "range": "range_of",
}
_RATIOS = {"over": "_per_", "hourly": "_per_hour_of_", "percent": "_percent_of_"}
_UNIT_WORDS = _WORDS.word_set("unit_words")


class SqlNames:
    """How the tables and columns of one query are written. Columns carry their table's name when there is a join."""

    def __init__(self, schema: DatabaseSchema, roles: Mapping[str, str] | None = None) -> None:
        """`roles`: tables that are others under a second name."""
        self._schema = schema
        self._roles = roles or {}
        times = Counter(table.name.casefold() for table in schema.tables)
        self._twice = {name for name, count in times.items() if count > 1}

    def table(self, qualified: str, called: str = "") -> exp.Table:
        """`called`: another name for this once, where a table meets itself."""
        table = self._schema.table(self._roles.get(qualified, qualified))
        name, namespace = (table.name, table.namespace) if table else (qualified, None)
        parts = [_identifier(part, self._schema.dialect) for part in (namespace or "").split(".") if part]
        alias = called or self._alias(qualified)
        return exp.Table(
            this=_identifier(name, self._schema.dialect),
            db=parts[-1] if parts else None,
            catalog=parts[-2] if len(parts) > 1 else None,
            alias=exp.TableAlias(this=_identifier(alias, self._schema.dialect)) if alias != name else None,
        )

    def column(self, ref: ColumnRef, called: str = "") -> exp.Column:
        owner = _identifier(called or self._alias(ref.table), self._schema.dialect)
        return exp.Column(this=_identifier(ref.name, self._schema.dialect), table=owner)

    def alias(self, label: str) -> exp.Identifier:
        return _identifier(label, self._schema.dialect)

    def _alias(self, qualified: str) -> str:
        """Two tables of one name in different namespaces are told apart by both."""
        table = self._schema.table(qualified)
        if table is None or table.name.casefold() not in self._twice:
            return table.name if table else qualified
        return qualified.replace(".", "_")


@lru_cache(maxsize=4096)
def must_quote(name: str, dialect: str) -> bool:
    if not _PLAIN.match(name) or name in _RESERVED:
        return True
    result = sqlglot.tokenize(name, dialect=dialect)
    return [token.token_type for token in result] != [TokenType.VAR] and name not in _NAMES_OF_THINGS


def _identifier(name: str, dialect: str) -> exp.Identifier:
    return exp.Identifier(this=name, quoted=must_quote(name, dialect))


def measure_label(measure: Measure) -> str:
    """total_revenue, order_count, average_price: snake_case, never the name of a function call."""
    if measure.definition:
        return measure.definition.label
    if measure.function in ("count", "count_distinct"):
        words = identifier_lemmas(measure.columns[0] if measure.columns else measure.table.rsplit(".", 1)[-1])
        return "_".join((*words, "count")) or "row_count"
    if measure.operator in _RATIOS:
        parts = ["_".join(w for w in identifier_lemmas(name) if w not in _UNIT_WORDS) for name in measure.columns]
        return _RATIOS[measure.operator].join(parts)
    return "_".join((_FUNCTIONS[measure.function], *(w for w in _measured(measure) if w not in _UNIT_WORDS)))


def _measured(measure: Measure) -> tuple[str, ...]:
    if measure.reduced:
        return ("revenue",)
    parts = [identifier_lemmas(name) for name in measure.columns]
    return parts[0] if len(parts) == 1 else (*parts[0], measure.operator, *parts[1])


def figure_label(measure: Measure, query: Query) -> str:
    """What the measure is called in this query."""
    label = measure.label or measure_label(measure)
    if query.change:
        return f"change_of_{label}_percent"
    if query.base:
        return f"ratio_of_{label}"
    return f"share_of_{label.removeprefix('total_')}_percent" if query.share else label


def looks_at_peers(query: Query) -> bool:
    """Whether a row is compared with others of its own table, so that each column must say whose it is."""
    return any(isinstance(value, Whole) and value.within for filter_ in query.filters for value in filter_.values)


def unqualify(select: exp.Select) -> None:
    """Columns without their table's name, where there is only one table."""
    for column in select.find_all(exp.Column):
        column.set("table", None)
