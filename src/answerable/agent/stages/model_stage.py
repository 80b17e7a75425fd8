"""Ask the language model, where there is one and the embedded engine is not sure.

The question is on the disk before anything leaves. What the model writes or looks at goes through guard, policy, limits
and record like anybody's; nothing it looks at runs that a person would have to approve.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerable.agent.approval_rules import is_low_risk, is_surely_cheap
from answerable.agent.context.lent_source import LentSource
from answerable.agent.context.semantic_model_cache import SemanticModelCache
from answerable.agent.execution.executor import Executor
from answerable.agent.stages.status_words import status_message
from answerable.answers.values.typed_cells import column_values
from answerable.audit.entry import new_id
from answerable.hybrid.consult_model import Consultation, Consulted, consult_model, needs_model
from answerable.hybrid.contest.judged_sql import JudgedSql
from answerable.hybrid.investigation.look_at_data import Looked
from answerable.kernel.errors import QueryFailed, QueryStopped, Refused
from answerable.providers.spend.question_budget import for_question
from answerable.sources import Limits

if TYPE_CHECKING:
    from answerable.agent.context.model_seat import ModelSeat
    from answerable.agent.context.schema_views import View
    from answerable.agent.stages.active_run import ActiveRun
    from answerable.agent.stages.state import State
    from answerable.guard import Verdict
    from answerable.kernel.workspace import Workspace
    from answerable.language import Context, Translation
    from answerable.sources import Result, Source

__all__ = ["consult", "consult_over", "judged"]

_LOOK_SECONDS = 5.0


def consult(
    translation: Translation, source: Source, context: Context, state: State, run: ActiveRun, seat: ModelSeat
) -> Consulted | None:
    """None where no model is asked."""
    if not needs_model(translation):
        return None
    run.enter("generating", state, status_message("asking_model", state["lang"]))
    view = run.view(source)
    call = _record_call(seat, source, state, run)
    consultation = _consultation(seat, view, source, state, run)
    found = consult_model(state["user_question"], translation, context, consultation)
    observed = {"call_id": call, "status": "error" if found.use.failure else "success", **found.use.as_dict()}
    run.record(state, "observation_recorded", observed, "actor")
    return found


def consult_over(
    question: str,
    translation: Translation,
    view: View,
    context: Context,
    seat: ModelSeat,
    workspace: Workspace,
    *,
    is_forced: bool = False,
) -> Consulted | None:
    """The same where nothing may be run: what the model looks at is what the schema tells. `is_forced` asks it also
    where the engine is sure, to measure it."""
    if not (needs_model(translation) or is_forced):
        return None
    settings = seat.settings
    sight = view.sight(SemanticModelCache.of(workspace), settings.may_see(seat.model), is_blind=settings.blind)
    consultation = Consultation(
        model=for_question(seat.model, settings),
        sight=sight,
        judge=lambda sql: judged(sql, view),
        call_seconds=settings.call_seconds,
        question_seconds=settings.question_seconds,
        reply_tokens=settings.reply_tokens,
    )
    return consult_model(question, translation, context, consultation)


def _record_call(seat: ModelSeat, source: Source, state: State, run: ActiveRun) -> str:
    """Written to the disk: nothing leaves without a record."""
    call = new_id()
    told: dict[str, object] = {"model": seat.model.name, "is_remote": seat.model.is_remote}
    told |= {"sees": seat.settings.may_see(seat.model), "is_blind": seat.settings.blind}
    called: dict[str, object] = {
        "call_id": call,
        "tool_name": "model.complete",
        "source": source.name,
        "arguments": told,
    }
    run.record(state, "tool_called", called, "actor")
    run.audit.flush()
    return call


def _consultation(seat: ModelSeat, view: View, source: Source, state: State, run: ActiveRun) -> Consultation:
    settings = seat.settings
    cache = SemanticModelCache.of(run.context.workspace)
    looks = run.context.settings.confirm != "always"
    return Consultation(
        model=for_question(seat.model, settings),
        sight=view.sight(cache, settings.may_see(seat.model), is_blind=settings.blind),
        judge=lambda sql: judged(sql, view),
        look=(lambda sql, rows: _looked(sql, rows, view, source, state, run)) if looks else None,
        call_seconds=settings.call_seconds,
        question_seconds=settings.question_seconds,
        reply_tokens=settings.reply_tokens,
        raise_if_cancelled=run.context.stop.raise_if_cancelled,
        before_call=lambda: _rest(run),
    )


def _rest(run: ActiveRun) -> None:
    for source in run.context.sources:
        if isinstance(source, LentSource):
            source.rest()


def judged(sql: str, view: View) -> JudgedSql:
    """The guard's word on the SQL with what the policy adds to it."""
    verdict = view.judge(view.complete(sql)[0])
    first = next(iter(verdict.errors), None)
    return JudgedSql(
        verdict.allowed, first.message if first else "", first.code if first else "", len(verdict.warnings)
    )


def _looked(sql: str, rows: int, view: View, source: Source, state: State, run: ActiveRun) -> Looked:
    completed = view.complete(sql)[0]
    verdict = view.judge(completed)
    if not verdict.allowed:
        first = verdict.errors[0]
        return Looked(category=first.code, problem=first.message)
    run.audit.redact_terms_of(state["user_question"])
    executor = Executor(source, run.audit, state["request_id"], has_more=True, samples=run.context.samples(source))
    settings = run.context.settings
    if not _may_run(completed, verdict, view, executor, run):
        return Looked(category="not_run", problem="It would read too much without a person's approval.")
    limits = Limits(rows, min(_LOOK_SECONDS, settings.query_seconds), settings.query_memory_mb)
    try:
        return _as_looked(executor.run(completed, verdict, limits))
    except QueryStopped as error:
        if error.reason == "cancelled":
            raise
        return Looked(category="not_run", problem=error.message)
    except (QueryFailed, Refused) as error:
        return Looked(category=getattr(error, "category", error.code), problem=error.message)


def _may_run(sql: str, verdict: Verdict, view: View, executor: Executor, run: ActiveRun) -> bool:
    """What would be answered with, a person approves; what is only looked at must be cheap."""
    if run.context.settings.confirm == "never" or is_surely_cheap(view.most_rows(sql)):
        return True
    return is_low_risk(executor.estimate(sql, verdict), None)


def _as_looked(result: Result) -> Looked:
    table = result.table
    rows = zip(*(column_values(column) for column in table.columns), strict=True)
    return Looked(tuple(table.column_names), tuple(rows), table.num_rows, result.is_truncated)
