"""Whether what an entry says of the data is so: its SQL reads, passes the guard, and names what is there.

For curators: it names what it misses, hidden or not. An entry fits where it fits one of the schemas; without any, only
its SQL is looked at, in whatever dialect it reads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sqlglot.errors import SqlglotError

from answerable import guard
from answerable.kernel.knowledge import CanonicalMetric
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg
from answerable.kernel.schema import DatabaseSchema
from answerable.knowledge_files.entry_fields import LEARNING, METRIC, QUERY, RULE, TABLE, EntryKind
from answerable.knowledge_files.entry_shape import EntryFault
from answerable.knowledge_files.entry_values import entry_of, is_used
from answerable.language.knowledge.fit_verified import Misfit, condition_of, query_of, read_condition
from answerable.language.knowledge.read_definitions import read_definition
from answerable.language.knowledge.templates import mark_variables, without_periods
from answerable.language.knowledge.word_meanings import target_named
from answerable.sql.parse import parse_to_edit

if TYPE_CHECKING:
    from answerable.guard import Finding

__all__ = ["data_faults"]

Plain = Mapping[str, Any]
Faults = Iterator[EntryFault]
_DIALECTS = ("duckdb", "sqlite", "postgres", "mysql")
"""Of no source in particular."""
_OF_NAMES = frozenset({"unknown_table", "unknown_column"})
"""Findings that say by themselves what to write instead."""


@dataclass(frozen=True, slots=True)
class _Place:
    """What an entry is held against."""

    dialect: str
    schema: DatabaseSchema | None

    def has(self, name: str) -> bool:
        return self.schema is None or target_named(name, self.schema) is not None


def data_faults(kind: EntryKind, plain: Plain, schemas: Sequence[DatabaseSchema]) -> tuple[EntryFault, ...]:
    """`plain` as `settle` leaves it. What is not used may speak of what is gone."""
    if not is_used(kind, plain):
        return ()
    places = [_Place(schema.dialect, schema) for schema in schemas] or [_Place(one, None) for one in _DIALECTS]
    found = [tuple(_CHECKS[kind.name](plain, place)) for place in places]
    return min(found, key=lambda faults: (len(faults) > 0, sum(_is_of_names(one) for one in faults), len(faults)))


def _is_of_names(fault: EntryFault) -> bool:
    if fault.what.code == "knowledge.not_there":
        return True
    return any(isinstance(one, CodedMessage) and one.code == "guard.no_such_table" for _, one in fault.what.params)


def _table(plain: Plain, place: _Place) -> Faults:
    table = plain["table_name"]
    yield from _names("table_name", [table], place)
    if not place.has(table):
        return
    for field in ("column_notes", "column_synonyms"):
        yield from _names(field, [f"{table}.{column}" for column in plain[field]], place)
    for related in plain["related_tables"]:
        yield from _names("related_tables", [related["table"]], place)
        if related["join_hint"] and place.has(related["table"]):
            yield from _condition("related_tables", related["join_hint"], (table, related["table"]), place)


def _metric(plain: Plain, place: _Place) -> Faults:
    found = list(_query("sql_template", plain["sql_template"], place))
    yield from found
    if plain["date_column"]:
        yield from _names("date_column", [plain["date_column"]], place)
    entry, schema = entry_of(METRIC, plain), place.schema
    if not found and schema is not None and isinstance(entry, CanonicalMetric):
        yield from _fit("sql_template", lambda: read_definition(entry, schema))


def _verified(plain: Plain, place: _Place) -> Faults:
    found = list(_judged("sql", plain["sql"], place))
    yield from found
    if not found and (schema := place.schema) is not None:
        yield from _fit("sql", lambda: query_of(plain["sql"], schema))
    yield from _names("tables_used", plain["tables_used"], place)


def _rule(plain: Plain, place: _Place) -> Faults:
    tables = tuple(plain["applies_to_tables"])
    yield from _names("applies_to_tables", tables, place)
    for field in ("condition", "required_filter"):
        if plain[field]:
            yield from _condition(field, plain[field], tables, place)


def _learning(plain: Plain, place: _Place) -> Faults:
    tables, effect = tuple(plain["applies_to_tables"]), plain["effect"] or {"kind": ""}
    yield from _names("applies_to_tables", tables, place)
    if plain["corrected_sql"]:
        yield from _judged("corrected_sql", plain["corrected_sql"], place)
    if effect["kind"] in ("join_by", "require_filter"):
        yield from _condition("effect", effect["condition"], tables, place)
    named = {"use_column": ("wrong", "right"), "use_table": ("wrong", "right"), "use_value": ("column",)}
    parts = {**named, "word_means": ("name",)}.get(effect["kind"], ())
    yield from _names("effect", [effect[part] for part in parts], place)


def _names(field: str, names: Sequence[str], place: _Place) -> Faults:
    for name in names:
        if not place.has(name):
            yield EntryFault(field, msg("knowledge.not_there", name=name))


def _query(field: str, template: str, place: _Place) -> Faults:
    """The guard's word on a template without its periods."""
    try:
        text = _guarded_text(template, place.dialect)
    except Misfit as misfit:
        yield EntryFault(field, _misfit(misfit))
        return
    yield from _judged(field, text, place)


def _judged(field: str, sql: str, place: _Place) -> Faults:
    verdict = guard.check(sql, dialect=place.dialect, schema=place.schema)
    if not verdict.allowed:
        errors = [one for one in verdict.findings if one.severity is guard.Severity.ERROR]
        yield EntryFault(field, _told(errors[0]))


def _guarded_text(template: str, dialect: str) -> str:
    marked = mark_variables(template)
    if marked == template:
        return template
    try:
        return without_periods(parse_to_edit(marked, dialect)).sql(dialect=dialect)
    except (SqlglotError, RecursionError):
        return marked  # the guard says what is wrong with it


def _told(finding: Finding) -> CodedMessage:
    if finding.code in _OF_NAMES:
        return msg("knowledge.unknown_name", problem=finding.what, advice=finding.advice)
    return msg("knowledge.refused", layer=str(finding.layer), code=finding.code, problem=finding.what)


def _condition(field: str, condition: str, tables: tuple[str, ...], place: _Place) -> Faults:
    try:
        tree = read_condition(condition, place.dialect)
    except Misfit as misfit:
        yield EntryFault(field, _misfit(misfit))
        return
    text = f"SELECT 1 AS one FROM rows_of_it WHERE {tree.sql(dialect=place.dialect)}"
    found = list(_judged(field, text, _Place(place.dialect, None)))
    yield from found
    if not found and (schema := place.schema) is not None and all(map(place.has, tables)):
        yield from _fit(field, lambda: condition_of(condition, tables, schema))


def _fit(field: str, read: Callable[[], object]) -> Faults:
    try:
        read()
    except Misfit as misfit:
        yield EntryFault(field, _misfit(misfit))


def _misfit(misfit: Misfit) -> CodedMessage:
    return msg("knowledge.misfit", reason=misfit.reason)


_CHECKS: dict[str, Callable[[Plain, _Place], Faults]] = {
    TABLE.name: _table,
    METRIC.name: _metric,
    QUERY.name: _verified,
    RULE.name: _rule,
    LEARNING.name: _learning,
}
