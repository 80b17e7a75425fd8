"""The schema with what is known of it: notes as comments, and keys that people know of though nobody declared them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sqlglot import exp

from answerable.kernel.knowledge import JoinBy, Known, TableKnowledge
from answerable.kernel.messages import msg
from answerable.kernel.schema import Column, DatabaseSchema, ForeignKey, Table
from answerable.language.knowledge.fit_verified import Misfit, condition_of, table_named
from answerable.sql.column_ref import ColumnRef

__all__ = ["enrich_schema", "key_of"]

_Key = tuple[str, ForeignKey]
"""The table that points, and how."""


def enrich_schema(schema: DatabaseSchema, known: Known) -> DatabaseSchema:
    """The schema itself where nothing of this kind is known."""
    notes = {name: table for table in known.tables if (name := table_named(table.table_name, schema))}
    hinted = [key for table in known.tables for key in _hinted(table, schema)]
    settled = list(_settled(known, schema))
    if not notes and not settled:
        return schema
    tables = tuple(_with_note(_with_keys(table, hinted, settled), notes) for table in schema.tables)
    return DatabaseSchema(schema.dialect, tables, schema.read_at)


def _with_note(table: Table, notes: dict[str, TableKnowledge]) -> Table:
    if table.qualified not in notes:
        return table
    known = {note.column.casefold(): note.note for note in notes[table.qualified].column_notes}
    columns = tuple(_commented(column, known.get(column.name.casefold(), "")) for column in table.columns)
    return replace(table, columns=columns, comment=table.comment or notes[table.qualified].description or None)


def _commented(column: Column, note: str) -> Column:
    """Both are looked at when nothing else is named so."""
    return replace(column, comment=" ".join(filter(None, (column.comment, note)))) if note else column


def _with_keys(table: Table, hinted: list[_Key], settled: list[_Key]) -> Table:
    """Hints add keys; what was learned takes the place of every other key between the two tables."""
    keys = list(table.foreign_keys)
    for owner, key in hinted:
        if owner == table.qualified and all(not _same(key, other) for other in keys):
            keys.append(key)
    for owner, key in settled:
        pointing = key.ref_table if owner == table.qualified else owner if key.ref_table == table.qualified else None
        keys = [other for other in keys if other.ref_table != pointing]
        keys += [key] if owner == table.qualified else []
    return replace(table, foreign_keys=tuple(keys)) if tuple(keys) != table.foreign_keys else table


def _same(one: ForeignKey, other: ForeignKey) -> bool:
    return (one.columns, one.ref_table, one.ref_columns) == (other.columns, other.ref_table, other.ref_columns)


def _hinted(table: TableKnowledge, schema: DatabaseSchema) -> Iterator[_Key]:
    for related in table.related_tables:
        try:
            yield key_of(related.join_hint, (table.table_name, related.table), schema)
        except Misfit:
            continue


def _settled(known: Known, schema: DatabaseSchema) -> Iterator[_Key]:
    for learning in known.learnings:
        if learning.is_active and isinstance(learning.effect, JoinBy):
            try:
                yield key_of(learning.effect.condition, learning.applies_to_tables, schema)
            except Misfit:
                continue


def key_of(condition: str, tables: tuple[str, ...], schema: DatabaseSchema) -> _Key:
    """`orders.user_id = users.id` as a key. Which side is pointed to is told by its values, never guessed."""
    expression = condition_of(condition, tables, schema)
    tree = expression.tree_itself
    sides = expression.refs
    if not isinstance(tree, exp.EQ) or len(sides) != 2 or sides[0].table == sides[1].table:
        raise Misfit(msg("misfit.join_not_equal"))
    parents = [side for side in sides if _tells_apart(side, schema)]
    if not parents:
        raise Misfit(msg("misfit.join_not_unique"))
    parent = parents[-1]
    child = sides[0] if parent == sides[1] else sides[1]
    return child.table, ForeignKey((child.name,), parent.table, (parent.name,))


def _tells_apart(ref: ColumnRef, schema: DatabaseSchema) -> bool:
    table = schema.table(ref.table)
    column = table.column(ref.name) if table else None
    if table is None or column is None:
        return False
    seen = column.distinct_estimate
    return table.primary_key == (column.name,) or (seen is not None and seen == table.row_estimate)
