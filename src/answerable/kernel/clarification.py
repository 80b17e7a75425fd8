"""What is asked back when a question has more than one reading, or none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from answerable.kernel.light_dataclass import dataclass

__all__ = ["Basis", "Clarification", "PickedReading", "Reading"]


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to understand an ambiguous question, in plain words, with its SQL."""

    text: str
    sql: str


@dataclass(frozen=True, slots=True)
class Clarification:
    question: str
    readings: tuple[Reading, ...] = ()
    """Two to four; empty when nothing in the data matches the question."""


@dataclass(frozen=True, slots=True)
class Basis:
    """What readings were made over. They hold only while all of it is as it was."""

    source: str
    specs: tuple[str, ...]
    """What was given to open the source, secrets masked."""
    schema_fingerprint: str
    policy_fingerprint: str
    model: str
    """The engine that read the question."""
    builds_on_edit: bool = False
    """The question leans on an earlier one whose SQL a person edited."""
    leans_on_earlier: bool = False
    """The question means this only after the one before it."""

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> Basis:
        return cls(**{**plain, "specs": tuple(plain["specs"])})

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "specs": list(self.specs)}


@dataclass(frozen=True, slots=True)
class PickedReading:
    """A reading that was offered for a question, and that a person picked for this same question."""

    request_id: str
    """Of the request that was asked back."""
    number: int
    """Its place among those that were offered, from 1."""
    question: str
    """What was asked then."""
    text: str
    sql: str
    basis: Basis

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> PickedReading:
        return cls(**{**plain, "basis": Basis.of(plain["basis"])})

    def as_dict(self) -> dict[str, Any]:
        """Plain values only, which survive a checkpoint."""
        return {**asdict(self), "basis": self.basis.as_dict()}
