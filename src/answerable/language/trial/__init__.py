"""What readings of a question give when they are tried on the few rows that come with a schema."""

from answerable.language.trial.outcome import Outcome
from answerable.language.trial.trying import Trials

__all__ = ["Outcome", "Trials"]
