"""A query with what a policy demands written into it, so that what is approved is what protects: the size of groups,
and an order of rows that no index over a restricted column decides.

The guard judges the outcome like any other text; nothing here is trusted.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlglot import exp

from answerable.guard.flow.order import lacking_keys, root_of
from answerable.guard.parse.allow_lists import allow_list_for
from answerable.guard.parse.bounded_parser import DoesNotParse, TooMuchWork, parse
from answerable.guard.policy.group_size import BLENDING, Sized, measure_groups
from answerable.guard.policy.policy import Policy
from answerable.guard.policy.restriction_modes import Mode
from answerable.guard.resolve.catalog import SchemaLike
from answerable.guard.resolve.catalog_cache import catalog_for
from answerable.guard.statement import SqlText, Statement

__all__ = ["with_minimum_groups"]


def with_minimum_groups(sql: str, *, dialect: str, schema: SchemaLike, policy: Policy) -> str:
    """The text itself when there is nothing to add, or when it cannot be read."""
    if not policy.hides_in_tables:
        return sql
    text = SqlText(sql, allow_list_for(dialect))
    try:
        tree = parse(sql, text.tokens, text.allow_list.dialect)
        statement = Statement(text, tree, catalog_for(schema, text.allow_list), policy)
        wanted, keys = list(_too_small(statement)), lacking_keys(statement)
    except (DoesNotParse, TooMuchWork, RecursionError):
        return sql
    for groups in wanted:
        if groups.placed.select is not None:
            demand = exp.GTE(
                this=exp.Count(this=groups.column.copy()), expression=exp.Literal.number(policy.minimum_group)
            )
            groups.placed.select.having(demand, copy=False)
    if keys and isinstance(root := root_of(tree), exp.Select):
        root.order_by(*keys, copy=False)
    return tree.sql(dialect=text.allow_list.dialect) if wanted or keys else sql


def _too_small(statement: Statement) -> Iterator[Sized]:
    """The first aggregate over each column of each SELECT that says too little about the size of its groups."""
    following = statement.following
    told = set()
    for use in following.flow.uses if following is not None and not following.lost else ():
        if not isinstance(use.node, BLENDING) or not use.value.of(Mode.AGGREGATE_ONLY):
            continue
        groups = measure_groups(use, following.flow) if following is not None else ""
        if isinstance(groups, Sized) and groups.smallest < statement.policy.minimum_group:
            place = (id(groups.placed.source), groups.placed.column)
            if place not in told:
                told.add(place)
                yield groups
