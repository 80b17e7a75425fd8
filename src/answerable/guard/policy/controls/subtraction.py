"""Whether figures of a statement can be subtracted from each other or from those of other statements."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlglot import exp

from answerable.guard.parse.bounded_parser import DoesNotParse
from answerable.guard.parse.canonical_conditions import canonical, predicate
from answerable.guard.parse.canonical_conditions import conjuncts as parts_of_rule
from answerable.guard.policy.controls.aggregation import Aggregation, Uncountable, aggregation_of
from answerable.guard.policy.controls.counting_queries import count_left_out_of_groups, count_not_shown
from answerable.guard.policy.group_size import BLENDING, Sized, conjuncts, measure_groups
from answerable.guard.policy.restriction_modes import Mode
from answerable.guard.verdict import Control
from answerable.kernel.light_dataclass import dataclass

if TYPE_CHECKING:
    from answerable.guard.flow import Flow
    from answerable.guard.statement import Statement

__all__ = ["Subtraction", "subtraction_of"]

_CHANGING = (
    exp.CurrentDatetime,
    exp.CurrentTime,
    exp.CurrentTimestamp,
    exp.CurrentTimestampLTZ,
    exp.Localtime,
    exp.Localtimestamp,
    exp.Normal,
    exp.Rand,
    exp.Randn,
    exp.Randstr,
    exp.Shuffle,
    exp.Systimestamp,
    exp.TableSample,
    exp.Uniform,
    exp.UtcTime,
    exp.UtcTimestamp,
    exp.Uuid,
)
_CHANGING_NAMES = re.compile(r"rand|uuid|clock|timeofday|now$|_timestamp$|sysdate|shuffle|sample|julianday|unixepoch")
_PLAIN_TESTS = (exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE)


@dataclass(frozen=True, slots=True)
class Subtraction:
    """What of a statement might be subtracted."""

    problems: tuple[tuple[str, str], ...] = ()
    """Column, and why its figures cannot be shown."""
    controls: tuple[Control, ...] = ()


def subtraction_of(statement: Statement) -> Subtraction:
    following = statement.following
    if following is None or following.lost:
        return Subtraction()
    made = dict(_aggregated(following.flow))
    problems = list(_within_statement(made))
    controls: list[Control] = []
    for (_, origin), groups in made.items():
        try:
            controls += _controls(statement, origin, groups, following.flow)
        except Uncountable as reason:
            problems.append((origin, str(reason)))
    return Subtraction(tuple(dict.fromkeys(problems)), () if problems else tuple(controls))


def _aggregated(flow: Flow) -> Iterator[tuple[tuple[int, str], Sized]]:
    """(SELECT, column) → one aggregate over it."""
    for use in flow.uses:
        columns = use.value.of(Mode.AGGREGATE_ONLY)
        if columns and isinstance(use.node, BLENDING) and isinstance(groups := measure_groups(use, flow), Sized):
            yield (id(use.select), min(columns)), groups


def _within_statement(made: dict[tuple[int, str], Sized]) -> Iterator[tuple[str, str]]:
    columns = [origin for _, origin in made]
    for origin in columns:
        if columns.count(origin) > 1:
            yield origin, "it is aggregated in two places, and their figures could be subtracted"


def _controls(statement: Statement, origin: str, groups: Sized, flow: Flow) -> Iterator[Control]:
    select = groups.placed.select
    assert select is not None
    _demand_alone(select, flow, statement)
    _demand_plain_having(select, flow)
    made, least = aggregation_of(groups, flow), statement.policy.minimum_group
    rules = _rules(made, statement, flow)
    queries = (count_left_out_of_groups(made, rules, least), count_not_shown(made, rules))
    for query in queries:
        if query is not None:
            yield Control(query.sql(dialect=statement.allow_list.dialect), origin, least)


def _demand_alone(select: exp.Select, flow: Flow, statement: Statement) -> None:
    """A query of its own can count only what stands alone and says the same twice."""
    if any(select.args.get(key) for key in ("qualify", "windows", "sample", "prewhere", "connect")):
        raise Uncountable("windows and samples pick out groups")
    for node in statement.nodes:
        if isinstance(node, _CHANGING) or (
            isinstance(node, exp.Anonymous) and _CHANGING_NAMES.search(node.name.lower())
        ):
            raise Uncountable("chance or the clock decides in this query; compare with a date, or with CURRENT_DATE")
        if (
            isinstance(node, exp.Literal)
            and node.name.lower().strip() == "now"
            and not isinstance(node.parent, exp.Date)
        ):
            raise Uncountable("the clock decides in this query; compare with a date")
    inside = {id(inner) for inner in select.find_all(exp.Select)}
    aliases = flow.scopes[id(select)].aliases
    for column in select.find_all(exp.Column):
        there = flow.names.placed.get(id(column))
        if there is not None and (there.select is None or id(there.select) in inside):
            continue
        if there is not None or column.args.get("table") or flow.names.key(column.this) not in aliases:
            raise Uncountable(f"'{column.sql()[:60]}' comes from outside of the SELECT that aggregates")
    _demand_own_steps(select, statement)


def _demand_own_steps(select: exp.Select, statement: Statement) -> None:
    own = {_table_key(step.args["alias"], statement) for step in select.ctes}
    others = {_table_key(step.args["alias"], statement) for step in statement.every(exp.CTE)} - own
    if any(_table_key(table, statement) in others and not table.db for table in select.find_all(exp.Table)):
        raise Uncountable("its conditions read a WITH of the query around it")


def _table_key(named: exp.Expr, statement: Statement) -> str:
    name = named.this
    return statement.catalog.table_key(name.name, bool(name.args.get("quoted"))) if name else ""


def _demand_plain_having(select: exp.Select, flow: Flow) -> None:
    """What may fail would fail on small groups too, before they are left out."""
    having = select.args.get("having")
    for part in conjuncts(having.this if having is not None else None):
        if any(_is_hidden(call, flow) for call in part.find_all(exp.AggFunc)):
            sides = (part.this, part.args.get("expression")) if isinstance(part, _PLAIN_TESTS) else ()
            if not sides or not all(isinstance(side, (*BLENDING, exp.Literal, exp.Neg)) for side in sides):
                raise Uncountable("HAVING computes with it; compare the figure with a number")


def _is_hidden(call: exp.Expr, flow: Flow) -> bool:
    values = (flow.expressions.values.get(id(column)) for column in call.find_all(exp.Column))
    return any(value is not None and value.of(Mode.AGGREGATE_ONLY) for value in values)


def _rules(made: Aggregation, statement: Statement, flow: Flow) -> list[exp.Expr]:
    """The conditions that the policy demands of every query: for everybody, the table has no other rows."""
    table, key_of = made.source.table, statement.reading.column_key
    written = statement.permissions.required_filters(table) if table is not None else ()
    try:
        wanted = [part for sql in written for part in parts_of_rule(predicate(sql, statement.allow_list.dialect))]
    except DoesNotParse:
        return []
    asked = {canonical(part, key_of) for part in wanted}
    return [part for part in made.conditions if canonical(part, key_of) in asked and _is_about(part, made, flow)]


def _is_about(condition: exp.Expr, made: Aggregation, flow: Flow) -> bool:
    there = [flow.names.placed.get(id(column)) for column in condition.find_all(exp.Column)]
    return all(one is not None and one.source is made.source for one in there)
