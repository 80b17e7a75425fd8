"""Names in SQL: identifiers quoted when they must be, tables told apart, aliases a person can read."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

import sqlglot
from sqlglot import exp
from sqlglot.tokenizer_core import TokenType

from answerable.language.query import ColumnRef, Measure, Query, Whole
from answerable.language.traits import identifier_words
from answerable.schema import DatabaseSchema

__all__ = ["Names", "figure_label", "looks_at_peers", "measure_label", "unqualify"]

_PLAIN = re.compile(r"[a-z_][a-z0-9_]*\Z")
# Reserved in at least one of the dialects; quoting one too many does no harm.
# fmt: off
_RESERVED = frozenset((
    "accessible", "all", "alter", "analyze", "and", "any", "array", "as", "asc", "asymmetric", "authorization",
    "before", "between", "bigint", "binary", "blob", "both", "by", "call", "cascade", "case", "cast", "change",
    "char", "character", "check", "collate", "collation", "column", "condition", "constraint", "continue", "convert",
    "create", "cross", "current_date", "current_time", "current_user", "cursor", "database", "databases", "dec",
    "decimal", "declare", "default", "delayed", "delete", "desc", "describe", "deterministic", "distinct", "div",
    "do", "double", "drop", "dual", "each", "else", "elseif", "empty", "enclosed", "end", "escaped", "except",
    "exists", "exit", "explain", "false", "fetch", "float", "for", "force", "foreign", "from", "full", "fulltext",
    "function", "generated", "get", "grant", "group", "groups", "having", "hour_minute", "if", "ignore", "ilike",
    "in", "index", "infile", "initially", "inner", "inout", "insensitive", "insert", "int", "integer", "intersect",
    "interval", "into", "is", "isnull", "iterate", "join", "key", "keys", "kill", "lag", "lateral", "lead",
    "leading", "leave", "left", "like", "limit", "linear", "lines", "load", "local", "localtime", "lock", "long",
    "loop", "match", "maxvalue", "mod", "modifies", "natural", "not", "notnull", "null", "numeric", "of", "offset",
    "on", "only", "optimize", "option", "optionally", "or", "order", "out", "outer", "outfile", "over", "overlaps",
    "partition", "placing", "precision", "primary", "procedure", "purge", "range", "rank", "read", "real",
    "recursive", "references", "regexp", "release", "rename", "repeat", "replace", "require", "resignal", "restrict",
    "return", "returning", "revoke", "right", "rlike", "row", "row_number", "rows", "schema", "schemas", "select",
    "sensitive", "separator", "session_user", "set", "show", "signal", "similar", "smallint", "some", "spatial",
    "specific", "sql", "ssl", "starting", "stored", "straight_join", "symmetric", "system", "table", "tablesample",
    "terminated", "then", "tinyint", "to", "trailing", "trigger", "true", "undo", "union", "unique", "unlock",
    "update", "usage", "use", "user", "using", "values", "varchar", "variadic", "varying", "verbose", "view",
    "virtual", "when", "where", "while", "window", "with", "write", "xor", "zerofill",
))
_NAMES_OF_THINGS = frozenset((
    "date", "month", "year", "quarter", "day", "week", "status", "name", "type", "time", "text", "count", "value",
    "id",
))
# fmt: on
_FUNCTIONS = {
    "sum": "total",
    "avg": "average",
    "min": "lowest",
    "max": "highest",
    "median": "median",
    "range": "range_of",
}
_RATIOS = {"over": "_per_", "hourly": "_per_hour_of_", "percent": "_percent_of_"}
_UNIT_WORDS = frozenset(("cent", "ms", "pct"))


class Names:
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
def _must_quote(name: str, dialect: str) -> bool:
    if not _PLAIN.match(name) or name in _RESERVED:
        return True
    found = sqlglot.tokenize(name, dialect=dialect)
    return [token.token_type for token in found] != [TokenType.VAR] and name not in _NAMES_OF_THINGS


def _identifier(name: str, dialect: str) -> exp.Identifier:
    return exp.Identifier(this=name, quoted=_must_quote(name, dialect))


def measure_label(measure: Measure) -> str:
    """total_revenue, order_count, average_price: snake_case, never the name of a function call."""
    if measure.definition:
        return measure.definition.label
    if measure.function in ("count", "count_distinct"):
        words = identifier_words(measure.columns[0] if measure.columns else measure.table.rsplit(".", 1)[-1])
        return "_".join((*words, "count")) or "row_count"
    if measure.operator in _RATIOS:
        parts = ["_".join(w for w in identifier_words(name) if w not in _UNIT_WORDS) for name in measure.columns]
        return _RATIOS[measure.operator].join(parts)
    return "_".join((_FUNCTIONS[measure.function], *(w for w in _measured(measure) if w not in _UNIT_WORDS)))


def _measured(measure: Measure) -> tuple[str, ...]:
    if measure.reduced:
        return ("revenue",)
    parts = [identifier_words(name) for name in measure.columns]
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
