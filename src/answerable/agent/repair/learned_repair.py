"""A learning as plain values that survive a checkpoint."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from answerable.kernel.knowledge import AgentLearning, Category, Effect, UseColumn, UseTable, UseValue

__all__ = ["learning_from_state", "learning_to_state"]

_EFFECTS: dict[str, type[UseColumn | UseTable | UseValue]] = {
    one.__name__: one for one in (UseColumn, UseTable, UseValue)
}


def learning_to_state(learning: AgentLearning) -> dict[str, Any]:
    effect = learning.effect
    written = {"is": type(effect).__name__, **asdict(effect)} if effect else None
    fields = {name: value for name, value in asdict(learning).items() if name in _FIELDS}
    return {**fields, "category": str(learning.category), "applies_to_tables": [*learning.applies_to_tables]} | {
        "effect": written
    }


_FIELDS = ("description", "original_error", "original_sql", "corrected_sql")


def learning_from_state(kept: dict[str, Any]) -> AgentLearning:
    return AgentLearning(
        **{name: kept[name] for name in _FIELDS},
        category=Category(kept["category"]),
        applies_to_tables=tuple(kept["applies_to_tables"]),
        effect=_effect(kept["effect"]),
    )


def _effect(written: dict[str, Any] | None) -> Effect | None:
    if written is None:
        return None
    return _EFFECTS[written["is"]](**{name: value for name, value in written.items() if name != "is"})
