"""After a run: what came back is compared with samples of what the policy keeps back. What the guard missed, this may
catch."""

from __future__ import annotations

from answerable.agent.second_opinion.restricted_samples import RestrictedSamples, samples_for
from answerable.agent.second_opinion.result_check import demand_no_restricted_values

__all__ = ["RestrictedSamples", "demand_no_restricted_values", "samples_for"]
