"""Nodes out of steps.

A leg is what never branches: a few steps, and a word on which leg follows. A node goes straight on from leg to leg and
ends only where the run may have to wait, because only there must the graph keep its state; each node in between would
cost as much as all its steps.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

from langgraph.runtime import Runtime
from langgraph.types import Command

from answerable.agent.graph.run import Run
from answerable.agent.graph.state import Changes, State
from answerable.errors import AnswerableError

__all__ = ["Leg", "Node", "Step", "node"]

Step = Callable[[State, Run], Changes]


@dataclass(frozen=True, slots=True)
class Leg:
    steps: tuple[Step, ...]
    follow: Callable[[State], str]
    """Which leg follows, by the state that this one leaves."""
    followers: tuple[str, ...]
    """All that may."""


class Node(Protocol):
    def __call__(self, state: State, *, runtime: Runtime[Run]) -> Command[str]: ...


def node(name: str, legs: Mapping[str, Leg], ends: Collection[str]) -> Node:
    """The leg called `name`, and all that follow until one of `ends` does."""

    def run_legs(state: State, *, runtime: Runtime[Run]) -> Command[str]:
        changes, here = _taken(legs[name], state, runtime.context)
        while here not in ends:
            more, here = _taken(legs[here], {**state, **changes}, runtime.context)
            changes |= more
        return Command(update=changes, goto=here)

    return run_legs


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
