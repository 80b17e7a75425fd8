"""What readings of a question give when they are tried on the few rows that come with a schema."""

from answerable.language.sample_runs.run_outcome import RunOutcome
from answerable.language.sample_runs.try_candidates import SampleRuns

__all__ = ["RunOutcome", "SampleRuns"]
