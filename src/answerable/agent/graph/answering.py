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


def answer(state: State, run: Run) -> Changes:
    """Put together from the result and from what was decided on the way; or what went wrong, in plain words."""
    if failure := state.get("failure"):
        return {"final_response": failure.line(), "response_format": "error"}
    translation, caveats = _with_repairs(restored(state["reading"]), state), _caveats(state)
    trust = trust_level(
        state["confidence"], caveats, state.get("is_edited", False), translation.path, translation.applied
    )
    told = Told(
        question=state["user_question"],
        lang=state["lang"],
        source=state["source_name"],
        tables=tuple(state["relevant_tables"]),
        caveats=caveats,
        confidence=state["confidence"],
        trust=trust,
        learning=restored_learning(learning) if (learning := state["learning"]) else None,
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


def _with_repairs(translation: Translation, state: State) -> Translation:
    """What was changed without a doubt is said like any other choice made on the asker's behalf."""
    told = [one["how"] for one in state.get("repairs", []) if not one["is_doubtful"]]
    return replace(translation, assumptions=(*translation.assumptions, *told)) if told else translation


def _caveats(state: State) -> tuple[str, ...]:
    words = ", ".join(f"'{word}'" for word in state["reading"]["not_understood"])
    ignored = [f"Not understood, so not in the answer: {words}."] if words else []
    doubts = [one["how"] for one in state.get("repairs", []) if one["is_doubtful"]]
    return tuple(dict.fromkeys([*doubts, *ignored, *state["caveats"]]))
