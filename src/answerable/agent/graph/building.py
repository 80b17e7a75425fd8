"""The graph: which step follows which."""

from __future__ import annotations

import threading
import weakref
from functools import cache
from typing import TYPE_CHECKING, Any

from langgraph.graph import END, START, StateGraph

from answerable.agent.graph.answering import answer, record
from answerable.agent.graph.confirming import confirm
from answerable.agent.graph.correcting import diagnose, repair
from answerable.agent.graph.executing import check, execute
from answerable.agent.graph.legs import Follow, Step, leg
from answerable.agent.graph.run import Run
from answerable.agent.graph.state import State
from answerable.agent.graph.understanding import plan, retrieve, route, translate
from answerable.agent.graph.validating import describe, validate, weigh

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.graph.state import CompiledStateGraph

    Graph = CompiledStateGraph[State, Run, State, State]

__all__ = ["LEGS", "graph_for"]


def _unless_failed(following: str) -> Follow:
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


LEGS: dict[str, tuple[tuple[Step, ...], Follow, tuple[str, ...]]] = {
    "understand": ((route, retrieve, plan, translate), _unless_failed("validate"), ("validate", "answer")),
    "validate": ((validate, weigh, describe), _after_validating, ("confirm", "execute", "correct", "answer")),
    "confirm": ((confirm,), _unless_failed("validate"), ("validate", "answer")),
    "execute": ((execute, check), _after_executing, ("correct", "answer")),
    "correct": ((diagnose, repair), _after_correcting, ("validate", "answer")),
    "answer": ((answer, record), lambda state: END, (END,)),
}
"""Nodes: the steps each takes, for what does not branch in between is one node; and what may follow."""

_compiled: weakref.WeakKeyDictionary[BaseCheckpointSaver[Any], Graph] = weakref.WeakKeyDictionary()
_one_at_a_time = threading.Lock()


def graph_for(saver: BaseCheckpointSaver[Any] | None) -> Graph:
    """Compiled once for each saver."""
    if saver is None:
        return _without_saver()
    with _one_at_a_time:
        if saver not in _compiled:
            _compiled[saver] = _drawn().compile(checkpointer=saver)
        return _compiled[saver]


@cache
def _without_saver() -> Graph:
    return _drawn().compile()


@cache
def _drawn() -> StateGraph[State, Run, State, State]:
    graph = StateGraph(State, context_schema=Run)
    for name, (steps, follow, followers) in LEGS.items():
        graph.add_node(name, leg(steps, follow), destinations=followers)
    graph.add_edge(START, "understand")
    return graph
