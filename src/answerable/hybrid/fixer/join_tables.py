"""Joins along known relationships: those that are missing, and those whose condition ties what does not belong
together. Cautiously: only from rows to the one row they belong to, so that no row comes twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlglot import exp

from answerable.hybrid.fixer.draft_query import BoundColumn, DraftQuery, DraftSource, identifier, own_select
from answerable.kernel.messages import msg
from answerable.kernel.schema import Table
from answerable.language.business.relationship_paths import PathStep
from answerable.sql.facts import conjuncts

__all__ = ["alias_of_joined", "complete_joins", "correct_keys"]

_SURE = 0.6
_MOST_STEPS = 3

_Pairs = tuple[tuple[str, str], ...]


def alias_of_joined(select: exp.Select, table: Table, draft: DraftQuery, *, is_near: bool = False) -> str | None:
    """What the SELECT calls this table, joined first where it does not read it; None where there is no sure way."""
    sources = draft.sources(select)
    own = [one.alias for one in sources if one.table is table]
    if own:
        return own[0]
    ways = [(one, path) for one in sources if one.table and (path := _way_up(one.table, table, draft))]
    ways = [way for way in ways if len(way[1]) <= (1 if is_near else _MOST_STEPS)]
    if not ways:
        return None
    start, path = min(ways, key=lambda way: len(way[1]))
    _qualify_all(select, draft)
    return _joined(select, start.alias, path, draft)


def _way_up(start: Table, goal: Table, draft: DraftQuery) -> tuple[PathStep, ...] | None:
    path = draft.source.paths.path(start.qualified, goal.qualified, only_up=True)
    if not path or any(step.relationship.probability < _SURE or step.relationship.condition for step in path):
        return None
    return path


def _qualify_all(select: exp.Select, draft: DraftQuery) -> None:
    """Names that only one table had until now stay its."""
    for column in list(select.find_all(exp.Column)):
        if not column.table and own_select(column) is select and (bound := draft.bound(column)):
            column.set("table", bound.source.called)


def _joined(select: exp.Select, alias: str, path: tuple[PathStep, ...], draft: DraftQuery) -> str:
    for step in path:
        there = next((one.alias for one in draft.sources(select) if _is_table(one, step.target)), None)
        alias = there or _add(select, alias, step, draft)
    return alias


def _is_table(source: DraftSource, name: str) -> bool:
    return source.table is not None and source.table.qualified == name


def _add(select: exp.Select, alias: str, step: PathStep, draft: DraftQuery) -> str:
    table = draft.source.schema.table(step.target)
    if table is None:
        return alias
    used = {one.alias.casefold() for one in draft.sources(select)}
    name = table.name if table.name.casefold() not in used else f"{table.name}_2"
    node = exp.Table(this=identifier(table.name), db=identifier(table.namespace) if table.namespace else None)
    if name != table.name:
        node.set("alias", exp.TableAlias(this=identifier(name)))
    kind = "left" if step.relationship.is_optional else ""
    on = _condition(draft.called(select, alias), identifier(name), step.pairs)
    select.join(node, on=on, join_type=kind, copy=False)
    draft.note(msg("fixed.joined", table=table.name))
    return name


def _condition(one: exp.Identifier, other: exp.Identifier, pairs: _Pairs) -> exp.Expr:
    return exp.and_(
        *(
            exp.EQ(
                this=exp.column(identifier(b), table=other.copy()),
                expression=exp.column(identifier(a), table=one.copy()),
            )
            for a, b in pairs
        )
    )


def correct_keys(draft: DraftQuery) -> None:
    """Conditions of joins that name keys which are not there: two tables are tied as they are known to be."""
    for select in draft.selects():
        sources = {one.alias.casefold(): one for one in draft.sources(select) if one.table is not None}
        for join in select.args.get("joins") or []:
            on = join.args.get("on")
            for test in conjuncts(on) if on is not None else ():
                right = _known_condition(test, sources, draft)
                if right is not None and test is on:
                    join.set("on", right)
                elif right is not None:
                    test.replace(right)


def _known_condition(test: exp.Expr, sources: dict[str, DraftSource], draft: DraftQuery) -> exp.Expr | None:
    sides = (test.this, test.expression) if isinstance(test, exp.EQ) else ()
    ends = [sources.get(one.table.casefold()) for one in sides if isinstance(one, exp.Column) and one.table]
    if len(ends) != 2 or ends[0] is None or ends[1] is None or ends[0] is ends[1]:
        return None
    if all(end.has(side.name) for end, side in zip(ends, sides, strict=True) if end):
        return None
    one, other = ends[0], ends[1]
    if one.table is None or other.table is None:
        return None
    ways: list[_Pairs] = list(_relationships(one.table, other.table, draft))
    said = {side.name.casefold() for side in sides}
    named = [way for way in ways if said & {name.casefold() for pair in way for name in pair}]
    chosen = ways if len(ways) == 1 else named
    if len(chosen) != 1:
        return None
    draft.note(msg("fixed.join_by", one=one.table.name, other=other.table.name))
    return _condition(one.called, other.called, chosen[0])


def complete_joins(draft: DraftQuery) -> None:
    for select in draft.selects():
        for join in select.args.get("joins") or []:
            _correct(join, select, draft)
        _tie_loose_tables(select, draft)


def _correct(join: exp.Join, select: exp.Select, draft: DraftQuery) -> None:
    """Two tables by their own keys (`o.id = c.id`), where one holds the other's key."""
    on = join.args.get("on")
    for test in conjuncts(on) if on is not None else ():
        ends = _ends(test, draft)
        if ends and (pairs := _right_pairs(*ends, draft)):
            right = _condition(ends[0].source.called, ends[1].source.called, pairs)
            draft.note(msg("fixed.join_by", one=ends[0].table.name, other=ends[1].table.name))
            if test is on:
                join.set("on", right)
            else:
                test.replace(right)


def _ends(test: exp.Expr, draft: DraftQuery) -> tuple[BoundColumn, BoundColumn] | None:
    if not isinstance(test, exp.EQ) or not isinstance(test.this, exp.Column):
        return None
    if not isinstance(test.expression, exp.Column):
        return None
    left, right = draft.bound(test.this), draft.bound(test.expression)
    return (left, right) if left and right and left.table is not right.table else None


def _right_pairs(left: BoundColumn, right: BoundColumn, draft: DraftQuery) -> _Pairs | None:
    """None where the condition is known, nothing better is, or several roles could be meant."""
    ways = list(_relationships(left.table, right.table, draft))
    tied = {frozenset(pair) for way in ways for pair in way}
    if frozenset((left.column.name, right.column.name)) in tied or len(ways) != 1:
        return None
    is_by_keys = _is_key(left) and _is_key(right) and left.column.name.casefold() == right.column.name.casefold()
    is_of_two_kinds = left.column.kind.is_number != right.column.kind.is_number
    return ways[0] if is_by_keys or is_of_two_kinds else None


def _is_key(end: BoundColumn) -> bool:
    return end.table.primary_key == (end.column.name,)


def _relationships(one: Table, other: Table, draft: DraftQuery) -> Iterator[_Pairs]:
    """As pairs of a column of the second's with one of the first's, the first being `one`."""
    for found in draft.source.model.relationships:
        ends = found.table, found.target
        if found.probability < _SURE or found.condition:
            continue
        if ends == (one.qualified, other.qualified):
            yield tuple(zip(found.columns, found.target_columns, strict=True))
        elif ends == (other.qualified, one.qualified):
            yield tuple(zip(found.target_columns, found.columns, strict=True))


def _tie_loose_tables(select: exp.Select, draft: DraftQuery) -> None:
    """Tables that nothing ties to the others would be multiplied by each other."""
    sources = draft.sources(select)
    if len(sources) < 2 or any(one.table is None for one in sources):
        return
    for join in select.args.get("joins") or []:
        if _is_loose(join, select):
            _tie(join, select, sources, draft)


def _is_loose(join: exp.Join, select: exp.Select) -> bool:
    on = join.args.get("on")
    is_tied = on is not None and not isinstance(on, exp.Boolean)
    if is_tied or join.args.get("using") or join.args.get("method"):
        return False
    alias = join.this.alias_or_name.casefold()
    where = select.args.get("where")
    tests = list(where.find_all(exp.Column)) if where is not None else []
    return not any(one.table.casefold() == alias and _is_tie(one) for one in tests)


def _is_tie(column: exp.Column) -> bool:
    test = column.parent
    if not isinstance(test, exp.EQ):
        return False
    other = test.expression if test.this is column else test.this
    return isinstance(other, exp.Column) and other.table != column.table


def _tie(join: exp.Join, select: exp.Select, sources: Sequence[DraftSource], draft: DraftQuery) -> None:
    own = next((one for one in sources if one.node is join.this), None)
    if own is None or own.table is None:
        return
    for other in sources:
        if other.table is None or other is own:
            continue
        ways: list[_Pairs] = list(_relationships(other.table, own.table, draft))
        if len(ways) == 1:
            _qualify_all(select, draft)
            join.set("on", _condition(other.called, own.called, ways[0]))
            join.set("kind", None)
            draft.note(msg("fixed.join_by", one=other.table.name, other=own.table.name))
            return
