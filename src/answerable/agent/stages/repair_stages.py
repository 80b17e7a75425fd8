"""Diagnose and repair: what went wrong, and another query in its place.

Three queries are tried at most, each different from every one before. SQL that a person edited and verified queries are
never changed: what failed is said. What a repair changed is said in the answer.
"""

from __future__ import annotations

from answerable.agent.repair import MOST_ATTEMPTS, STRATEGIES, Failure, Fix, Reread, Strategy, first_fix
from answerable.agent.repair.diagnosis import category_of, given_up, restate_error
from answerable.agent.repair.learned_repair import learning_to_state as kept_learning
from answerable.agent.repair.reread_schema import reread
from answerable.agent.stages.active_run import ActiveRun
from answerable.agent.stages.restored_reading import reading_from_state, reading_to_state
from answerable.agent.stages.state import Changes, State
from answerable.agent.stages.status_words import status_message
from answerable.agent.stages.translate_stages import understand
from answerable.kernel.errors import AnswerableError
from answerable.kernel.messages import msg

__all__ = ["diagnose", "may_be_corrected", "repair"]


def may_be_corrected(state: State) -> bool:
    """Whether another query may stand in for this one."""
    return not state.get("is_edited") and state["reading"]["path"] != "verified_query" and not _is_last(state)


def diagnose(state: State, run: ActiveRun) -> Changes:
    """What kind of problem it is. Where nothing may be tried in its place, it is how the run ends."""
    run.context.stop.raise_if_cancelled()
    problem = state["problem"]
    errors = [one["code"] for one in state["findings"] if one["severity"] == "error"]
    category = category_of(problem, errors)
    if problem is not None and (category is None or not may_be_corrected(state)):
        raise _said(problem, category, state)
    said = problem.message if problem else "No rows match."
    context = {"category": category, "error": said}
    return {"correction_context": context}


def repair(state: State, run: ActiveRun) -> Changes:
    """The next query; or the end, where no strategy has one."""
    category = state["correction_context"]["category"]
    fix = first_fix(_failure(state, run), state["tried"], _strategies(state, category))
    if fix is not None:
        return _taken(fix, state, run)
    if problem := state["problem"]:
        raise _said(problem, category, state)
    return {"needs_correction": False}


def _strategies(state: State, category: str) -> tuple[Strategy, ...]:
    """A metric is computed as it is defined, or not at all."""
    known = STRATEGIES[category]
    return tuple(one for one in known if one is reread) if state["reading"]["path"] == "metric" else known


def _failure(state: State, run: ActiveRun) -> Failure:
    context = state["correction_context"]
    return Failure(
        sql=state["generated_query"],
        category=context["category"],
        message=context["error"],
        view=run.view(run.source(state)),
        candidates=reading_from_state(state["reading"]).candidates,
        reread=lambda: _reread(state, run),
    )


def _reread(state: State, run: ActiveRun) -> Reread | None:
    """Asks back where the question is no longer clear over the schema as it is now."""
    view = run.view(run.source(state), refresh=True)
    if view.full.fingerprint == state["database_schema"] or state.get("picked"):
        return None
    found = understand(state, run)
    return Reread(found.translation, found.best) if found.place == state["source_place"] else None


def _taken(fix: Fix, state: State, run: ActiveRun) -> Changes:
    run.enter("generating", state, status_message("correcting", state["lang"]))
    run.record(state, "plan_created", {"path": "repair", "sql": fix.sql, "reason": str(fix.how)}, "planner")
    reading = reading_to_state(fix.translation) if fix.translation else state["reading"]
    changes: Changes = {
        "generated_query": fix.sql,
        "reading": reading,
        "confidence": state["confidence"] if fix.confidence is None else fix.confidence,
        "generation_attempt": state["generation_attempt"] + 1,
        "repairs": [*state.get("repairs", []), {"how": fix.how.as_json(), "is_doubtful": fix.is_doubtful}],
        "learning": kept_learning(fix.learning) if fix.learning else None,
        "needs_correction": True,
    }
    if fix.translation:
        changes["model"] = run.context.settings.engine
        changes["database_schema"] = run.view(run.source(state)).full.fingerprint
    return changes


def _is_last(state: State) -> bool:
    return state["generation_attempt"] >= MOST_ATTEMPTS


def _said(problem: AnswerableError, category: str | None, state: State) -> AnswerableError:
    if category is None:
        return problem
    if state.get("is_edited"):
        return restate_error(problem, problem.what, msg("agent.sql_as_edited", hint=problem.advice))
    if state["reading"]["path"] == "verified_query":
        return _verified(problem, state)
    return given_up(problem, state["generation_attempt"], category)


def _verified(problem: AnswerableError, state: State) -> AnswerableError:
    names = [name for kind, name, *_ in state["reading"]["applied"] if kind == "verified_query"]
    name = f" '{names[0]}'" if names else ""
    message = msg("agent.verified_query_fails", name=name, problem=problem.what)
    return restate_error(problem, message, msg("agent.have_it_corrected", hint=problem.advice))
