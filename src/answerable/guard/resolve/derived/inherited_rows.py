"""Tables that show each other's rows: PostgreSQL's partitions and inheriting tables.

A table is related to all below it, whose rows it shows, and to all above it, which show its rows; not to its siblings.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from answerable.guard.policy.table_names import qualified_key
from answerable.guard.resolve.catalog import Catalog

__all__ = ["relatives_of"]


def relatives_of(catalog: Catalog) -> Mapping[str, frozenset[str]]:
    """Table → its relatives, as the engine compares their names; most schemas have none."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for table in catalog.all_tables():
        own = qualified_key(table, catalog.dialect)
        for below in table.descendants:
            found[own].add(below)
            found[below].add(own)
    return {name: frozenset(others) for name, others in found.items()}
