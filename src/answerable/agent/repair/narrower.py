from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import TYPE_CHECKING

from answerable.agent.repair.base import Failure, Fix
from answerable.kernel.messages import msg
from answerable.sql.column_ref import ColumnRef
from answerable.sql.facts import refs_in
from answerable.sql.parse import parse_to_edit
from answerable.sql.scope import tables_of

if TYPE_CHECKING:
    from sqlglot import exp

    from answerable.kernel.schema import DatabaseSchema
    from answerable.sql.column_ref import ColumnRef

YEAR = timedelta(days=365)
FEWER_ROWS = 100


def narrower(failure: Failure) -> Iterator[Fix]:
    """Less of the same: the last year of the data, fewer rows of a list. It is said, for it is not what was asked."""
    from sqlglot import exp

    schema = failure.view.schema
    tree = parse_to_edit(failure.sql, schema.dialect)
    if not isinstance(tree, exp.Select):
        return
    yield from _last_year(tree.copy(), schema)
    if not tree.args.get("limit") and not tree.find(exp.AggFunc):
        shorter = tree.limit(FEWER_ROWS).sql(dialect=schema.dialect)
        yield Fix(shorter, msg("repair.fewer_rows", count=FEWER_ROWS), is_doubtful=True)


def _last_year(tree: exp.Select, schema: DatabaseSchema) -> Iterator[Fix]:
    from sqlglot import exp

    found = _dated(tree, schema)
    if found is None:
        return
    column, ref, latest = found
    since = date.fromisoformat(latest) - YEAR
    day = exp.Literal.string(since.isoformat())
    sql = tree.where(exp.GTE(this=column, expression=day), copy=False).sql(dialect=schema.dialect)
    yield Fix(sql, msg("repair.shorter_period", column=str(ref), since=since.isoformat()), is_doubtful=True)


def _dated(tree: exp.Select, schema: DatabaseSchema) -> tuple[exp.Column, ColumnRef, str] | None:
    """A date column of the tables in FROM with the latest date it holds; None where the query names a date itself."""
    from sqlglot import exp

    where = tree.args.get("where")
    filtered = set(refs_in(tree, schema)) if where else set()
    for alias, name in tables_of(tree, schema).items():
        table = schema.table(name)
        for known in table.columns if table else ():
            ref = ColumnRef(name, known.name)
            if known.kind.is_date and known.maximum:
                return None if ref in filtered else (exp.column(known.name, table=alias), ref, known.maximum[:10])
    return None
