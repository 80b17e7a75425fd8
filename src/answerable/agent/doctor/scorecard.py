"""What the doctor found out about one source."""

from __future__ import annotations

from enum import StrEnum

from answerable.agent.doctor.probes import Probe
from answerable.kernel.light_dataclass import dataclass

__all__ = ["DoctorFinding", "DoctorSeverity", "ProbeOutcome", "Scorecard"]


class DoctorSeverity(StrEnum):
    SERIOUS = "serious"
    """A statement that got past the guard could do harm, or already can."""
    ADVICE = "advice"


@dataclass(frozen=True, slots=True)
class DoctorFinding:
    code: str
    severity: DoctorSeverity
    message: str
    fix: tuple[str, ...] = ()
    """Statements or commands, each ready to be run."""


@dataclass(frozen=True, slots=True)
class ProbeOutcome:
    """What became of one probe."""

    probe: Probe
    guard_refuses: bool
    wall_holds: bool
    said: str
    """The engine's words, or what it gave away."""


@dataclass(frozen=True, slots=True)
class Scorecard:
    source: str
    dialect: str
    user: str
    """Empty for engines without users."""
    outcomes: tuple[ProbeOutcome, ...]
    findings: tuple[DoctorFinding, ...]
    held: frozenset[str] = frozenset()
    """Codes of the rights that the user has beyond reading."""
    recipe: tuple[str, ...] = ()
    """Statements that make a user with no more rights than reading needs; empty where that is what connected."""

    def privilege(self, probe: Probe) -> str:
        """Whether the user's rights alone would let it happen."""
        if not probe.needs:
            return "anybody may"
        return "held" if self.held.intersection(probe.needs) else "not held"

    @property
    def is_serious(self) -> bool:
        return any(finding.severity is DoctorSeverity.SERIOUS for finding in self.findings)
