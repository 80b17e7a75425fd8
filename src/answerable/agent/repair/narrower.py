from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import TYPE_CHECKING

from answerable.agent.repair.base import Failure, Fix

if TYPE_CHECKING:
    from sqlglot import exp

    from answerable.language.query import ColumnRef
    from answerable.schema import DatabaseSchema

YEAR = timedelta(days=365)
FEWER_ROWS = 100


def narrower(failure: Failure) -> Iterator[Fix]:
    """Less of the same: the last year of the data, fewer rows of a list. It is said, for it is not what was asked."""
    import sqlglot
    from sqlglot import exp

    schema = failure.view.schema
    tree = sqlglot.parse_one(failure.sql, dialect=schema.dialect)
    if not isinstance(tree, exp.Select):
        return
    yield from _last_year(tree.copy(), schema)
    if not tree.args.get("limit") and not tree.find(exp.AggFunc):
        shorter = tree.limit(FEWER_ROWS).sql(dialect=schema.dialect)
        yield Fix(shorter, f"All rows took too long; these are only {FEWER_ROWS} of them.", is_doubtful=True)


def _last_year(tree: exp.Select, schema: DatabaseSchema) -> Iterator[Fix]:
    from sqlglot import exp

    found = _dated(tree, schema)
    if found is None:
        return
    column, ref, latest = found
    since = date.fromisoformat(latest) - YEAR
    day = exp.Literal.string(since.isoformat())
    sql = tree.where(exp.GTE(this=column, expression=day), copy=False).sql(dialect=schema.dialect)
    yield Fix(sql, f"All of it took too long; this covers only {ref} since {since}.", is_doubtful=True)


def _dated(tree: exp.Select, schema: DatabaseSchema) -> tuple[exp.Column, ColumnRef, str] | None:
    """A date column of the tables in FROM with the latest date it holds; None where the query names a date itself."""
    from sqlglot import exp

    from answerable.language.known.scopes import refs_in, tables_of
    from answerable.language.query import ColumnRef

    where = tree.args.get("where")
    filtered = set(refs_in(tree, schema)) if where else set()
    for alias, name in tables_of(tree, schema).items():
        table = schema.table(name)
        for known in table.columns if table else ():
            ref = ColumnRef(name, known.name)
            if known.kind.is_date and known.maximum:
                return None if ref in filtered else (exp.column(known.name, table=alias), ref, known.maximum[:10])
    return None
