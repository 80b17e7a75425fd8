"""Results as they came, and the ways to read them again: by page, or whole as a file."""

from __future__ import annotations

import io
import uuid
from typing import TYPE_CHECKING, Any

from django.core.exceptions import ValidationError

from answerable.answers import dumps, rows_as_dicts
from answerable.answers.values import column_values, unique_names
from answerable.conversations.models import QueryResult
from answerable.kernel.errors import AskerError, NotFound
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    import pyarrow as pa
    from django.contrib.auth.models import AbstractBaseUser

    from answerable.answers.answer import Answer
    from answerable.conversations.models import GeneratedQuery

__all__ = ["MOST_PAGE_ROWS", "PAGE_ROWS", "Page", "keep", "own_result", "page", "table_of"]

PAGE_ROWS, MOST_PAGE_ROWS = 100, 1_000


@dataclass(frozen=True, slots=True)
class Page:
    rows: list[dict[str, Any]]
    number: int
    size: int
    count: int
    """How many pages there are; at least one."""


def keep(query: GeneratedQuery, answer: Answer) -> QueryResult:
    """A query that ran again, after its server died say, replaces what it gave before."""
    rows = answer.table.num_rows
    kept, _made = QueryResult.objects.update_or_create(
        query=query,
        defaults={
            "sql": answer.sql,
            "is_edited": answer.is_edited,
            "builds_on_edit": answer.builds_on_edit,
            "arrow": _packed(answer.table),
            "columns": _columns(answer.table),
            "total_row_count": None if answer.is_truncated else rows,
            "returned_row_count": rows,
            "is_truncated": answer.is_truncated,
            "execution_time_ms": answer.provenance.elapsed_ms,
        },
    )
    return kept


def own_result(result_id: uuid.UUID | str, user: AbstractBaseUser) -> QueryResult:
    """Somebody else's is as if there were none."""
    try:
        return QueryResult.objects.get(
            pk=result_id,
            query__request__session__user_id=user.pk,
            query__request__session__project__members__user_id=user.pk,
        )
    except (QueryResult.DoesNotExist, ValidationError):
        raise NotFound(msg("conversations.no_such_result"), hint=msg("conversations.look_it_up")) from None


def table_of(result: QueryResult) -> pa.Table:
    """Its columns' names each occur once."""
    import pyarrow as pa

    with pa.ipc.open_stream(io.BytesIO(result.arrow)) as stream:
        table = stream.read_all()
    return table.rename_columns([column["name"] for column in result.columns])


def page(result: QueryResult, number: int = 1, size: int = PAGE_ROWS, sort: str = "", descending: bool = False) -> Page:
    """Rows in the order they came, or by one column: missing values last, equal ones in the order they came."""
    if number < 1 or not 1 <= size <= MOST_PAGE_ROWS:
        raise AskerError(
            msg("conversations.no_such_page", number=number, size=size),
            hint=msg("conversations.page_range", most=MOST_PAGE_ROWS),
        )
    table = table_of(result)
    wanted = _sorted(table, sort, descending) if sort else table
    rows = rows_as_dicts(wanted.slice((number - 1) * size, size))
    return Page(rows, number, size, max(1, -(-table.num_rows // size)))


def _sorted(table: pa.Table, column: str, descending: bool) -> pa.Table:
    import pyarrow as pa
    import pyarrow.compute as pc

    if column not in table.column_names:
        raise AskerError(
            msg("conversations.no_such_column", column=column),
            hint=msg("conversations.it_has", columns=", ".join(table.column_names)),
        )
    order = "descending" if descending else "ascending"
    keyed = pa.table({"key": _sortable(table.column(column)), "place": pa.array(range(table.num_rows))})
    keys = [("key", order, "at_end"), ("place", "ascending", "at_end")]
    return table.take(pc.sort_indices(keyed, sort_keys=keys))


def _sortable(column: pa.ChunkedArray) -> pa.ChunkedArray | pa.Array:
    """Nested values have no order of their own; their text has."""
    import pyarrow as pa
    import pyarrow.types as kinds

    if not kinds.is_nested(column.type) and not kinds.is_interval(column.type):
        return column
    return pa.array([None if value is None else dumps(value) for value in column_values(column)], pa.string())


def _packed(table: pa.Table) -> bytes:
    import pyarrow as pa

    sink = io.BytesIO()
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    with pa.ipc.new_stream(sink, table.schema, options=options) as stream:
        stream.write_table(table)
    return sink.getvalue()


def _columns(table: pa.Table) -> list[dict[str, Any]]:
    return [
        {"name": name, "data_type": str(column.type), "is_nullable": column.nullable}
        for name, column in zip(unique_names(table.column_names), table.schema, strict=True)
    ]
