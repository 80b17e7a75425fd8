"""The names a statement declares, and pairs of them that are alike without being the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.policy.table_names import table_read
from answerable.guard.resolve.identifiers.folding import ascii_lower, cut_name
from answerable.guard.resolve.identifiers.lookalikes import case_likeness
from answerable.kernel.light_dataclass import dataclass

if TYPE_CHECKING:
    from answerable.guard.resolve.catalog import KnownTable
    from answerable.guard.statement import Statement

__all__ = ["Declared", "lookalike_pairs"]

_FOLDS_SURELY = frozenset({"sqlite", "duckdb", "postgres"})
"""Dialects in which a CTE in another case is that CTE, or certainly another table, however the server is set."""


@dataclass(frozen=True, slots=True)
class Declared:
    name: str
    key: str
    """As the dialect compares it."""
    role: str
    """`alias`, `cte`, `table` (a source that goes by its own name), `aliased` (one that does not) or `column`."""
    table: KnownTable | None = None


def lookalike_pairs(statement: Statement) -> Iterator[tuple[Declared, Declared]]:
    """Of names that some engine, setting or reader may take for one another."""
    tables, columns = list(_tables(statement)), list(_columns(statement))
    yield from _pairs(tables, statement, _is_doubtful_table)
    odd = [column for column in columns if _is_odd(column.name)]
    if odd or any(_is_odd(item.name) for item in tables):
        yield from _pairs([*columns, *tables], statement, _is_doubtful_column)


def _pairs(names: Iterable[Declared], statement: Statement, is_doubtful: _Doubt) -> Iterator[tuple[Declared, Declared]]:
    alike: defaultdict[str, dict[tuple[str, str, KnownTable | None], Declared]] = defaultdict(dict)
    for item in names:
        alike[case_likeness(item.name)].setdefault((item.name, item.role, item.table), item)
    for group in alike.values():
        items = list(group.values())
        for at, one in enumerate(items):
            yield from ((one, two) for two in items[at + 1 :] if is_doubtful(one, two, statement))


# -- tables, aliases, CTEs --------------------------------------------------------------------------------------


def _tables(statement: Statement) -> Iterator[Declared]:
    for alias in statement.every(exp.TableAlias):
        if isinstance(alias.this, exp.Identifier):
            yield _declared(alias.this, "cte" if isinstance(alias.parent, exp.CTE) else "alias", statement)
    for table in statement.every(exp.Table):
        if isinstance(table.this, exp.Identifier):
            role = "aliased" if table.args.get("alias") is not None else "table"
            known = table_read(table, statement.allow_list, statement.catalog).known
            yield _declared(table.this, role, statement, known)


def _declared(name: exp.Identifier, role: str, statement: Statement, known: KnownTable | None = None) -> Declared:
    key = statement.catalog.table_key(name.name, bool(name.args.get("quoted")))
    return Declared(name.name, key, role, known)


def _is_doubtful_table(one: Declared, two: Declared, statement: Statement) -> bool:
    if one.name == two.name and one.key == two.key:
        return False
    roles = {one.role, two.role}
    if roles <= {"table", "aliased"}:
        return not _is_same_table(one, two, statement)
    if "aliased" in roles and roles != {"aliased", "cte"}:
        return False  # nothing goes by the name of a table that has an alias
    if "cte" in roles and roles & {"table", "aliased"} and one.key == two.key:
        return statement.allow_list.dialect not in _FOLDS_SURELY or not _differ_in_ascii_case(one, two)
    return True


def _is_same_table(one: Declared, two: Declared, statement: Statement) -> bool:
    if one.key != two.key:
        return False
    return one.table is two.table and (one.table is not None or statement.allow_list.dialect != "mysql")


# -- columns ----------------------------------------------------------------------------------------------------


def _columns(statement: Statement) -> Iterator[Declared]:
    """Names given in SELECT lists and column lists, and the unusual ones of the tables that are read."""
    named = [alias.args.get("alias") for alias in statement.every(exp.Alias)]
    named += [part for alias in statement.every(exp.TableAlias) for part in alias.args.get("columns") or ()]
    for name in named:
        identifier = name.this if isinstance(name, exp.ColumnDef | exp.Column) else name
        if isinstance(identifier, exp.Identifier):
            key = statement.catalog.key(identifier.name, bool(identifier.args.get("quoted")))
            yield Declared(identifier.name, key, "column")
    for table in {read.known for read in statement.reading.tables if read.known is not None}:
        yield from (Declared(key, key, "column", table) for key in table.columns)


def _is_doubtful_column(one: Declared, two: Declared, statement: Statement) -> bool:
    """A column in another plain case is the engine's business; other likenesses are nobody's honest wish."""
    if "column" not in (one.role, two.role) or (one.table is not None and two.table is not None):
        return False
    return one.name != two.name and not _differ_in_ascii_case(one, two)


def _is_odd(name: str) -> bool:
    return not name.isascii() or cut_name(name) != name


def _differ_in_ascii_case(one: Declared, two: Declared) -> bool:
    return ascii_lower(one.name) == ascii_lower(two.name)


if TYPE_CHECKING:
    from collections.abc import Callable

    _Doubt = Callable[[Declared, Declared, Statement], bool]
