"""The one narrow way past the guard: a probe, which is a constant of this package, never anybody's text.

Nothing here takes SQL. What runs is recorded before and after like any query, under the rule `doctor_probe`.
"""

from __future__ import annotations

import re
from time import perf_counter
from typing import TYPE_CHECKING

from answerable import guard
from answerable.agent.doctor.probes import PROBES, Probe
from answerable.agent.doctor.scorecard import ProbeOutcome
from answerable.agent.proof.audit_payloads import (
    failed_observation,
    policy_decision,
    successful_observation,
    tool_call,
)
from answerable.kernel.errors import CouldNotAnswer, Refused
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg
from answerable.sources import Limits
from answerable.sql.text_hash import hash_sql

if TYPE_CHECKING:
    from answerable.audit import AuditTrail
    from answerable.kernel.schema import DatabaseSchema
    from answerable.sources import Result, Source

__all__ = ["Prober"]

_SECONDS = 5.0
_RULE = "doctor_probe"


@dataclass(frozen=True, slots=True)
class Prober:
    source: Source
    schema: DatabaseSchema
    trail: AuditTrail
    request_id: str

    def try_out(self, probe: Probe) -> ProbeOutcome:
        """Ask the guard, then the wall, whatever the guard said."""
        verdict = guard.check(probe.sql, dialect=self.source.dialect, schema=self.schema)
        wall_holds, said = self._wall(probe)
        return ProbeOutcome(probe, not verdict.allowed, wall_holds, said)

    def _wall(self, probe: Probe) -> tuple[bool, str]:
        limits = Limits(rows=1, seconds=_SECONDS)
        self._admit(probe)
        call = {**tool_call(probe.sql, limits, self.source.name), "rule": _RULE}
        self._record("tool_called", call)
        began = perf_counter()
        try:
            result = self.source.run(probe.sql, limits)
        except CouldNotAnswer as error:
            self._record("observation_recorded", failed_observation(error, call, perf_counter() - began))
            return _refuses(probe, error), error.message
        self._record("observation_recorded", successful_observation(call, result))
        gave_nothing = probe.always_answers and _first_value(result) is None
        return gave_nothing, "gave nothing away" if gave_nothing else "ran"

    def _admit(self, probe: Probe) -> None:
        """Only what is in PROBES, the very object; and no record, no run."""
        about = {"probe": probe.id, "sql_hash": hash_sql(probe.sql)}
        if any(probe is known for known in PROBES):
            self._record("policy_decision", policy_decision("probe", _RULE, "one of the doctor's own probes", **about))
            return
        refused = Refused(msg("agent.not_a_probe"), hint=msg("agent.check_first"))
        self._record("policy_decision", policy_decision("refused", _RULE, refused.message, **about))
        raise refused

    def _record(self, event_type: str, event_data: dict[str, object]) -> None:
        self.trail.append(self.request_id, event_type, event_data, "safety")


def _refuses(probe: Probe, error: CouldNotAnswer) -> bool:
    """An engine that went ahead and failed at the target did not refuse."""
    return not (probe.tried and re.search(probe.tried, error.message, re.IGNORECASE))


def _first_value(result: Result) -> object:
    return result.table.column(0)[0].as_py() if result.table.num_rows else None
