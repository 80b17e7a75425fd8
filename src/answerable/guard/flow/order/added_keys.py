"""The keys that an ORDER BY lacks, so that no index over a restricted column decides which rows come first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.flow.order.outermost_query import covers_open_outputs, root_of
from answerable.guard.flow.order.sort_keys import covered_places
from answerable.guard.flow.restricted_flow import Following, follow_all

if TYPE_CHECKING:
    from answerable.guard.flow.flow_scope import FlowSource
    from answerable.guard.statement import Statement

__all__ = ["lacking_keys"]


def lacking_keys(statement: Statement) -> list[exp.Expr]:
    """Of the query that gives the rows: the primary keys of its tables, or all it shows where these are not open."""
    root = root_of(statement.tree)
    if not isinstance(root, exp.Select) or not statement.may_come_in_hidden_order:
        return []
    following = statement.following or follow_all(statement)
    if following.lost or covers_open_outputs(root, following):
        return []
    sources = following.flow.scopes[id(root)].sources
    if root.args.get("group") is None and not root.args.get("distinct"):
        keys = [list(_key_columns(source, statement)) for source in sources]
        if all(keys):
            return [key for found in keys for key in found]
    return list(_shown_columns(root, following))


def _key_columns(source: FlowSource, statement: Statement) -> Iterator[exp.Expr]:
    """Nothing where a column of the key is restricted, or there is no key."""
    table, permissions = source.table, statement.permissions
    if table is None or table.known is None or not isinstance(source.node, exp.Table):
        return
    if any(permissions.modes(table, key) or not permissions.may_read_column(table, key) for key in source.key):
        return
    alias = source.node.args.get("alias")
    name = alias.this if alias is not None and alias.this is not None else source.node.this
    for key in sorted(source.key):
        spelled = table.known.facts[key].name if key in table.known.facts else key
        yield exp.Column(this=exp.to_identifier(spelled, quoted=True), table=name.copy())


def _shown_columns(root: exp.Select, following: Following) -> Iterator[exp.Expr]:
    """What comes out and is not sorted by yet; a constant sorts nothing, and its number would mean a place."""
    covered = covered_places(root, following.outputs, following.flow)
    if len(root.expressions) != len(following.outputs):
        return
    for place, (item, output) in enumerate(zip(root.expressions, following.outputs, strict=True)):
        if place not in covered and not output.value.marks and item.find(exp.Column, exp.AggFunc) is not None:
            yield item.unalias().copy()
