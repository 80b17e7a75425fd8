"""What may run: syntax tree → findings → verdict.

verdict = check("SELECT id FROM orders", dialect="sqlite", schema={"orders": ["id"]})
verdict.allowed, verdict.findings
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerable.guard.batch import batch
from answerable.guard.policy import Policy
from answerable.guard.verdict import Finding, Layer, Severity, Verdict, hash_sql

if TYPE_CHECKING:
    from answerable.guard.catalog import SchemaLike

__all__ = ["Finding", "Layer", "Policy", "Severity", "Verdict", "batch", "check", "hash_sql"]


def check(sql: str, *, dialect: str, schema: SchemaLike | None = None, policy: Policy | None = None) -> Verdict:
    """The guard's word on exactly this text in this dialect. Never raises on account of the text.

    Without a schema, names are not looked up; without a policy, every table and column of the schema may be read.
    """
    from answerable.guard.judge import judge

    return judge(sql, dialect, schema, policy)
