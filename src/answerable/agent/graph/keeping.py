"""The state as langgraph keeps it: a channel a value, and none for what only passes."""

from __future__ import annotations

from typing import Annotated, Any, cast, get_type_hints

from langgraph.channels.untracked_value import UntrackedValue

from answerable.agent.graph.state import Passing, State

__all__ = ["KeptState"]


def _channel(hint: Any) -> Any:
    is_passing = Passing in getattr(hint, "__metadata__", ())
    return Annotated[hint.__origin__, UntrackedValue] if is_passing else hint


_CHANNELS = {name: _channel(hint) for name, hint in get_type_hints(State, include_extras=True).items()}
KeptState = cast(type[State], type("KeptState", (), {"__annotations__": _CHANNELS}))
