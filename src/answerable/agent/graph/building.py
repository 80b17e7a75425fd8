"""The graph: the legs as nodes of langgraph, which keeps the state of a run that waits.

A node goes straight on from leg to leg and ends only where the run may have to wait, because only there must anything
be kept; each node in between would cost as much as all its steps.
"""

from __future__ import annotations

import threading
import weakref
from typing import TYPE_CHECKING, Any, Protocol

from langgraph.graph import START, StateGraph
from langgraph.types import Command

from answerable.agent.graph.keeping import KeptState
from answerable.agent.graph.legs import END, FIRST, LEGS, walk
from answerable.agent.graph.run import Run
from answerable.agent.graph.state import State

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.graph.state import CompiledStateGraph
    from langgraph.runtime import Runtime

    Graph = CompiledStateGraph[State, Run, State, State]

__all__ = ["graph_for"]

WAITS = frozenset({"confirm", END})
"""Where a node ends: the run may wait there, so the graph takes over and keeps its state."""

_compiled: weakref.WeakKeyDictionary[BaseCheckpointSaver[Any], Graph] = weakref.WeakKeyDictionary()
_one_at_a_time = threading.Lock()


def graph_for(saver: BaseCheckpointSaver[Any]) -> Graph:
    """Compiled once for each saver."""
    with _one_at_a_time:
        if saver not in _compiled:
            _compiled[saver] = _drawn().compile(checkpointer=saver)
        return _compiled[saver]


def _drawn() -> StateGraph[State, Run, State, State]:
    graph = StateGraph(KeptState, context_schema=Run)
    for name, leg in LEGS.items():
        graph.add_node(name, _node(name), destinations=leg.followers)
    graph.add_edge(START, FIRST)
    return graph


class _Node(Protocol):
    def __call__(self, state: State, *, runtime: Runtime[Run]) -> Command[str]: ...


def _node(name: str) -> _Node:
    def run_legs(state: State, *, runtime: Runtime[Run]) -> Command[str]:
        changes, here = walk(state, runtime.context, begin=name, until=WAITS)
        return Command(update=changes, goto=here)

    return run_legs
