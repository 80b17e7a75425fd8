"""What the result of a statement must look like, as far as the guard knows before it runs: the executor holds it
against what came back. A statement whose result looks otherwise is not the one that was judged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.flow.order.outermost_query import root_of
from answerable.guard.flow.restricted_flow import follow_all
from answerable.guard.flow.source_flow import is_widely_joined
from answerable.guard.parse.type_families import Family, family_of
from answerable.guard.resolve.base_columns import base_column
from answerable.guard.verdict import PromisedColumn

if TYPE_CHECKING:
    from answerable.guard.flow import Flow
    from answerable.guard.flow.flow_scope import FlowScope, FlowSource
    from answerable.guard.statement import Statement
    from answerable.kernel.schema import Column

__all__ = ["promise_of"]

_TEXT_AFFINITY = ("char", "clob", "text")
"""In the name of a type under which SQLite keeps every value as text."""


def promise_of(statement: Statement) -> tuple[PromisedColumn, ...] | None:
    """None where the policy restricts no column, or where nobody can count the columns that come out."""
    if not statement.policy.restricts_columns:
        return None
    following = statement.following or follow_all(statement)
    if following.lost or not _is_countable(statement, following.flow):
        return None
    names = [_promised_name(output.name, statement) for output in following.outputs]
    families = list(_families(statement, following.flow))
    if len(families) != len(names):
        families = [""] * len(names)
    return tuple(map(PromisedColumn, names, families))


def _promised_name(name: str, statement: Statement) -> str:
    """Empty for a row id: engines give it the name of the key that it is."""
    return "" if name in statement.allow_list.pseudo_columns else name


# -- number ---------------------------------------------------------------------------------------------------------


def _is_countable(statement: Statement, flow: Flow) -> bool:
    """Where no restricted column is read, the flow goes on over joins that merge or leave out columns of `*`."""
    operations = (node for node in statement.nodes if isinstance(node, exp.SetOperation))
    return not any(node.args.get("by_name") for node in operations) and all(
        _covers_all(star, flow.scopes.get(id(select)))
        for select in statement.every(exp.Select)
        for star in filter(_is_star, select.expressions)
    )


def _is_star(item: exp.Expr) -> bool:
    return isinstance(item, exp.Star | exp.Column) and item.is_star


def _covers_all(item: exp.Expr, scope: FlowScope | None) -> bool:
    star = item if isinstance(item, exp.Star) else item.this
    is_changed = any(value for key, value in star.args.items() if key != "except_")
    return scope is not None and not (scope.is_merged or is_changed) and all(map(is_widely_joined, scope.sources))


# -- types ----------------------------------------------------------------------------------------------------------


def _families(statement: Statement, flow: Flow) -> Iterator[str]:
    """Of each output, empty for all that is no plain copy of a column whose type the schema tells."""
    root = root_of(statement.tree)
    scope = flow.scopes.get(id(root))
    for item in root.expressions if isinstance(root, exp.Select) and scope is not None else ():
        if _is_star(item) and scope is not None:
            yield from _families_of_star(item, scope, statement)
        else:
            base = base_column(item.unalias(), statement.reading, statement.catalog)
            yield _family(base.type, base.facts, statement) if base is not None else ""


def _families_of_star(item: exp.Expr, scope: FlowScope, statement: Statement) -> Iterator[str]:
    """A `*` that leaves out columns is not matched: the numbers of outputs then differ, and no type is promised."""
    table = item.args.get("table")
    name = statement.catalog.table_key(table.name, bool(table.args.get("quoted"))) if table is not None else None
    for source in scope.sources:
        if name is None or source.name == name:
            yield from _families_of_source(source, statement)


def _families_of_source(source: FlowSource, statement: Statement) -> list[str]:
    known = source.table.known if source.table is not None else None
    if known is None:
        return [""] * len(source.columns)
    shown = [(written, known.facts.get(key)) for key, written in known.columns.items() if key not in known.hidden]
    return [_family(written, facts, statement) for written, facts in shown]


def _family(written: str, facts: Column | None, statement: Statement) -> str:
    family = family_of(written)
    if family is None or (statement.allow_list.dialect == "sqlite" and not _is_kept(family, written, facts)):
        return ""
    return family


def _is_kept(family: Family, written: str, facts: Column | None) -> bool:
    """Whether SQLite keeps to the type: text columns do, others hold texts wherever somebody wrote some."""
    if family is Family.TEXT:
        return any(part in written.lower() for part in _TEXT_AFFINITY)
    return not any(isinstance(cell, str) for cell in (facts.cells if facts is not None else ()))
