"""Several steps as one node: what never branches in between is one step of the graph, and costs as much."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from langgraph.runtime import Runtime

from answerable.agent.graph.run import Run
from answerable.agent.graph.state import Changes, State
from answerable.errors import AnswerableError

__all__ = ["Node", "Step", "leg"]

Step = Callable[[State, Run], Changes]


class Node(Protocol):
    def __call__(self, state: State, *, runtime: Runtime[Run]) -> Changes: ...


def leg(*steps: Step) -> Node:
    """One node that takes the steps in order. An error that is meant for a person ends it and is kept as `failure`."""

    def node(state: State, *, runtime: Runtime[Run]) -> Changes:
        changes: Changes = {}
        for step in steps:
            try:
                changes |= step({**state, **changes}, runtime.context)
            except AnswerableError as error:
                return {**changes, "failure": error}
        return changes

    return node
