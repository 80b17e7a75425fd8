"""The graph: which step follows which."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from langgraph.graph import END, START, StateGraph

from answerable.agent.graph.answering import answer, record
from answerable.agent.graph.confirming import confirm
from answerable.agent.graph.correcting import diagnose, repair
from answerable.agent.graph.executing import check, execute
from answerable.agent.graph.legs import Leg, node
from answerable.agent.graph.run import Run
from answerable.agent.graph.state import State
from answerable.agent.graph.understanding import plan, retrieve, route, translate
from answerable.agent.graph.validating import describe, validate, weigh

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.graph.state import CompiledStateGraph

    Graph = CompiledStateGraph[State, Run, State, State]

__all__ = ["LEGS", "graph_for"]


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
WAITS = frozenset({"confirm", END})
"""Where a node ends: the run may wait there, so the graph takes over and keeps its state."""

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
    for name, leg in LEGS.items():
        graph.add_node(name, node(name, LEGS, WAITS), destinations=leg.followers)
    graph.add_edge(START, "understand")
    return graph
