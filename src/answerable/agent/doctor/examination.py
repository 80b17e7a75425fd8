"""One examination: what the connection may do, then what it can be made to do."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from answerable.agent.context.open_context import open_run_context
from answerable.agent.doctor.advice import advise, recipe_for
from answerable.agent.doctor.policy_advice import policy_findings
from answerable.agent.doctor.probes import probes_for
from answerable.agent.doctor.run_probes import Prober
from answerable.agent.doctor.scorecard import DoctorFinding, DoctorSeverity, ProbeOutcome, Scorecard
from answerable.kernel.knowledge import NOTHING_KNOWN

if TYPE_CHECKING:
    from answerable.agent.context.run_context import RunContext
    from answerable.kernel.settings import Settings
    from answerable.sources import Progress, Source

__all__ = ["examine"]


def examine(specs: Sequence[str], settings: Settings, progress: Progress | None = None) -> tuple[Scorecard, ...]:
    """A scorecard for each source. Changes nothing: whatever a probe could do is rolled back or has no target."""
    with open_run_context(specs, settings, progress=progress, known=NOTHING_KNOWN) as run_context:
        return tuple(_examine(source, run_context) for source in run_context.sources)


def _examine(source: Source, run_context: RunContext) -> Scorecard:
    rights = source.rights()
    outcomes = tuple(_outcomes(source, run_context))
    findings = (*_broken(outcomes), *advise(source.dialect, rights), *policy_findings(source, run_context))
    is_serious = any(finding.severity is DoctorSeverity.SERIOUS for finding in findings)
    recipe = recipe_for(source.dialect, rights) if is_serious else ()
    user, held = (rights.user, rights.held) if rights else ("", ())
    codes = frozenset(right.code for right in held)
    return Scorecard(source.name, source.dialect, user, outcomes, findings, codes, recipe)


def _outcomes(source: Source, run_context: RunContext) -> Iterator[ProbeOutcome]:
    prober = Prober(source, source.schema(progress=run_context.progress), run_context.trail, str(uuid.uuid4()))
    probes = probes_for(source.dialect)
    for done, probe in enumerate(probes):
        if run_context.progress:
            run_context.progress(f"Trying to {probe.title}", done / len(probes))
        yield prober.try_out(probe)


def _broken(outcomes: tuple[ProbeOutcome, ...]) -> Iterator[DoctorFinding]:
    for outcome in outcomes:
        probe = outcome.probe
        if not outcome.wall_holds:
            message = f"Past the guard, this connection would {probe.title} ({outcome.said})."
            yield DoctorFinding(f"wall:{probe.id}", DoctorSeverity.SERIOUS, message)
        if not outcome.guard_refuses:
            message = f"The guard allows a statement that could {probe.title}. Please report this."
            yield DoctorFinding(f"guard:{probe.id}", DoctorSeverity.SERIOUS, message)
