"""The names a policy may know a table by."""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from answerable.guard.parse.allow_lists import AllowList
from answerable.guard.resolve.catalog import Catalog, KnownTable
from answerable.guard.resolve.identifiers import IdentifierKind, fold_name
from answerable.guard.resolve.reads import TableRead

__all__ = ["names_of", "qualified_key", "spelled_names", "table_read"]


def names_of(table: TableRead, allowed: AllowList) -> Iterator[str]:
    """As the engine compares them: as written, with the engine's home before it, as the schema qualifies it."""
    if not table.namespace:
        yield table.name
        yield from (f"{home}.{table.name}" for home in allowed.home)
    else:
        yield f"{table.namespace}.{table.name}"
    if table.known is not None:
        yield qualified_key(table.known, allowed.dialect)


def qualified_key(table: KnownTable, dialect: str) -> str:
    """The name of a table of the schema as the engine compares it."""
    parts = [table.namespace, table.name] if table.namespace else [table.name]
    return ".".join(fold_name(part, dialect, True, IdentifierKind.TABLE) for part in parts)


def spelled_names(table: TableRead, allowed: AllowList) -> Iterator[str]:
    """As `names_of`, in the spelling of the schema, or of the text where the schema does not know the table."""
    if table.known is None:
        yield table.written
        name = table.written.rpartition(".")[2]
    else:
        yield table.known.qualified_name
        name = table.known.name
    if not table.namespace:
        yield name
        yield from (f"{home}.{name}" for home in allowed.home)


def table_read(node: exp.Table, allowed: AllowList, catalog: Catalog) -> TableRead:
    """The table a FROM clause names."""
    name = _key(node.this, catalog)
    parts = [part for part in (node.args.get("catalog"), node.args.get("db")) if isinstance(part, exp.Identifier)]
    namespace = ".".join(_key(part, catalog) for part in parts)
    home = _is_home(namespace, allowed)
    written = ".".join(part.name for part in [*parts, node.this])
    known = catalog.find(namespace, name, written) or (catalog.find("", name, node.this.name) if home else None)
    return TableRead(name, "" if home else namespace, written, known)


def _key(name: exp.Identifier, catalog: Catalog) -> str:
    return catalog.table_key(name.name, bool(name.args.get("quoted")))


def _is_home(namespace: str, allowed: AllowList) -> bool:
    """True when the qualifier only says what holds anyway, like `main.` in SQLite."""
    catalog, _, schema = namespace.rpartition(".")
    if not namespace:
        return True
    return schema in allowed.home and (not catalog or catalog in allowed.home_catalogs)
