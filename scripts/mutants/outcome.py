"""What became of a change."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scripts.mutants.change_code import Mutant

__all__ = ["Outcome", "Verdict"]


class Outcome(StrEnum):
    KILLED = "killed"
    SURVIVED = "survived"
    UNREACHED = "unreached"
    """No test runs the line."""
    COLD = "cold"
    """Not in a function that could be given other code: a process that imports the altered module must try it."""


@dataclass(frozen=True, slots=True)
class Verdict:
    mutant: Mutant
    outcome: Outcome
    tests: tuple[str, ...] = ()
    """Those that reach the line."""
