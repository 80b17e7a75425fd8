"""The one choke point: SQL reaches an engine here or nowhere, but for the constants in `doctor.probes`.

A run needs the guard's verdict on exactly this text in this dialect, and a place in the audit trail before and after.
What the verdict says is masked leaves here masked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from answerable.agent.left_out_values import demand_enough
from answerable.agent.masking import masked, withheld
from answerable.errors import AnswerableError, QueryFailed, Refused
from answerable.guard.verdict import Control, Verdict, hash_sql

if TYPE_CHECKING:
    from answerable.agent.ledger import Ledger
    from answerable.agent.second_opinion import RestrictedSamples
    from answerable.sources import Estimate, Limits, Progress, Result, Source

__all__ = ["Executor"]

_CONTROL_ROWS = 10


@dataclass(frozen=True, slots=True)
class Executor:
    source: Source
    trail: Ledger
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
        call = self._call(sql, limits)
        if is_repeatable and (kept := self.source.kept(sql, limits)):
            self.trail.note(self.request_id, "tool_called", call, "actor")
            return self._observed(masked(self._second_opinion(kept, verdict), verdict))
        self._record("tool_called", call)
        try:
            result = masked(self._second_opinion(self._run(sql, verdict, limits, progress), verdict), verdict)
        except AnswerableError as error:
            self._record("observation_recorded", {"status": "error", "code": error.code, "message": error.message})
            raise
        return self._observed(result)

    def _control(self, control: Control, limits: Limits) -> None:
        """Counts what the query would leave out, and refuses where that is too little."""
        few = replace(limits, rows=_CONTROL_ROWS)
        self._record("tool_called", {**self._call(control.sql, few), "tool_name": "sql.control"})
        try:
            demand_enough(self.source.run(control.sql, few, None, self.trail.place()), control)
        except AnswerableError as error:
            told = withheld(error) if isinstance(error, QueryFailed) else error
            self._record("observation_recorded", {"status": "error", "code": told.code, "message": told.message})
            raise told from None
        self._record("observation_recorded", {"status": "success", "tool_name": "sql.control"})

    def _call(self, sql: str, limits: Limits) -> dict[str, object]:
        arguments = {"query": sql, "timeout": limits.seconds, "row_limit": limits.rows}
        return {"tool_name": "sql.run", "source": self.source.name, "arguments": arguments}

    def _observed(self, result: Result) -> Result:
        record = self.trail.note if self.has_more else self.trail.append
        record(self.request_id, "observation_recorded", _observation(result), "actor")
        return result

    def note_verdict(self, verdict: Verdict) -> None:
        """The guard's word, written with the next entry: before anything that it allows is run."""
        decision = {"decision": "allow" if verdict.allowed else "reject", "sql_hash": verdict.sql_hash}
        rule = ",".join(finding.code for finding in verdict.errors) or "all"
        self.trail.note(self.request_id, "policy_decision", {**decision, "rule": rule}, "safety")

    def estimate(self, sql: str, verdict: Verdict) -> Estimate | None:
        """What the engine expects of the query. Planning needs a verdict too: the text reaches the engine."""
        self._demand(verdict, sql)
        return self.source.estimate(sql)

    def _demand(self, verdict: Verdict, sql: str) -> None:
        if not isinstance(verdict, Verdict) or not verdict.covers(sql, self.source.dialect):
            self._record("policy_decision", {"decision": "refused", "rule": "no_verdict", "sql_hash": hash_sql(sql)})
            raise Refused("This SQL has no verdict that allows it, so it was not run.", hint="Have it checked first.")

    def _run(self, sql: str, verdict: Verdict, limits: Limits, progress: Progress | None) -> Result:
        try:
            return self.source.run(sql, limits, progress, self.trail.place())
        except QueryFailed as error:
            if not verdict.withholds_details:
                raise
            raise withheld(error) from None

    def _second_opinion(self, result: Result, verdict: Verdict) -> Result:
        """The result, unless it has other columns than the guard promised, or values that the policy keeps back."""
        if verdict.promise is None and self.samples is None:
            return result
        from answerable.agent.second_opinion import BrokenPromise, second_opinion

        try:
            second_opinion(result.table, verdict, self.samples)
        except BrokenPromise:
            self._record_refusal("promise", verdict)
            raise
        except Refused as refused:
            found = dict(getattr(refused, "columns", {}))
            self._record_refusal("second_opinion", verdict, columns=sorted(found), count=sum(found.values()))
            raise
        if self.samples is not None and self.samples.unread:
            unread = {"decision": "allow", "rule": "second_opinion", "not_compared": list(self.samples.unread)}
            self.trail.note(self.request_id, "policy_decision", {**unread, "sql_hash": verdict.sql_hash}, "safety")
        return result

    def _record_refusal(self, rule: str, verdict: Verdict, **about: object) -> None:
        decision = {"decision": "refused", "rule": rule, **about, "sql_hash": verdict.sql_hash}
        self._record("policy_decision", decision)

    def _record(self, event_type: str, event_data: dict[str, object]) -> None:
        self.trail.append(self.request_id, event_type, event_data, "actor")


def _observation(result: Result) -> dict[str, object]:
    return {
        "status": "success",
        "row_count": result.table.num_rows,
        "is_truncated": result.is_truncated,
        "elapsed_ms": result.elapsed_ms,
        "result_hash": result.fingerprint,
        **({"kept_since": result.kept_since.isoformat()} if result.kept_since else {}),
    }
