"""What the steps of a run have at hand besides its state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import TYPE_CHECKING

from answerable.agent.events import Event, GeneratedSql, Listener, Status, StatusChanged
from answerable.agent.execution.executor import Executor
from answerable.agent.proof.run_record import RunRecord
from answerable.agent.stages.status_words import status_message
from answerable.kernel.errors import SourceUnavailable
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg
from answerable.receipts import are_same_place
from answerable.sql.text_hash import hash_sql

if TYPE_CHECKING:
    from answerable.agent.approval_rules import Decision
    from answerable.agent.context.run_context import RunContext
    from answerable.agent.context.schema_views import View
    from answerable.agent.stages.state import State
    from answerable.sources import Source

__all__ = ["ActiveRun", "query_of"]


@dataclass(slots=True)
class ActiveRun:
    context: RunContext
    listen: Listener | None
    """Called with every event, where somebody listens."""
    decide: Callable[[State, GeneratedSql, ActiveRun], Decision]
    """Asks a person; may end this run here, to go on in another process."""
    status: Status = "pending"
    audit: RunRecord = field(init=False)
    _views: dict[int, View] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.audit = self.context.new_record()

    @property
    def has_listener(self) -> bool:
        return self.listen is not None

    def send(self, event: Event) -> None:
        if self.listen is not None:
            self.listen(event)

    def enter(self, status: Status, state: State, message: str = "") -> None:
        self.status = status
        self.send(StatusChanged(status, message or status_message(status, state["lang"])))

    def progress(self, doing: str, share: float | None) -> None:
        self.send(StatusChanged(self.status, doing, share))
        if self.context.progress:
            self.context.progress(doing, share)

    def source(self, state: State) -> Source:
        """The source that was chosen, found again by whoever goes on with the run."""
        sources, name, place = self.context.sources, state["source_name"], state["source_place"]
        if place < len(sources) and _is_source(sources[place], state):
            return sources[place]
        found = next((source for source in sources if _is_source(source, state)), None)
        if found is None:
            raise SourceUnavailable(msg("agent.source_gone", name=name), hint=msg("common.ask_the_question_again"))
        return found

    def view(self, source: Source, *, refresh: bool = False) -> View:
        """The same for all steps of a run, until it is read again."""
        if refresh or id(source) not in self._views:
            self._views[id(source)] = self.context.view(source, refresh=refresh, progress=self.progress)
        return self._views[id(source)]

    def record(self, state: State, event_type: str, event_data: dict[str, object], actor: str) -> None:
        """On the disk at the latest before the next query runs, or a person is asked."""
        self.audit.redact_terms_of(state["user_question"])
        self.audit.buffer(state["request_id"], event_type, event_data, actor)

    def executor(self, state: State) -> Executor:
        self.audit.redact_terms_of(state["user_question"])
        source = self.source(state)
        return Executor(source, self.audit, state["request_id"], has_more=True, samples=self.context.samples(source))


def _is_source(source: Source, state: State) -> bool:
    """Another source may have got the name while a person was waited for."""
    return source.name == state["source_name"] and are_same_place(source.specs, state.get("source_specs", source.specs))


def query_of(state: State, run: ActiveRun) -> GeneratedSql:
    """The query as it is shown."""
    return GeneratedSql(
        sql=state["generated_query"],
        explanation=state["query_explanation"],
        tables=tuple(state["relevant_tables"]),
        findings=tuple(state["findings"]),
        attempt=state["generation_attempt"],
        model_used=state.get("model", run.context.settings.engine),
        confidence=state["confidence"],
        path=state["reading"]["path"],
        estimate_rows=state.get("estimate_rows"),
        sql_hash=hash_sql(state["generated_query"]),
        source_name=state["source_name"],
        leans_on_earlier=state["reading"]["leans_on_earlier"],
    )
