"""Tables under a second name: the manager of an employee is an employee, the origin of a shipment an office.

Where a table points to itself, or twice to one other, each such key is a role. A role becomes a table of its own here,
a twin with the same columns, so that linking and joining need to know nothing of it; only its name in SQL tells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import DatabaseSchema, ForeignKey, Table
from answerable.naming.identifiers import identifier_lemmas
from answerable.naming.word_files import word_file

__all__ = ["RoleSchema", "with_roles"]

_WORDS = word_file("answerable.language.linking")
_KEY_WORDS = _WORDS.word_set("key_words")


@dataclass(frozen=True)
class RoleSchema:
    schema: DatabaseSchema
    """With a twin for each role."""
    real: Mapping[str, str]
    """A twin's name → the table whose rows it holds."""

    @cached_property
    def words(self) -> dict[str, tuple[tuple[str, ...], ...]]:
        """What each role may be called: `origin office`, `origin`."""
        return {name: _called(name, self.real[name]) for name in self.real}


def with_roles(schema: DatabaseSchema) -> RoleSchema:
    tables, twins = {table.qualified: table for table in schema.tables}, dict[str, Table]()
    real: dict[str, str] = {}
    for child in schema.tables:
        for key, name, moved in _roles(child, schema):
            parent = schema.table(key.ref_table)
            assert parent is not None
            if schema.table(name) is not None or real.get(name, parent.qualified) != parent.qualified:
                continue
            real[name] = parent.qualified
            twins[name] = replace(parent, name=name, namespace=None, foreign_keys=())
            tables[child.qualified] = _pointing(tables[child.qualified], key, name, moved)
    if not real:
        return RoleSchema(schema, {})
    return RoleSchema(DatabaseSchema(schema.dialect, (*tables.values(), *twins.values()), schema.read_at), real)


def _roles(child: Table, schema: DatabaseSchema) -> Iterator[tuple[ForeignKey, str, bool]]:
    """Keys that are roles, the role's name, and whether the key is left to the role alone."""
    parents = [schema.table(key.ref_table) for key in child.foreign_keys]
    times = Counter(parent.qualified for parent in parents if parent)
    plain = {p.qualified for k, p in zip(child.foreign_keys, parents, strict=True) if p and not _role(k, p)}
    for key, parent in zip(child.foreign_keys, parents, strict=True):
        if parent is None or len(key.columns) != 1:
            continue
        itself = parent.qualified == child.qualified
        if (itself or times[parent.qualified] > 1) and (name := _role(key, parent)):
            yield key, name, itself or parent.qualified in plain


def _role(key: ForeignKey, parent: Table) -> str:
    """`referring_doctor` of `referring_doctor_id`; nothing when the column only says the table's name."""
    words = [word for word in identifier_lemmas(key.columns[0]) if word not in _KEY_WORDS]
    return "_".join(words) if set(words) - set(identifier_lemmas(parent.name)) else ""


def _pointing(child: Table, key: ForeignKey, role: str, moved: bool) -> Table:
    kept = tuple(other for other in child.foreign_keys if other != key or not moved)
    return replace(child, foreign_keys=(*kept, ForeignKey(key.columns, role, key.ref_columns, key.inferred)))


def _called(role: str, parent: str) -> tuple[tuple[str, ...], ...]:
    words, own = identifier_lemmas(role), set(identifier_lemmas(parent.rsplit(".", 1)[-1]))
    short = tuple(word for word in words if word not in own)
    return tuple(dict.fromkeys((words, short)))
