"""Execute and check: the query runs within its limits, and the result is looked at."""

from __future__ import annotations

from answerable.agent.checks import Outcome, run_checks
from answerable.agent.checks.empty import found_nothing
from answerable.agent.executor import Executor
from answerable.agent.graph.correcting import may_be_corrected
from answerable.agent.graph.run import Run
from answerable.agent.graph.state import Changes, State
from answerable.errors import QueryFailed, QueryStopped
from answerable.sources.engine import Limits

__all__ = ["check", "execute"]


def execute(state: State, run: Run) -> Changes:
    """What the engine refuses is kept as a problem, to be corrected or said."""
    run.desk.stop.demand()
    run.enter("executing", state)
    settings, source = run.desk.settings, run.source(state)
    limits = Limits(settings.chat_rows, settings.query_seconds, settings.query_memory_mb)
    executor = Executor(source, run.desk.trail, state["request_id"])
    sql = state["generated_query"]
    try:
        result = executor.run(sql, state["verdict"], limits, run.progress)
    except (QueryFailed, QueryStopped) as error:
        if isinstance(error, QueryStopped) and error.reason == "cancelled":
            raise
        return {"problem": error, "execution_error": error.message, "needs_correction": True}
    outcome = Outcome(sql, result, run.view(source).schema, settings.chat_rows)
    return {
        "query_result": result,
        "outcome": outcome,
        "execution_error": None,
        "problem": None,
        "needs_correction": False,
    }


def check(state: State, run: Run) -> Changes:
    """What a reader must know of the result. Where nothing matched, perhaps a value was only spelled otherwise."""
    if state["needs_correction"]:
        return {}
    outcome = state["outcome"]
    is_suspicious = may_be_corrected(state) and found_nothing(outcome)
    return {"caveats": list(run_checks(outcome)), "needs_correction": is_suspicious}
