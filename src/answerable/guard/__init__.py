"""What may run: syntax tree → findings → verdict.

verdict = check("SELECT id FROM orders", dialect="sqlite", schema={"orders": ["id"]})
verdict.allowed, verdict.findings
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerable.guard.batch import batch
from answerable.guard.policy.policy import Policy
from answerable.guard.policy.restriction_modes import Mode
from answerable.guard.verdict import Finding, Layer, Severity, Verdict
from answerable.sql.text_hash import hash_sql

if TYPE_CHECKING:
    from answerable.guard.judge import Judged
    from answerable.guard.policy.visible_schema import SchemaView
    from answerable.guard.resolve.catalog import SchemaLike
    from answerable.kernel.schema import DatabaseSchema

__all__ = [
    "Finding",
    "Layer",
    "Mode",
    "Policy",
    "Severity",
    "Verdict",
    "batch",
    "check",
    "check_with_tree",
    "hash_sql",
    "policy_problems",
    "policy_warnings",
    "seen_through",
    "with_minimum_groups",
    "with_required_filters",
]


def check(sql: str, *, dialect: str, schema: SchemaLike | None = None, policy: Policy | None = None) -> Verdict:
    """The guard's word on exactly this text in this dialect. Never raises on account of the text.

    Without a schema, names are not looked up; without a policy, every table and column of the schema may be read.
    """
    from answerable.guard.judge import judge

    return judge(sql, dialect, schema, policy).verdict


def check_with_tree(
    sql: str, *, dialect: str, schema: SchemaLike | None = None, policy: Policy | None = None
) -> Judged:
    """The same, with the tree it was made from: whoever goes on with it need not parse again."""
    from answerable.guard.judge import judge

    return judge(sql, dialect, schema, policy)


judged = check_with_tree
"""Its former name, for code that imports it."""


def with_minimum_groups(sql: str, *, dialect: str, schema: SchemaLike, policy: Policy | None) -> str:
    """The query with the group sizes the policy demands written into it; the text itself where it demands none."""
    if policy is None:
        return sql
    from answerable.guard.policy import minimum_groups

    return minimum_groups.with_minimum_groups(sql, dialect=dialect, schema=schema, policy=policy)


def with_required_filters(
    sql: str, *, dialect: str, schema: SchemaLike, policy: Policy | None
) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The query with the filters the policy requires written into it, and each table with the filter it was given."""
    if policy is None:
        return sql, ()
    from answerable.guard.policy import added_filters

    return added_filters.with_required_filters(sql, dialect=dialect, schema=schema, policy=policy)


def seen_through(policy: Policy | None, schema: DatabaseSchema) -> SchemaView:
    """The schema as the policy lets it be seen."""
    from answerable.guard.policy.visible_schema import SchemaView

    return SchemaView(schema, policy)


def policy_problems(policy: Policy, *schemas: DatabaseSchema) -> tuple[str, ...]:
    """Names in the policy that none of the schemas has, one line each."""
    from answerable.guard.policy import unmatched_entries

    return unmatched_entries.policy_problems(policy, *schemas)


def policy_warnings(policy: Policy, *schemas: DatabaseSchema) -> tuple[str, ...]:
    """Patterns in the policy that match no column of the schemas, one line each."""
    from answerable.guard.policy import unmatched_entries

    return unmatched_entries.policy_warnings(policy, *schemas)
