"""Diagnose and repair: what went wrong, and another query in its place."""

from __future__ import annotations

from answerable.agent.graph.run import Run
from answerable.agent.graph.state import Changes, State

__all__ = ["diagnose", "repair"]


def diagnose(state: State, run: Run) -> Changes:
    problem = state["problem"]
    assert problem is not None
    return {"failure": problem, "needs_correction": False}


def repair(state: State, run: Run) -> Changes:
    return {}
