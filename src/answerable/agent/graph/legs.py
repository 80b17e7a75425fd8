"""Several steps as one node: what never branches in between is one step of the graph, and costs as much."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from langgraph.runtime import Runtime
from langgraph.types import Command

from answerable.agent.graph.run import Run
from answerable.agent.graph.state import Changes, State
from answerable.errors import AnswerableError

__all__ = ["Follow", "Node", "Step", "leg"]

Step = Callable[[State, Run], Changes]
Follow = Callable[[State], str]
"""Which node follows, by the state that this one leaves."""


class Node(Protocol):
    def __call__(self, state: State, *, runtime: Runtime[Run]) -> Command[str]: ...


def leg(steps: tuple[Step, ...], follow: Follow) -> Node:
    """One node that takes the steps in order and says what follows."""

    def node(state: State, *, runtime: Runtime[Run]) -> Command[str]:
        changes = _taken(steps, state, runtime.context)
        return Command(update=changes, goto=follow({**state, **changes}))

    return node


def _taken(steps: tuple[Step, ...], state: State, run: Run) -> Changes:
    """An error that is meant for a person ends the leg and is kept as `failure`."""
    changes: Changes = {}
    for step in steps:
        try:
            changes |= step({**state, **changes}, run)
        except AnswerableError as error:
            return {**changes, "failure": error}
    return changes
