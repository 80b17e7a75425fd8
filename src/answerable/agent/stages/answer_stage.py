"""Answer and record: everything a door draws, and the last line of the run's record."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from answerable.agent.answer_builder import AnswerParts, build_answer
from answerable.agent.proof.audit_payloads import failed_observation
from answerable.agent.proof.make_receipt import with_receipt
from answerable.agent.repair.diagnosis import category_of
from answerable.agent.repair.learned_repair import learning_from_state as restored_learning
from answerable.agent.stages.active_run import ActiveRun
from answerable.agent.stages.restored_reading import reading_from_state
from answerable.agent.stages.reworded_answer import reworded
from answerable.agent.stages.state import Changes, State
from answerable.agent.trust import trust_level
from answerable.kernel.errors import NeedsClarification
from answerable.kernel.messages import CodedMessage, msg, unpack
from answerable.kernel.model_use import ModelUse
from answerable.language.translation import Translation

if TYPE_CHECKING:
    from answerable.language import Translation

__all__ = ["answer", "record"]


def answer(state: State, run: ActiveRun) -> Changes:
    """Put together from the result and from what was decided on the way; or what went wrong, in plain words."""
    if "failure" in state:
        return {}
    is_edited = state.get("is_edited", False)
    translation, caveats = _translation(state), _caveats(state)
    trust = trust_level(state["confidence"], caveats, is_edited, translation.path, translation.applied)
    learning = None if is_edited else state["learning"]
    parts = AnswerParts(
        question=state["user_question"],
        lang=state["lang"],
        source=state["source_name"],
        tables=tuple(state["relevant_tables"]),
        caveats=caveats,
        confidence=None if is_edited else state["confidence"],
        trust=trust,
        learning=restored_learning(learning) if learning else None,
        is_edited=is_edited,
        builds_on_edit=state.get("builds_on_edit", False),
        use=ModelUse.from_dict(use) if (use := state.get("model_use")) and not is_edited else None,
        today=run.context.today,
    )
    built = build_answer(parts, translation, state["outcome"], run.view(run.source(state)))
    return {"answer": with_receipt(reworded(built, state, run), state, run)}


def record(state: State, run: ActiveRun) -> Changes:
    """How a run without a result ended; one with a result has left its record already."""
    failure = state.get("failure")
    if failure and not isinstance(failure, NeedsClarification):  # what is asked back was recorded with its readings
        findings = [one["code"] for one in state.get("findings", []) if one["severity"] == "error"]
        ending = failed_observation(failure, category=category_of(failure, findings))
        run.record(state, "observation_recorded", ending, "system")
    run.audit.flush()
    return {}


def _translation(state: State) -> Translation:
    """What was changed without a doubt is said like any other choice made on the asker's behalf. Of SQL that a person
    edited nothing is known but that."""
    translation = reading_from_state(state["reading"])
    if state.get("is_edited"):
        return Translation((), "edited", leans_on_earlier=translation.leans_on_earlier)
    told = unpack(one["how"] for one in state.get("repairs", []) if not one["is_doubtful"])
    return replace(translation, assumptions=(*translation.assumptions, *told)) if told else translation


def _caveats(state: State) -> tuple[CodedMessage, ...]:
    builds = [msg("caveats.builds_on_edit")] if state.get("builds_on_edit") else []
    checked = unpack(state["caveats"])
    if state.get("is_edited"):
        return (*builds, *checked)
    words = tuple(state["reading"]["not_understood"])
    ignored = [msg("caveats.not_understood", phrases=words)] if words else []
    doubts = unpack(one["how"] for one in state.get("repairs", []) if one["is_doubtful"])
    return tuple(dict.fromkeys([*builds, *doubts, *ignored, *checked]))
