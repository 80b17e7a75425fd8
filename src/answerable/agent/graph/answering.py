"""Answer and record: everything a door draws, and the last line of the run's record."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from answerable.agent.graph.reading import restored
from answerable.agent.graph.run import Run
from answerable.agent.graph.state import Changes, State
from answerable.agent.receipting import with_receipt
from answerable.agent.repair.learning import restored as restored_learning
from answerable.agent.telling import Told, tell
from answerable.agent.trust import trust_level

if TYPE_CHECKING:
    from answerable.language import Translation

__all__ = ["answer", "record"]

_BUILDS_ON_EDIT = {
    "en": "It builds on a query that a person edited.",
    "ko": "사람이 수정한 쿼리를 바탕으로 합니다.",
}


def answer(state: State, run: Run) -> Changes:
    """Put together from the result and from what was decided on the way; or what went wrong, in plain words."""
    if failure := state.get("failure"):
        return {"final_response": failure.line(), "response_format": "error"}
    is_edited = state.get("is_edited", False)
    translation, caveats = _translation(state), _caveats(state)
    trust = trust_level(state["confidence"], caveats, is_edited, translation.path, translation.applied)
    learning = None if is_edited else state["learning"]
    told = Told(
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
    )
    said = with_receipt(tell(told, translation, state["outcome"], run.view(run.source(state))), state, run)
    shape = state["outcome"].result.table.shape
    return {"answer": said, "final_response": said.text, "response_format": "summary" if shape == (1, 1) else "table"}


def record(state: State, run: Run) -> Changes:
    """How a run without a result ended; one with a result has left its record already."""
    if failure := state.get("failure"):
        ending: dict[str, object] = {"status": "error", "code": failure.code, "message": failure.message}
        run.record(state, "observation_recorded", ending, "system")
    run.ledger.flush()
    return {}


def _translation(state: State) -> Translation:
    """What was changed without a doubt is said like any other choice made on the asker's behalf. Of SQL that a person
    edited nothing is known but that."""
    from answerable.language.translation import Translation

    translation = restored(state["reading"])
    if state.get("is_edited"):
        return Translation((), "edited", leans_on_earlier=translation.leans_on_earlier)
    told = [one["how"] for one in state.get("repairs", []) if not one["is_doubtful"]]
    return replace(translation, assumptions=(*translation.assumptions, *told)) if told else translation


def _caveats(state: State) -> tuple[str, ...]:
    builds = [_BUILDS_ON_EDIT.get(state["lang"], _BUILDS_ON_EDIT["en"])] if state.get("builds_on_edit") else []
    if state.get("is_edited"):
        return (*builds, *state["caveats"])
    words = ", ".join(f"'{word}'" for word in state["reading"]["not_understood"])
    ignored = [f"Not understood, so not in the answer: {words}."] if words else []
    doubts = [one["how"] for one in state.get("repairs", []) if one["is_doubtful"]]
    return tuple(dict.fromkeys([*builds, *doubts, *ignored, *state["caveats"]]))
