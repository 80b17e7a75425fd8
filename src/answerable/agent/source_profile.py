"""What a source holds, measured in the engine: one guarded query a table."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from answerable import guard
from answerable.agent.context.open_context import open_run_context
from answerable.agent.execution.executor import Executor
from answerable.agent.execution.masking import MASK
from answerable.answers.values.typed_cells import rows_as_dicts
from answerable.guard import Mode, seen_through, with_required_filters
from answerable.kernel.errors import CouldNotAnswer, Refused
from answerable.kernel.knowledge import NOTHING_KNOWN
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import Kind
from answerable.sources import Limits

if TYPE_CHECKING:
    from sqlglot import exp

    from answerable.agent.context.run_context import RunContext
    from answerable.guard.policy.visible_schema import SchemaView
    from answerable.kernel.schema import Column, DatabaseSchema, ForeignKey, Table
    from answerable.kernel.settings import Settings
    from answerable.sources import Progress, Source

__all__ = ["ColumnProfile", "Profile", "TableProfile", "profile_source"]

COMPARABLE = frozenset({Kind.INTEGER, Kind.DECIMAL, Kind.FLOAT, Kind.TEXT, Kind.DATE, Kind.TIMESTAMP, Kind.TIME})
"""Kinds for which least, greatest and distinct are asked; the others are only counted."""
COLUMNS_AT_ONCE = 50
"""Columns measured by one query: wide tables take several."""
MOST_VALUES = 20
"""Values told of a column."""


@dataclass(frozen=True, slots=True)
class ColumnProfile:
    name: str
    data_type: str
    present: int | None
    """Rows with a value; None where the engine refused to measure."""
    distinct: int | None
    minimum: Any
    maximum: Any
    common_values: tuple[str, ...]
    comment: str | None


@dataclass(frozen=True, slots=True)
class TableProfile:
    name: str
    is_view: bool
    rows: int | None
    primary_key: tuple[str, ...]
    foreign_keys: tuple[str, ...]
    """`customer_id → customers.id`, with "(inferred)" where nobody declared it."""
    columns: tuple[ColumnProfile, ...]
    problem: str = ""
    """Why the table could not be measured, if so."""


@dataclass(frozen=True, slots=True)
class Profile:
    source: str
    dialect: str
    fingerprint: str
    tables: tuple[TableProfile, ...]


def profile_source(specs: Sequence[str], settings: Settings, progress: Progress | None = None) -> tuple[Profile, ...]:
    with open_run_context(specs, settings, progress=progress, known=NOTHING_KNOWN) as run_context:
        return tuple(_profile(source, run_context) for source in run_context.sources)


def _profile(source: Source, run_context: RunContext) -> Profile:
    """Only what the policy lets be read; what is masked or only aggregated shows no value, nor does a row that a filter
    hides."""
    schema = source.schema(progress=run_context.progress)
    view = seen_through(run_context.policy, schema)
    readable = view.readable()
    record, request_id = run_context.new_record(), str(uuid.uuid4())
    executor = Executor(source, record, request_id, samples=run_context.samples(source))
    tables = []
    with record.flush_on_error():
        record.append(request_id, "request_submitted", {"intent": "profile", "source": source.name}, "system")
        for done, table in enumerate(readable.tables):
            if run_context.progress:
                run_context.progress(f"Profiling {table.qualified}", done / len(readable.tables))
            tables.append(_profile_table(table, view, schema, executor, run_context))
        record.flush()
    return Profile(source.name, schema.dialect, schema.fingerprint, tuple(tables))


def _profile_table(
    table: Table, view: SchemaView, schema: DatabaseSchema, executor: Executor, run_context: RunContext
) -> TableProfile:
    keys = tuple(_in_words(key) for key in table.foreign_keys)
    try:
        measured = _measure(table, view, schema, executor, run_context)
        problem = ""
    except (CouldNotAnswer, Refused) as error:
        measured, problem = {}, error.message
    measured |= {
        f"{end}{number}": MASK
        for number, column in enumerate(table.columns)
        if Mode.MASKED in view.modes(table, column)
        for end in "lg"
    }
    columns = tuple(_column_profile(number, column, measured) for number, column in enumerate(table.columns))
    rows = measured.get("n", table.row_estimate)
    return TableProfile(table.qualified, table.is_view, rows, table.primary_key, keys, columns, problem)


def _in_words(key: ForeignKey) -> str:
    words = f"{', '.join(key.columns)} → {key.ref_table}.{', '.join(key.ref_columns)}"
    return f"{words} (inferred)" if key.inferred else words


def _column_profile(number: int, column: Column, measured: dict[str, Any]) -> ColumnProfile:
    return ColumnProfile(
        column.name,
        column.data_type,
        measured.get(f"c{number}"),
        measured.get(f"d{number}"),
        measured.get(f"l{number}"),
        measured.get(f"g{number}"),
        column.common_values[:MOST_VALUES],
        column.comment,
    )


def _measure(
    table: Table, view: SchemaView, schema: DatabaseSchema, executor: Executor, run_context: RunContext
) -> dict[str, Any]:
    measured: dict[str, Any] = {}
    limits = Limits(rows=1, seconds=run_context.settings.query_seconds, memory_mb=run_context.settings.query_memory_mb)
    for query in _queries(table, view):
        written = query.sql(dialect=schema.dialect)
        sql, _ = with_required_filters(written, dialect=schema.dialect, schema=schema, policy=run_context.policy)
        verdict = guard.check(sql, dialect=schema.dialect, schema=schema, policy=run_context.policy)
        executor.note_verdict(verdict)
        if not verdict.allowed:
            raise Refused(verdict.errors[0].what)
        measured |= rows_as_dicts(executor.run(sql, verdict, limits).table)[0]
    return measured


def _queries(table: Table, view: SchemaView) -> Iterator[exp.Select]:
    from sqlglot import exp

    numbered = list(enumerate(table.columns))
    source = exp.table_(table.name, db=table.namespace, quoted=True)
    for start in range(0, len(numbered), COLUMNS_AT_ONCE):
        measures: list[exp.Expr] = [exp.alias_(exp.Count(this=exp.Star()), "n")]
        for number, column in numbered[start : start + COLUMNS_AT_ONCE]:
            if view.may_be_counted(table, column):
                measures += _measures(number, column, is_shown=not view.modes(table, column))
        yield exp.select(*measures).from_(source)


def _measures(number: int, column: Column, is_shown: bool) -> Iterator[exp.Expr]:
    from sqlglot import exp

    name = exp.column(column.name, quoted=True)
    yield exp.alias_(exp.Count(this=name), f"c{number}")
    if column.kind in COMPARABLE:
        yield exp.alias_(exp.Count(this=exp.Distinct(expressions=[name.copy()])), f"d{number}")
    if column.kind in COMPARABLE and is_shown:
        yield exp.alias_(exp.Min(this=name.copy()), f"l{number}")
        yield exp.alias_(exp.Max(this=name.copy()), f"g{number}")
