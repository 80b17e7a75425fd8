"""What a view reads, told by its definition: tables, and views that read others in turn."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from answerable.guard.parse.bounded_parser import DoesNotParse, TooMuchWork, parse, tokenize
from answerable.guard.resolve.lineage import LONGEST_DEFINITION
from answerable.kernel.schema import DatabaseSchema, Table

__all__ = ["tables_behind"]


def tables_behind(view: Table, schema: DatabaseSchema) -> tuple[Table, ...]:
    """However far behind; none of a table, nor of a view whose definition is not known or cannot be read."""
    found = {view.qualified: view}
    waiting = [view]
    while waiting:
        for table in _read_by(waiting.pop(), schema):
            if table.qualified not in found:
                found[table.qualified] = table
                waiting.append(table)
    return tuple(found.values())[1:]


def _read_by(table: Table, schema: DatabaseSchema) -> Iterator[Table]:
    definition = table.definition or ""
    if not table.is_view or not definition or len(definition) > LONGEST_DEFINITION:
        return
    try:
        tree = parse(definition, tokenize(definition, schema.dialect), schema.dialect)
    except (DoesNotParse, TooMuchWork, RecursionError):
        return
    for named in tree.find_all(exp.Table):
        # Some engines put the database before every name of a definition; without it, then.
        known = schema.table(f"{named.db}.{named.name}" if named.db else named.name) or schema.table(named.name)
        if known is not None:
            yield known
