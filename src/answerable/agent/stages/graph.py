"""The stages as nodes of langgraph, which stores the state of a run that waits.

A node runs stage after stage and ends only where the run may have to wait, because only there must anything be stored;
each node in between would cost as much as all its steps.
"""

from __future__ import annotations

import threading
import weakref
from typing import TYPE_CHECKING, Any, Protocol

from langgraph.graph import START, StateGraph
from langgraph.types import Command

from answerable.agent.stages.active_run import ActiveRun
from answerable.agent.stages.checkpoint_types import StoredState
from answerable.agent.stages.stage_table import END, FIRST, STAGES, run_stages
from answerable.agent.stages.state import State

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.graph.state import CompiledStateGraph
    from langgraph.runtime import Runtime

    Graph = CompiledStateGraph[State, ActiveRun, State, State]

__all__ = ["graph_for"]

WAITS = frozenset({"confirm", END})
"""Where a node ends: the run may wait there, so the graph takes over and stores its state."""

_compiled: weakref.WeakKeyDictionary[BaseCheckpointSaver[Any], Graph] = weakref.WeakKeyDictionary()
_compile_lock = threading.Lock()


def graph_for(saver: BaseCheckpointSaver[Any]) -> Graph:
    """Compiled once for each saver."""
    with _compile_lock:
        if saver not in _compiled:
            _compiled[saver] = _build_graph().compile(checkpointer=saver)
        return _compiled[saver]


def _build_graph() -> StateGraph[State, ActiveRun, State, State]:
    graph = StateGraph(StoredState, context_schema=ActiveRun)
    for name, stage in STAGES.items():
        graph.add_node(name, _node(name), destinations=stage.followers)
    graph.add_edge(START, FIRST)
    return graph


class _Node(Protocol):
    def __call__(self, state: State, *, runtime: Runtime[ActiveRun]) -> Command[str]: ...


def _node(name: str) -> _Node:
    def run_node(state: State, *, runtime: Runtime[ActiveRun]) -> Command[str]:
        changes, following = run_stages(state, runtime.context, begin=name, until=WAITS)
        return Command(update=changes, goto=following)

    return run_node
