"""Whether a connection is as harmless as it should be, and the installation as it was made: tried, not believed."""

from answerable.agent.doctor.examination import examine
from answerable.agent.doctor.installation import Check, check_installation
from answerable.agent.doctor.scorecard import DoctorFinding, DoctorSeverity, ProbeOutcome, Scorecard

__all__ = ["Check", "DoctorFinding", "DoctorSeverity", "ProbeOutcome", "Scorecard", "check_installation", "examine"]
