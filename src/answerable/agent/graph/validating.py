"""Validate: the guard's word on the exact text, what it would cost, and what it says in plain words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from answerable.agent.approval import is_low_risk, is_surely_cheap
from answerable.agent.events import QueryWritten
from answerable.agent.graph.run import Run, query_of
from answerable.agent.graph.state import Changes, State
from answerable.errors import Refused
from answerable.guard.verdict import hash_sql

if TYPE_CHECKING:
    from answerable.agent.schemas import View
    from answerable.guard import Verdict
    from answerable.schema import DatabaseSchema
    from answerable.sources import Estimate

FRESH = timedelta(minutes=1)
"""A schema younger than this is not read again on account of a name that it does not have."""
_FILTERED = {
    "en": "Of {table} only rows with {condition} are in the answer, as the policy requires.",
    "ko": "정책에 따라 {table}에서 {condition} 조건에 맞는 행만 답에 넣었습니다.",
}
_UNKNOWN = frozenset({"unknown_column", "unknown_table"})

__all__ = ["describe", "is_approved", "refusal", "validate", "weigh"]


def is_approved(state: State) -> bool:
    """Whether a person approved exactly this text."""
    return state.get("approved_hash") == hash_sql(state["generated_query"])


def validate(state: State, run: Run) -> Changes:
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
        "validation_errors": [f"{one.layer}/{one.code}: {one.message}" for one in verdict.errors],
        "findings": [one.as_dict() for one in verdict.findings],
        "relevant_tables": list(verdict.tables),
        "verdict": verdict,
        "needs_correction": not verdict.allowed,
        "tried": [*state.get("tried", []), sql],
    }
    if added and "reading" in state:
        found["reading"] = _with_filters(state, added)
    return found if verdict.allowed else {**found, "problem": refusal(verdict)}


def _with_filters(state: State, added: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    """A required filter is a choice made on the asker's behalf, and said like any other."""
    text = _FILTERED.get(state["lang"], _FILTERED["en"])
    told = [text.format(table=table, condition=condition) for table, condition in added]
    return {**state["reading"], "assumptions": list(dict.fromkeys([*state["reading"]["assumptions"], *told]))}


def _may_be_outdated(verdict: Verdict, view: View) -> bool:
    """Names that are not in the schema may be so because it was kept for a while."""
    is_old = datetime.now(UTC) - view.full.read_at > FRESH
    return is_old and bool(verdict.errors) and all(one.code in _UNKNOWN for one in verdict.errors)


def _judged_anew(state: State, sql: str, run: Run) -> Verdict:
    return run.view(run.source(state), refresh=True).judge(sql)


def refusal(verdict: Verdict) -> Refused:
    first = verdict.errors[0]
    return Refused(f"The guard refused this query ({first.layer}/{first.code}): {first.message}", hint=first.hint)


def weigh(state: State, run: Run) -> Changes:
    """Whether a person must look at it: by the setting, and where that says `auto`, by what it would cost."""
    if not state["is_query_valid"] or is_approved(state):
        return {"needs_approval": False}
    mode = run.desk.settings.confirm
    if mode == "never":
        return {"needs_approval": False, "estimate_rows": None}
    view = run.view(run.source(state))
    if mode == "auto" and is_surely_cheap(view.most_rows(state["generated_query"])):
        return {"needs_approval": False, "estimate_rows": None}
    estimate = _estimate(state, run) if mode == "auto" else None
    low_risk = mode == "auto" and is_low_risk(estimate, _rows_in(view.schema, state["relevant_tables"]))
    return {"needs_approval": not low_risk, "estimate_rows": estimate.rows if estimate else None}


def describe(state: State, run: Run) -> Changes:
    """The query in plain words, told before it is asked about or run to whoever listens."""
    if not state["is_query_valid"] or not (run.is_heard or state["needs_approval"]):
        return {}
    said = run.view(run.source(state)).explain(state["generated_query"], state["lang"])
    if not is_approved(state):
        run.tell(QueryWritten(query_of({**state, "query_explanation": said}, run)))
    if state["needs_approval"]:
        run.ledger.flush()
    return {"query_explanation": said}


def _estimate(state: State, run: Run) -> Estimate | None:
    return run.executor(state).estimate(state["generated_query"], state["verdict"])


def _rows_in(schema: DatabaseSchema, tables: list[str]) -> int | None:
    estimates = [table.row_estimate for name in tables if (table := schema.table(name))]
    known = [estimate for estimate in estimates if estimate is not None]
    return sum(known) if len(known) == len(estimates) else None


def _record(state: State, verdict: Verdict, run: Run) -> None:
    decision: dict[str, object] = {
        "decision": "allow" if verdict.allowed else "reject",
        "rule": ",".join(finding.code for finding in verdict.errors) or "all",
        "reason": "; ".join(finding.message for finding in verdict.errors) or "no rule objects",
        "sql_hash": verdict.sql_hash,
    }
    run.record(state, "policy_decision", decision, "safety")
