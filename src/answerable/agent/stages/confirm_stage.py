"""Confirm: a person sees the query and approves, edits or cancels it.

The run may stop inside `confirm` and begin it again from its top, in another process: nothing before `decide` may have
an effect.
"""

from __future__ import annotations

from answerable.agent.approval_rules import is_edit
from answerable.agent.stages.active_run import ActiveRun, query_of
from answerable.agent.stages.state import Changes, State
from answerable.kernel.errors import QueryStopped
from answerable.kernel.messages import msg
from answerable.sql.text_hash import hash_sql

__all__ = ["confirm"]


def confirm(state: State, run: ActiveRun) -> Changes:
    """What was approved is bound to its exact text. Edited SQL is validated again, as is all when a run goes on."""
    decision = run.decide(state, query_of(state, run), run)
    shown = state["generated_query"]
    is_edited = is_edit(shown, decision.edited_sql)
    sql = decision.edited_sql if is_edited and decision.edited_sql else shown
    said = ("edited" if is_edited else "approved") if decision.approved else "cancelled"
    record: dict[str, object] = {"decision": said, "rule": "confirm", "sql_hash": hash_sql(sql)}
    if is_edited:
        record["shown_hash"] = hash_sql(shown)
    if decision.is_beforehand:
        record["is_beforehand"] = True
    run.record(state, "confirmation_given", {**record, **({"by": decision.by} if decision.by else {})}, "user")
    if not decision.approved:
        raise QueryStopped(msg("common.cancelled_nothing_run"), reason="cancelled")
    return {
        "user_approved": True,
        "generated_query": sql,
        "shown_hash": "" if decision.is_beforehand else hash_sql(shown),
        "is_beforehand": decision.is_beforehand,
        "approved_hash": hash_sql(sql),
        "is_edited": is_edited or state.get("is_edited", False),
    }
