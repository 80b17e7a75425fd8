"""Answer and record: everything a door draws, and the last line of the run's record."""

from __future__ import annotations

from answerable.agent.graph.reading import restored
from answerable.agent.graph.run import Run
from answerable.agent.graph.state import Changes, State
from answerable.agent.telling import Told, tell
from answerable.agent.trust import trust_level

__all__ = ["answer", "record"]


def answer(state: State, run: Run) -> Changes:
    """Put together from the result and from what was decided on the way; or what went wrong, in plain words."""
    if failure := state.get("failure"):
        return {"final_response": failure.line(), "response_format": "error"}
    translation, caveats = restored(state["reading"]), _caveats(state)
    trust = trust_level(
        state["confidence"], caveats, state.get("is_edited", False), translation.path, translation.applied
    )
    told = Told(
        question=state["user_question"],
        lang=state["lang"],
        source=state["source_name"],
        explanation=state["query_explanation"],
        tables=tuple(state["relevant_tables"]),
        caveats=caveats,
        confidence=state["confidence"],
        trust=trust,
    )
    said = tell(told, translation, state["outcome"], run.view(run.source(state)))
    shape = state["outcome"].result.table.shape
    return {"answer": said, "final_response": said.text, "response_format": "summary" if shape == (1, 1) else "table"}


def record(state: State, run: Run) -> Changes:
    run.record(state, "observation_recorded", _ending(state), "system")
    return {}


def _caveats(state: State) -> tuple[str, ...]:
    words = ", ".join(f"'{word}'" for word in state["reading"]["not_understood"])
    ignored = [f"Not understood, so not in the answer: {words}."] if words else []
    warnings = [one["message"] for one in state["findings"] if one["severity"] == "warning"]
    return tuple(dict.fromkeys([*ignored, *state["caveats"], *warnings]))


def _ending(state: State) -> dict[str, object]:
    if failure := state.get("failure"):
        return {"status": "error", "ended": "failed", "code": failure.code, "message": failure.message}
    said = state["answer"]
    return {"status": "success", "ended": "answered", "path": said.path, "trust": said.trust.level}
