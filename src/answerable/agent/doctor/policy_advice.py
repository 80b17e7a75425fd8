"""What the doctor says of a policy: patterns that match nothing, and views that cannot be read on account of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from answerable.agent.doctor.scorecard import DoctorFinding, DoctorSeverity
from answerable.guard import check, policy_warnings, seen_through

if TYPE_CHECKING:
    from answerable.agent.context.run_context import RunContext
    from answerable.guard import Policy
    from answerable.kernel.schema import DatabaseSchema
    from answerable.sources import Source

__all__ = ["policy_findings"]


def policy_findings(source: Source, run_context: RunContext) -> Iterator[DoctorFinding]:
    """Nothing without a policy."""
    if run_context.policy is None:
        return
    schema = source.schema(progress=run_context.progress)
    for line in policy_warnings(run_context.policy, schema):
        yield DoctorFinding("policy:pattern", DoctorSeverity.ADVICE, f"{line} It may be meant for another source.")
    yield from _views(run_context.policy, schema)


def _views(policy: Policy, schema: DatabaseSchema) -> Iterator[DoctorFinding]:
    """Those that the guard refuses whatever is read of them."""
    seen = seen_through(policy, schema)
    for view in schema.tables:
        if not view.is_view:
            continue
        if why := seen.obstacle(view):
            entry = f'view_lineage = {{"{view.qualified}.{view.columns[0].name}" = "…"}}' if view.columns else ""
            message = f"The view '{view.qualified}' is refused: {why.rstrip('.')}."
            fix = (f"Change the view, or release it on purpose in [policy]: {entry}",)
            yield DoctorFinding(f"view:{view.qualified}", DoctorSeverity.ADVICE, message, fix)
            continue
        verdict = check(_count_of(view.qualified, schema.dialect), dialect=schema.dialect, schema=schema, policy=policy)
        for finding in verdict.errors:
            if finding.code == "required_filter":
                yield DoctorFinding(f"view:{view.qualified}", DoctorSeverity.ADVICE, finding.message, (finding.hint,))


def _count_of(name: str, dialect: str) -> str:
    from sqlglot import exp

    namespace, _, table = name.rpartition(".")
    source = exp.table_(table, db=namespace or None, quoted=True)
    return exp.select(exp.Count(this=exp.Star())).from_(source).sql(dialect=dialect)
