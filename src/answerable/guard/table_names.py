"""The names a policy may know a table by."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from answerable.guard.catalog import Catalog
from answerable.guard.lists import Allowed
from answerable.guard.reading import TableRead

__all__ = ["names_of", "table_read"]


def names_of(table: TableRead, allowed: Allowed) -> Iterator[str]:
    """In lower case: as written, with the engine's home before it, as the schema qualifies it."""
    name = table.name.lower()
    if not table.namespace:
        yield name
        yield from (f"{home}.{name}" for home in allowed.home)
    else:
        yield f"{table.namespace.lower()}.{name}"
    if table.known is not None:
        yield table.known.qualified.lower()


def table_read(node: exp.Table, allowed: Allowed, catalog: Catalog) -> TableRead:
    """The table a FROM clause names."""
    name = _key(node.this, catalog)
    parts = [part for part in (node.args.get("catalog"), node.args.get("db")) if isinstance(part, exp.Identifier)]
    namespace = ".".join(_key(part, catalog) for part in parts)
    home = _is_home(namespace, allowed)
    known = catalog.find(namespace, name) or (catalog.find("", name) if home else None)
    return TableRead(name, "" if home else namespace, ".".join(part.name for part in [*parts, node.this]), known)


def _key(name: exp.Identifier, catalog: Catalog) -> str:
    return catalog.key(name.name, bool(name.args.get("quoted")))


def _is_home(namespace: str, allowed: Allowed) -> bool:
    catalog, _, schema = namespace.rpartition(".")
    if not namespace:
        return True
    return schema.lower() in allowed.home and (not catalog or catalog.lower() in allowed.home_catalogs)
