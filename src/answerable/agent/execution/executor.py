"""The one choke point: SQL reaches an engine here or nowhere, but for the constants in `doctor.probes`.

A run needs the guard's verdict on exactly this text in this dialect, and a place in the audit trail before and after.
What the verdict says is masked leaves here masked.
"""

from __future__ import annotations

from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from answerable.agent.execution.left_out_values import demand_enough
from answerable.agent.execution.masking import mask_result, withhold_words
from answerable.agent.execution.second_opinion import BrokenPromise, second_opinion
from answerable.agent.proof.audit_payloads import (
    failed_observation,
    policy_decision,
    successful_observation,
    tool_call,
    verdict_decision,
)
from answerable.guard.verdict import Control, Verdict
from answerable.kernel.errors import AnswerableError, QueryFailed, Refused
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg
from answerable.sql.text_hash import hash_sql

if TYPE_CHECKING:
    from answerable.agent.execution.second_opinion import RestrictedSamples
    from answerable.agent.proof.run_record import RunRecord
    from answerable.sources import Estimate, Limits, Progress, Result, Source

__all__ = ["Executor"]

_CONTROL_ROWS = 10
_NOT_COMPARED = "These columns could not be sampled, so the result was not compared with them."


@dataclass(frozen=True, slots=True)
class Executor:
    source: Source
    trail: RunRecord
    request_id: str
    has_more: bool = False
    """Whether more is written right after: what a query gave is then only noted, and written together with that."""
    samples: RestrictedSamples | None = None
    """Of restricted columns, to compare results with; None where the policy restricts none."""

    def run(
        self,
        sql: str,
        verdict: Verdict,
        limits: Limits,
        progress: Progress | None = None,
        *,
        is_repeatable: bool = False,
    ) -> Result:
        """Refuses unless `verdict` allows exactly `sql`; stops before running when the record cannot be written. What
        the same query gave before stands in for a run where it says the same each time and no data has changed."""
        self._demand(verdict, sql)
        for control in verdict.controls:
            self._control(control, limits)
        call = tool_call(sql, limits, self.source.name)
        if is_repeatable and (kept := self.source.cached_result(sql, limits)):
            self.trail.buffer(self.request_id, "tool_called", call, "actor")
            return self._observed(call, mask_result(self._second_opinion(kept, verdict), verdict))
        self._record("tool_called", call)
        began = perf_counter()
        try:
            result = mask_result(self._second_opinion(self._run(sql, verdict, limits, progress), verdict), verdict)
        except AnswerableError as error:
            self._record("observation_recorded", failed_observation(error, call, perf_counter() - began))
            raise
        return self._observed(call, result)

    def _control(self, control: Control, limits: Limits) -> None:
        """Counts what the query would leave out, and refuses where that is too little."""
        few = replace(limits, rows=_CONTROL_ROWS)
        call = tool_call(control.sql, few, self.source.name, "sql.control")
        self._record("tool_called", call)
        began = perf_counter()
        try:
            demand_enough(self.source.run(control.sql, few, None, self.trail.last_position()), control)
        except AnswerableError as error:
            told = withhold_words(error) if isinstance(error, QueryFailed) else error
            self._record("observation_recorded", failed_observation(told, call, perf_counter() - began))
            raise told from None
        counted = {"call_id": call["call_id"], "status": "success", "tool_name": "sql.control"}
        self._record("observation_recorded", {**counted, "execution_time_seconds": perf_counter() - began})

    def _observed(self, call: dict[str, object], result: Result) -> Result:
        record = self.trail.buffer if self.has_more else self.trail.append
        record(self.request_id, "observation_recorded", successful_observation(call, result), "actor")
        return result

    def note_verdict(self, verdict: Verdict) -> None:
        """The guard's word, written with the next entry: before anything that it allows is run."""
        self.trail.buffer(self.request_id, "policy_decision", verdict_decision(verdict), "safety")

    def estimate(self, sql: str, verdict: Verdict) -> Estimate | None:
        """What the engine expects of the query. Planning needs a verdict too: the text reaches the engine."""
        self._demand(verdict, sql)
        return self.source.estimate(sql)

    def _demand(self, verdict: Verdict, sql: str) -> None:
        if not isinstance(verdict, Verdict) or not verdict.covers(sql, self.source.dialect):
            refused = Refused(msg("agent.no_verdict"), hint=msg("agent.check_first"))
            decision = policy_decision("refused", "no_verdict", refused.message, sql_hash=hash_sql(sql))
            self._record("policy_decision", decision)
            raise refused

    def _run(self, sql: str, verdict: Verdict, limits: Limits, progress: Progress | None) -> Result:
        try:
            return self.source.run(sql, limits, progress, self.trail.last_position())
        except QueryFailed as error:
            if not verdict.withholds_details:
                raise
            raise withhold_words(error) from None

    def _second_opinion(self, result: Result, verdict: Verdict) -> Result:
        """The result, unless it has other columns than the guard promised, or values that the policy keeps back."""
        if verdict.promise is None and self.samples is None:
            return result
        try:
            second_opinion(result.table, verdict, self.samples)
        except BrokenPromise as broken:
            self._record_refusal("promise", broken, verdict)
            raise
        except Refused as refused:
            found = dict(getattr(refused, "columns", {}))
            self._record_refusal("second_opinion", refused, verdict, columns=sorted(found), count=sum(found.values()))
            raise
        if self.samples is not None and self.samples.unread:
            about = {"not_compared": list(self.samples.unread), "sql_hash": verdict.sql_hash}
            unread = policy_decision("allow", "second_opinion", _NOT_COMPARED, **about)
            self.trail.buffer(self.request_id, "policy_decision", unread, "safety")
        return result

    def _record_refusal(self, rule: str, refused: Refused, verdict: Verdict, **about: object) -> None:
        decision = policy_decision("refused", rule, refused.message, **about, sql_hash=verdict.sql_hash)
        self._record("policy_decision", decision)

    def _record(self, event_type: str, event_data: dict[str, object]) -> None:
        self.trail.append(self.request_id, event_type, event_data, "actor")
