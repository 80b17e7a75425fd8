"""What a connection may do beyond reading, as its engine tells it."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from answerable.kernel.light_dataclass import dataclass

__all__ = ["Right", "Rights", "rights_from_json"]


@dataclass(frozen=True, slots=True)
class Right:
    """One thing the connection may do that reading does not need."""

    code: str
    """Such as `superuser` or `write_tables`; each engine's own, see its `rights` module."""
    on: tuple[str, ...] = ()
    """What it holds for, spelled as the engine would have it in a statement; empty where it holds for everything."""


@dataclass(frozen=True, slots=True)
class Rights:
    user: str
    """As the engine spells it in a statement; empty for engines without users."""
    held: tuple[Right, ...] = ()
    facts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What is needed to say how to do better: names of schemas, of the database, settings."""

    def right(self, code: str) -> Right | None:
        return next((right for right in self.held if right.code == code), None)


def rights_from_json(packed: dict[str, Any]) -> Rights:
    held = tuple(Right(right["code"], tuple(right["on"])) for right in packed["held"])
    return Rights(packed["user"], held, {name: tuple(values) for name, values in packed["facts"].items()})
