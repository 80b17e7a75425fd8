"""The stages of a run: one table drives the graph and the direct run.

    translate → validate → confirm → execute → answer, with repair between a failed query and the next one

A stage is a few steps that never branch, and a function that names the stage after it. `run_stages` goes from stage to
stage until the run ends or may have to wait for a person. Where nobody can resume the run later there is nothing to
store, and one call runs all of it; where somebody can, `graph` makes a langgraph graph of the same table.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from answerable.agent.stages.active_run import ActiveRun
from answerable.agent.stages.answer_stage import answer, record
from answerable.agent.stages.confirm_stage import confirm
from answerable.agent.stages.execute_stages import check, execute
from answerable.agent.stages.repair_stages import diagnose, repair
from answerable.agent.stages.state import Changes, State
from answerable.agent.stages.translate_stages import submit, translate
from answerable.agent.stages.validate_stage import describe, validate, weigh
from answerable.kernel.errors import AnswerableError
from answerable.kernel.light_dataclass import dataclass

__all__ = ["END", "FIRST", "STAGES", "Stage", "Step", "run_stages"]

Step = Callable[[State, ActiveRun], Changes]
FIRST = "translate"
END = "__end__"


@dataclass(frozen=True, slots=True)
class Stage:
    steps: tuple[Step, ...]
    choose_next: Callable[[State], str]
    """The stage that follows, by the state that this one leaves."""
    followers: tuple[str, ...]
    """All that may follow."""


def _unless_failed(following: str) -> Callable[[State], str]:
    return lambda state: "answer" if "failure" in state else following


def _after_validate(state: State) -> str:
    if "failure" in state:
        return "answer"
    if state["needs_correction"]:
        return "repair"
    return "confirm" if state["needs_approval"] else "execute"


def _after_execute(state: State) -> str:
    return "repair" if state.get("needs_correction") and "failure" not in state else "answer"


def _after_repair(state: State) -> str:
    return "validate" if state["needs_correction"] and "failure" not in state else "answer"


STAGES = {
    "translate": Stage((submit, translate), _unless_failed("validate"), ("validate", "answer")),
    "validate": Stage((validate, weigh, describe), _after_validate, ("confirm", "execute", "repair", "answer")),
    "confirm": Stage((confirm,), _unless_failed("validate"), ("validate", "answer")),
    "execute": Stage((execute, check), _after_execute, ("repair", "answer")),
    "repair": Stage((diagnose, repair), _after_repair, ("validate", "answer")),
    "answer": Stage((answer, record), lambda state: END, (END,)),
}


def run_stages(
    state: State, run: ActiveRun, *, begin: str = FIRST, until: Collection[str] = (END,)
) -> tuple[Changes, str]:
    """What changes from the stage `begin` to the first of `until`, and which of them it is."""
    changes, name = _run_stage(STAGES[begin], state, run)
    while name not in until:
        more, name = _run_stage(STAGES[name], {**state, **changes}, run)
        changes |= more
    return changes, name


def _run_stage(stage: Stage, state: State, run: ActiveRun) -> tuple[Changes, str]:
    """An error that is meant for a person ends the stage and becomes its `failure`."""
    changes: Changes = {}
    for step in stage.steps:
        try:
            changes |= step({**state, **changes}, run)
        except AnswerableError as error:
            changes["failure"] = error
            break
    return changes, stage.choose_next({**state, **changes})
