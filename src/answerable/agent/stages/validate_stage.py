"""Validate: the guard's word on the exact text, what it would cost, and what it says in plain words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from answerable.agent.approval_rules import is_low_risk, is_surely_cheap
from answerable.agent.events import QueryRejected, QueryWritten
from answerable.agent.proof.audit_payloads import verdict_decision
from answerable.agent.stages.active_run import ActiveRun, query_of
from answerable.agent.stages.state import Changes, State
from answerable.kernel.errors import Refused
from answerable.kernel.messages import msg, pack
from answerable.sql.text_hash import hash_sql

if TYPE_CHECKING:
    from answerable.agent.context.schema_views import View
    from answerable.guard import Verdict
    from answerable.kernel.schema import DatabaseSchema
    from answerable.sources import Estimate

FRESH = timedelta(minutes=1)
"""A schema younger than this is not read again on account of a name that it does not have."""
_UNKNOWN = frozenset({"unknown_column", "unknown_table"})

__all__ = ["describe", "is_approved", "refusal", "validate", "weigh"]


def is_approved(state: State) -> bool:
    """Whether a person approved exactly this text."""
    return state.get("approved_hash") == hash_sql(state["generated_query"])


def validate(state: State, run: ActiveRun) -> Changes:
    """Made anew whenever a run goes on: a verdict is never kept. Filters and group sizes that the policy demands are
    written into the SQL before anybody looks at it."""
    if not is_approved(state):
        run.enter("validating", state)
    view, sql = run.view(run.source(state)), state["generated_query"]
    added: tuple[tuple[str, str], ...] = ()
    if not is_approved(state):
        sql, added = view.complete(sql)
    verdict = _judged_anew(state, sql, run) if _may_be_outdated(view.judge(sql), view) else view.judge(sql)
    _record(state, verdict, run)
    found: Changes = {
        "generated_query": sql,
        "is_query_valid": verdict.allowed,
        "findings": [one.as_dict(state["lang"]) for one in verdict.findings],
        "relevant_tables": list(verdict.tables),
        "verdict": verdict,
        "needs_correction": not verdict.allowed,
        "tried": [*state.get("tried", []), sql],
    }
    if added and "reading" in state:
        found["reading"] = _with_filters(state, added)
    return found if verdict.allowed else _rejected({**state, **found}, found, refusal(verdict), run)


def _rejected(state: State, changes: Changes, problem: Refused, run: ActiveRun) -> Changes:
    run.send(QueryRejected(query_of({**state, "query_explanation": problem.message}, run)))
    return {**changes, "problem": problem}


def _with_filters(state: State, added: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    """A required filter is a choice made on the asker's behalf, and said like any other."""
    before = state["reading"]["assumptions"]
    told = pack(msg("notes.policy_filter", table=table, condition=condition) for table, condition in added)
    return {**state["reading"], "assumptions": [*before, *(one for one in told if one not in before)]}


def _may_be_outdated(verdict: Verdict, view: View) -> bool:
    """Names that are not in the schema may be so because it was kept for a while."""
    is_old = datetime.now(UTC) - view.full.read_at > FRESH
    return is_old and bool(verdict.errors) and all(one.code in _UNKNOWN for one in verdict.errors)


def _judged_anew(state: State, sql: str, run: ActiveRun) -> Verdict:
    return run.view(run.source(state), refresh=True).judge(sql)


def refusal(verdict: Verdict) -> Refused:
    first = verdict.errors[0]
    return Refused(
        msg("agent.guard_refused", layer=first.layer, code=first.code, problem=first.what), hint=first.advice
    )


def weigh(state: State, run: ActiveRun) -> Changes:
    """Whether a person must look at it: by the setting, and where that says `auto`, by what it would cost."""
    if not state["is_query_valid"] or is_approved(state):
        return {"needs_approval": False}
    mode = run.context.settings.confirm
    if mode == "never":
        return {"needs_approval": False, "estimate_rows": None}
    view = run.view(run.source(state))
    if mode == "auto" and (_is_verified(state) or is_surely_cheap(view.most_rows(state["generated_query"]))):
        return {"needs_approval": False, "estimate_rows": None}
    estimate = _estimate(state, run) if mode == "auto" else None
    low_risk = mode == "auto" and is_low_risk(estimate, _rows_in(view.schema, state["relevant_tables"]))
    # An engine estimates over all rows, those that a filter hides too.
    is_told = estimate is not None and not view.hides_rows(state["relevant_tables"])
    return {"needs_approval": not low_risk, "estimate_rows": estimate.rows if estimate and is_told else None}


def _is_verified(state: State) -> bool:
    """A person looked at this query when it was verified."""
    return state["reading"]["path"] == "verified_query" and not state.get("is_edited")


def describe(state: State, run: ActiveRun) -> Changes:
    """The query in plain words, told before it is asked about or run to whoever listens."""
    if not state["is_query_valid"] or not (run.has_listener or state["needs_approval"]):
        return {}
    said = run.view(run.source(state)).explain(state["generated_query"], state["lang"])
    if not is_approved(state):
        run.send(QueryWritten(query_of({**state, "query_explanation": said}, run)))
    if state["needs_approval"]:
        run.audit.flush()
    return {"query_explanation": said}


def _estimate(state: State, run: ActiveRun) -> Estimate | None:
    return run.executor(state).estimate(state["generated_query"], state["verdict"])


def _rows_in(schema: DatabaseSchema, tables: list[str]) -> int | None:
    estimates = [table.row_estimate for name in tables if (table := schema.table(name))]
    known = [estimate for estimate in estimates if estimate is not None]
    return sum(known) if len(known) == len(estimates) else None


def _record(state: State, verdict: Verdict, run: ActiveRun) -> None:
    run.record(state, "policy_decision", verdict_decision(verdict), "safety")
