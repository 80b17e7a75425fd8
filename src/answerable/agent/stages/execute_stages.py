"""Execute and check: the query runs within its limits, and the result is looked at."""

from __future__ import annotations

from answerable.agent.checks import Outcome, run_checks
from answerable.agent.checks.empty import found_nothing
from answerable.agent.execution.nullable_columns import with_nullability
from answerable.agent.stages.active_run import ActiveRun
from answerable.agent.stages.repair_stages import may_be_corrected
from answerable.agent.stages.state import Changes, State
from answerable.answers.values.typed_cells import column_values
from answerable.kernel.errors import QueryFailed, QueryStopped
from answerable.kernel.messages import pack
from answerable.sources.engine import Limits, Result

__all__ = ["check", "execute"]

PROBE_SECONDS = 5.0
"""For a query that only checks another."""


def execute(state: State, run: ActiveRun) -> Changes:
    """What the engine refuses is kept as a problem, to be corrected or said."""
    run.context.stop.raise_if_cancelled()
    run.enter("executing", state)
    sql, settings = state["generated_query"], run.context.settings
    limits = Limits(settings.chat_rows, settings.query_seconds, settings.query_memory_mb)
    is_repeatable = run.view(run.source(state)).is_repeatable(sql)
    try:
        result = run.executor(state).run(sql, state["verdict"], limits, run.progress, is_repeatable=is_repeatable)
    except (QueryFailed, QueryStopped) as error:
        if isinstance(error, QueryStopped) and (error.reason == "cancelled" or error.still_runs):
            raise  # nothing more is sent to a database that still works on this
        return {"problem": error, "needs_correction": True}
    result = with_nullability(result, run.view(run.source(state)).never_null(sql))
    return {
        "call": dict(result.ran_under or {}),
        "outcome": _outcome(state, result, run),
        "problem": None,
        "needs_correction": False,
    }


def _outcome(state: State, result: Result, run: ActiveRun) -> Outcome:
    view = run.view(run.source(state))
    return Outcome(
        sql=state["generated_query"],
        result=result,
        schema=view.schema,
        row_limit=run.context.settings.chat_rows,
        question=state["user_question"],
        path="edited" if state.get("is_edited") else state["reading"]["path"],
        warnings=state["verdict"].warnings,
        metrics=view.known.metrics,
        probe=lambda sql: _probed(sql, state, run),
    )


def _probed(sql: str, state: State, run: ActiveRun) -> object:
    """The one cell of a query that only checks another; guarded, limited and recorded like any."""
    verdict = run.view(run.source(state)).judge(sql)
    if not verdict.allowed:
        return None
    try:
        table = (
            run.executor(state).run(sql, verdict, Limits(1, PROBE_SECONDS, run.context.settings.query_memory_mb)).table
        )
    except (QueryFailed, QueryStopped):
        return None
    return column_values(table.column(0))[0] if table.shape == (1, 1) else None


def check(state: State, run: ActiveRun) -> Changes:
    """What a reader must know of the result. Where nothing matched, perhaps a value was only spelled otherwise."""
    if state["needs_correction"]:
        return {}
    outcome = state["outcome"]
    is_suspicious = may_be_corrected(state) and found_nothing(outcome)
    return {"caveats": pack(run_checks(outcome)), "needs_correction": is_suspicious}
