"""The one narrow way past the guard: a probe, which is a constant of this package, never anybody's text.

Nothing here takes SQL. What runs is recorded before and after like any query, under the rule `doctor_probe`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from answerable.agent.doctor.probes import PROBES, Probe
from answerable.agent.doctor.scorecard import Outcome
from answerable.errors import CouldNotAnswer, Refused
from answerable.guard.verdict import hash_sql

if TYPE_CHECKING:
    from answerable.audit import AuditTrail
    from answerable.schema import DatabaseSchema
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

    def try_out(self, probe: Probe) -> Outcome:
        """Ask the guard, then the wall, whatever the guard said."""
        from answerable import guard

        verdict = guard.check(probe.sql, dialect=self.source.dialect, schema=self.schema)
        wall_holds, said = self._wall(probe)
        return Outcome(probe, not verdict.allowed, wall_holds, said)

    def _wall(self, probe: Probe) -> tuple[bool, str]:
        from answerable.sources import Limits

        self._admit(probe)
        try:
            result = self.source.run(probe.sql, Limits(rows=1, seconds=_SECONDS))
        except CouldNotAnswer as error:
            self._record("observation_recorded", {"status": "error", "code": error.code, "message": error.message})
            return _refuses(probe, error), error.message
        self._record("observation_recorded", {"status": "success", "row_count": result.table.num_rows})
        gave_nothing = probe.always_answers and _first_value(result) is None
        return gave_nothing, "gave nothing away" if gave_nothing else "ran"

    def _admit(self, probe: Probe) -> None:
        """Only what is in PROBES, the very object; and no record, no run."""
        is_ours = any(probe is known for known in PROBES)
        decision = "probe" if is_ours else "refused"
        about = {"rule": _RULE, "probe": probe.id, "sql_hash": hash_sql(probe.sql)}
        self._record("policy_decision", {"decision": decision, **about})
        if not is_ours:
            raise Refused("This is none of the doctor's probes, so it was not run.", hint="Have it checked first.")
        arguments = {"query": probe.sql, "timeout": _SECONDS, "row_limit": 1}
        called = {"tool_name": "sql.run", "source": self.source.name, "rule": _RULE}
        self._record("tool_called", {**called, "arguments": arguments})

    def _record(self, event_type: str, event_data: dict[str, object]) -> None:
        self.trail.append(self.request_id, event_type, event_data, "safety")


def _refuses(probe: Probe, error: CouldNotAnswer) -> bool:
    """An engine that went ahead and failed at the target did not refuse."""
    return not (probe.tried and re.search(probe.tried, error.message, re.IGNORECASE))


def _first_value(result: Result) -> object:
    return result.table.column(0)[0].as_py() if result.table.num_rows else None
