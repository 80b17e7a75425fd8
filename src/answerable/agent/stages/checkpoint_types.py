"""The state as langgraph stores it: a channel a value, and none for what is never stored."""

from __future__ import annotations

from typing import Annotated, Any, cast, get_type_hints

from langgraph.channels.untracked_value import UntrackedValue

from answerable.agent.stages.state import State, Unstored

__all__ = ["StoredState"]


def _channel(hint: Any) -> Any:
    is_unstored = Unstored in getattr(hint, "__metadata__", ())
    return Annotated[hint.__origin__, UntrackedValue] if is_unstored else hint


_CHANNELS = {name: _channel(hint) for name, hint in get_type_hints(State, include_extras=True).items()}
StoredState = cast(type[State], type("StoredState", (), {"__annotations__": _CHANNELS}))
