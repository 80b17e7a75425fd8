"""One examination: what the connection may do, then what it can be made to do."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from answerable.agent.doctor.advice import advise, recipe_for
from answerable.agent.doctor.policy_advice import policy_findings
from answerable.agent.doctor.probes import probes_for
from answerable.agent.doctor.probing import Prober
from answerable.agent.doctor.scorecard import Finding, Outcome, Scorecard, Severity
from answerable.agent.opening import open_desk

if TYPE_CHECKING:
    from answerable.agent.desk import Desk
    from answerable.settings import Settings
    from answerable.sources import Progress, Source

__all__ = ["examine"]


def examine(specs: Sequence[str], settings: Settings, progress: Progress | None = None) -> tuple[Scorecard, ...]:
    """A scorecard for each source. Changes nothing: whatever a probe could do is rolled back or has no target."""
    with open_desk(specs, settings, progress=progress) as desk:
        return tuple(_examine(source, desk) for source in desk.sources)


def _examine(source: Source, desk: Desk) -> Scorecard:
    rights = source.rights()
    outcomes = tuple(_outcomes(source, desk))
    findings = (*_broken(outcomes), *advise(source.dialect, rights), *policy_findings(source, desk))
    is_serious = any(finding.severity is Severity.SERIOUS for finding in findings)
    recipe = recipe_for(source.dialect, rights) if is_serious else ()
    user, held = (rights.user, rights.held) if rights else ("", ())
    codes = frozenset(right.code for right in held)
    return Scorecard(source.name, source.dialect, user, outcomes, findings, codes, recipe)


def _outcomes(source: Source, desk: Desk) -> Iterator[Outcome]:
    prober = Prober(source, source.schema(progress=desk.progress), desk.trail, str(uuid.uuid4()))
    probes = probes_for(source.dialect)
    for done, probe in enumerate(probes):
        if desk.progress:
            desk.progress(f"Trying to {probe.title}", done / len(probes))
        yield prober.try_out(probe)


def _broken(outcomes: tuple[Outcome, ...]) -> Iterator[Finding]:
    for outcome in outcomes:
        probe = outcome.probe
        if not outcome.wall_holds:
            message = f"Past the guard, this connection would {probe.title} ({outcome.said})."
            yield Finding(f"wall:{probe.id}", Severity.SERIOUS, message)
        if not outcome.guard_refuses:
            message = f"The guard allows a statement that could {probe.title}. Please report this."
            yield Finding(f"guard:{probe.id}", Severity.SERIOUS, message)
