"""What the steps of a run have at hand besides its state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from answerable.agent.events import Event, GeneratedSql, Status, StatusChanged
from answerable.agent.executor import Executor
from answerable.agent.graph.words import status_message
from answerable.agent.ledger import Ledger
from answerable.errors import SourceUnavailable
from answerable.guard.verdict import hash_sql
from answerable.receipts import are_same_place

if TYPE_CHECKING:
    from answerable.agent.approval import Decision
    from answerable.agent.desk import Desk
    from answerable.agent.graph.state import State
    from answerable.agent.schemas import View
    from answerable.sources import Source

__all__ = ["Run", "query_of"]


@dataclass(slots=True)
class Run:
    desk: Desk
    hear: Callable[[Event], None] | None
    """Who is told what happens, if anybody listens."""
    decide: Callable[[State, GeneratedSql, Run], Decision]
    """Asks a person; may end this run here, to go on in another process."""
    status: Status = "pending"
    ledger: Ledger = field(init=False)
    _views: dict[int, View] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.ledger = self.desk.ledger()

    @property
    def is_heard(self) -> bool:
        return self.hear is not None

    def tell(self, event: Event) -> None:
        if self.hear is not None:
            self.hear(event)

    def enter(self, status: Status, state: State, message: str = "") -> None:
        self.status = status
        self.tell(StatusChanged(status, message or status_message(status, state["lang"])))

    def progress(self, doing: str, share: float | None) -> None:
        self.tell(StatusChanged(self.status, doing, share))
        if self.desk.progress:
            self.desk.progress(doing, share)

    def source(self, state: State) -> Source:
        """The source that was chosen, found again by whoever goes on with the run."""
        sources, name, place = self.desk.sources, state["source_name"], state["source_place"]
        if place < len(sources) and _is_source(sources[place], state):
            return sources[place]
        found = next((source for source in sources if _is_source(source, state)), None)
        if found is None:
            raise SourceUnavailable(f"The source '{name}' is not there any more.", hint="Ask the question again.")
        return found

    def view(self, source: Source, *, refresh: bool = False) -> View:
        """The same for all steps of a run, until it is read again."""
        if refresh or id(source) not in self._views:
            self._views[id(source)] = self.desk.view(source, refresh=refresh, progress=self.progress)
        return self._views[id(source)]

    def record(self, state: State, event_type: str, event_data: dict[str, object], actor: str) -> None:
        """On the disk at the latest before the next query runs, or a person is asked."""
        self.ledger.heed(state["user_question"])
        self.ledger.note(state["request_id"], event_type, event_data, actor)

    def executor(self, state: State) -> Executor:
        self.ledger.heed(state["user_question"])
        source = self.source(state)
        return Executor(source, self.ledger, state["request_id"], has_more=True, samples=self.desk.samples(source))


def _is_source(source: Source, state: State) -> bool:
    """Another source may have got the name while a person was waited for."""
    return source.name == state["source_name"] and are_same_place(source.specs, state.get("source_specs", source.specs))


def query_of(state: State, run: Run) -> GeneratedSql:
    """The query as it is shown."""
    return GeneratedSql(
        sql=state["generated_query"],
        explanation=state["query_explanation"],
        tables=tuple(state["relevant_tables"]),
        findings=tuple(state["findings"]),
        attempt=state["generation_attempt"],
        model_used=state.get("model", run.desk.settings.engine),
        confidence=state["confidence"],
        path=state["reading"]["path"],
        estimate_rows=state.get("estimate_rows"),
        sql_hash=hash_sql(state["generated_query"]),
        source_name=state["source_name"],
        leans_on_earlier=state["reading"]["leans_on_earlier"],
    )
