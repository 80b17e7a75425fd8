"""After a run: what came back is held against the columns that the guard promised, and compared with samples of what
the policy keeps back. What the guard missed, this may catch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerable.agent.execution.second_opinion.promise_check import BrokenPromise, demand_promised_columns
from answerable.agent.execution.second_opinion.restricted_samples import RestrictedSamples, samples_for
from answerable.agent.execution.second_opinion.result_check import demand_no_restricted_values

if TYPE_CHECKING:
    import pyarrow as pa

    from answerable.guard import Verdict

__all__ = ["BrokenPromise", "RestrictedSamples", "samples_for", "second_opinion"]


def second_opinion(table: pa.Table, verdict: Verdict, samples: RestrictedSamples | None) -> None:
    """Raises Refused where the guard seems to have been wrong about this result."""
    demand_promised_columns(table, verdict)
    if samples is not None:
        demand_no_restricted_values(table, verdict, samples)
