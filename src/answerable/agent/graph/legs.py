"""The story, leg by leg.

A leg is what never branches: a few steps, and a word on which leg follows. `walk` goes from leg to leg until the run
ends or may have to wait for a person. Where nobody can go on later there is nothing to keep, and the whole run is one
walk; where somebody can, `building` makes a graph of the same legs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from answerable.agent.graph.answering import answer, record
from answerable.agent.graph.confirming import confirm
from answerable.agent.graph.correcting import diagnose, repair
from answerable.agent.graph.executing import check, execute
from answerable.agent.graph.run import Run
from answerable.agent.graph.state import Changes, State
from answerable.agent.graph.understanding import plan, retrieve, route, translate
from answerable.agent.graph.validating import describe, validate, weigh
from answerable.errors import AnswerableError

__all__ = ["END", "FIRST", "LEGS", "Leg", "Step", "walk"]

Step = Callable[[State, Run], Changes]
FIRST = "understand"
END = "__end__"


@dataclass(frozen=True, slots=True)
class Leg:
    steps: tuple[Step, ...]
    follow: Callable[[State], str]
    """Which leg follows, by the state that this one leaves."""
    followers: tuple[str, ...]
    """All that may."""


def _unless_failed(following: str) -> Callable[[State], str]:
    return lambda state: "answer" if "failure" in state else following


def _after_validating(state: State) -> str:
    if "failure" in state:
        return "answer"
    if state["needs_correction"]:
        return "correct"
    return "confirm" if state["needs_approval"] else "execute"


def _after_executing(state: State) -> str:
    return "correct" if state.get("needs_correction") and "failure" not in state else "answer"


def _after_correcting(state: State) -> str:
    return "validate" if state["needs_correction"] and "failure" not in state else "answer"


LEGS = {
    "understand": Leg((route, retrieve, plan, translate), _unless_failed("validate"), ("validate", "answer")),
    "validate": Leg((validate, weigh, describe), _after_validating, ("confirm", "execute", "correct", "answer")),
    "confirm": Leg((confirm,), _unless_failed("validate"), ("validate", "answer")),
    "execute": Leg((execute, check), _after_executing, ("correct", "answer")),
    "correct": Leg((diagnose, repair), _after_correcting, ("validate", "answer")),
    "answer": Leg((answer, record), lambda state: END, (END,)),
}


def walk(state: State, run: Run, *, begin: str = FIRST, until: Collection[str] = (END,)) -> tuple[Changes, str]:
    """What changes on the way from the leg `begin` to the first of `until`, and which of them it is."""
    changes, here = _taken(LEGS[begin], state, run)
    while here not in until:
        more, here = _taken(LEGS[here], {**state, **changes}, run)
        changes |= more
    return changes, here


def _taken(leg: Leg, state: State, run: Run) -> tuple[Changes, str]:
    """An error that is meant for a person ends the leg and is kept as `failure`."""
    changes: Changes = {}
    for step in leg.steps:
        try:
            changes |= step({**state, **changes}, run)
        except AnswerableError as error:
            changes["failure"] = error
            break
    return changes, leg.follow({**state, **changes})
