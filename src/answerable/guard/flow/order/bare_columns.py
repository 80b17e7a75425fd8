"""Columns beside an aggregate that are not grouped by: some row of the group gives their value, the engine's choice.

Such a column is as bare inside a sub-query of the SELECT list, of HAVING or of ORDER BY as it is outside, and in what a
window function is given: both see the group, not its rows.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from answerable.guard.flow import Flow
from answerable.guard.flow.expression_flow import output_number
from answerable.guard.flow.flow_scope import FlowScope, FlowSource
from answerable.guard.flow.order.sort_keys import keys_of
from answerable.kernel.light_dataclass import dataclass

__all__ = ["has_bare_columns"]

_BY_NAME = frozenset({"total", "percentile", "std", "variance", "var_pop", "st_collect", "json_arrayagg"})
"""Aggregates that the parser does not know for such; those that list values are refused by their names."""
_AROUND_CALLS = (exp.Filter, exp.IgnoreNulls, exp.RespectNulls, exp.WithinGroup)


def has_bare_columns(select: exp.Select, flow: Flow) -> bool:
    if not _is_grouping(select, flow):
        return False
    # Where the flow was lost before it came here, any name may be a column.
    unknown = FlowScope(parent=None, sources=[FlowSource("", is_open=True)])
    return _Groups(select, flow.scopes.get(id(select), unknown), flow).has_bare()


# -- which SELECTs group ------------------------------------------------------------------------------------------


def _is_grouping(select: exp.Select, flow: Flow) -> bool:
    if select.args.get("group") is not None:
        return True
    parts = [*select.expressions, select.args.get("having"), select.args.get("order")]
    calls = (node for part in parts if part is not None for node in part.walk() if _is_aggregate(node))
    return any(_may_belong(call, select, flow) for call in calls)


def _is_aggregate(node: exp.Expr) -> bool:
    is_known = isinstance(node, exp.AggFunc) or (isinstance(node, exp.Anonymous) and node.name.lower() in _BY_NAME)
    return is_known and not _is_in_window(node)


def _is_in_window(call: exp.Expr) -> bool:
    above = call.parent
    while isinstance(above, _AROUND_CALLS):
        call, above = above, above.parent
    return isinstance(above, exp.Window) and call.arg_key == "this"


def _may_belong(call: exp.Expr, select: exp.Select, flow: Flow) -> bool:
    """An aggregate in a sub-query belongs to the outer query when it reads nothing but outer columns."""
    if call.parent_select is select:
        return True
    columns = list(call.find_all(exp.Column))
    placed = (flow.names.placed.get(id(column)) for column in columns)
    return bool(columns) and not any(one is not None and _is_below(one.select, select) for one in placed)


def _is_below(inner: exp.Expr | None, select: exp.Select) -> bool:
    above = inner.parent if inner is not None else None
    while above is not None and above is not select:
        above = above.parent
    return above is not None


# -- what they show -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Groups:
    """One SELECT with groups, or with one group of all its rows."""

    select: exp.Select
    scope: FlowScope
    flow: Flow

    def has_bare(self) -> bool:
        keys = list(self._keys())
        columns = {place for key in keys if (place := self._own_place(key)) is not None}
        return any(self._is_bare(part, keys, columns) for part in self._parts())

    def _parts(self) -> Iterator[exp.Expr]:
        yield from (item.unalias() for item in self.select.expressions)
        yield from self.select.args.get("windows") or ()
        if (having := self.select.args.get("having")) is not None:
            yield having
        yield from (key for key in keys_of(self.select) if output_number(key) is None and not self._is_output(key))

    def _keys(self) -> Iterator[exp.Expr]:
        """What is grouped by: for a number or an alias, the item that it stands for."""
        group = self.select.args.get("group")
        for part in group.expressions if group is not None else ():
            key = part.unnest()
            number = output_number(key)
            if number is not None and number < len(self.select.expressions):
                yield self.select.expressions[number].unalias()
            else:
                item = self._aliased(key)
                yield item.unalias() if item is not None and not self._has_own(key) else key

    # -- names --------------------------------------------------------------------------------------------------

    def _name(self, node: exp.Expr) -> str:
        """Of a column that stands without its table; empty for anything else."""
        is_bare = isinstance(node, exp.Column) and not node.args.get("table") and isinstance(node.this, exp.Identifier)
        return self.flow.names.key(node.this) if is_bare else ""

    def _aliased(self, node: exp.Expr) -> exp.Expr | None:
        """The one item of the SELECT list that has this name for an alias."""
        items = [item for item in self.select.expressions if isinstance(item, exp.Alias)]
        name = self._name(node)
        named = [item for item in items if name and self.flow.names.key(item.args["alias"]) == name]
        return named[0] if len(named) == 1 else None

    def _is_output(self, key: exp.Expr) -> bool:
        """A name alone in ORDER BY is that of an output, where one has it for an alias or it can be nothing else."""
        named = [output for output in self.scope.outputs if output.name and output.name == self._name(key)]
        is_elsewhere = id(key) in self.flow.names.placed
        return self._aliased(key) is not None or (len(named) == 1 and not is_elsewhere)

    def _has_own(self, node: exp.Expr) -> bool:
        """Whether a source is known to have such a column: engines look there before they look at aliases."""
        name = self._name(node)
        is_row_id = name in self.flow.names.allow_list.pseudo_columns
        return is_row_id or any(name in source.by_name for source in self.scope.sources)

    def _own_place(self, node: exp.Expr) -> tuple[int, str] | None:
        there = self.flow.names.placed.get(id(node))
        return (id(there.source), there.column) if there is not None and there.select is self.select else None

    # -- columns ------------------------------------------------------------------------------------------------

    def _is_bare(self, node: exp.Expr, keys: list[exp.Expr], columns: set[tuple[int, str]]) -> bool:
        """Whether a column of this SELECT stands in it, outside of aggregates and of what is grouped by."""
        if isinstance(node, exp.Column | exp.Star):
            return self._is_bare_column(node, keys, columns)
        if node in keys or self._is_own_aggregate(node):
            return False
        parts = (part for part in node.iter_expressions() if not isinstance(part, exp.Star))
        return any(self._is_bare(part, keys, columns) for part in parts)

    def _is_own_aggregate(self, node: exp.Expr) -> bool:
        """Not inside a sub-query: engines differ in whose aggregate such a one is."""
        call = node
        while isinstance(call, _AROUND_CALLS):
            call = call.this
        return _is_aggregate(call) and call.parent_select is self.select

    def _is_bare_column(self, node: exp.Expr, keys: list[exp.Expr], columns: set[tuple[int, str]]) -> bool:
        is_nested = node.parent_select is not self.select
        if node.is_star:
            return not is_nested and not self._covers_sources(columns)
        if self._aliased(node) is not None and not self._has_own(node):
            return False
        is_key = node in keys
        if id(node) in self.flow.names.placed:
            place = self._own_place(node)
            return place is not None and place not in columns and (is_nested or not is_key)
        return not is_key and (not is_nested or self._may_be_own(node))

    def _covers_sources(self, columns: set[tuple[int, str]]) -> bool:
        sources = self.scope.sources
        shown = {(id(source), column.name) for source in sources for column in source.columns}
        return shown <= columns and not any(source.is_open for source in sources)

    def _may_be_own(self, node: exp.Expr) -> bool:
        """Of a name in a sub-query that may mean several things: whether a column of this SELECT is one of them."""
        name = self.flow.names.key(node.this) if isinstance(node.this, exp.Identifier) else ""
        is_row_id = name in self.flow.names.allow_list.pseudo_columns
        return is_row_id or any(name in source.by_name or source.is_open for source in self.scope.sources)
