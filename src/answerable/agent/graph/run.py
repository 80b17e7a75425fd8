"""What the steps of a run have at hand besides its state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from answerable.agent.events import Event, GeneratedSql, Status, StatusChanged
from answerable.agent.graph.words import status_message
from answerable.errors import SourceUnavailable
from answerable.guard.verdict import hash_sql

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
    tell: Callable[[Event], None]
    decide: Callable[[State, GeneratedSql], Decision]
    """Asks a person; may end this run here, to go on in another process."""
    status: Status = "pending"
    views: dict[int, View] = field(default_factory=dict)
    """By the place of their source on the desk."""

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
        if place < len(sources) and sources[place].name == name:
            return sources[place]
        found = next((source for source in sources if source.name == name), None)
        if found is None:
            raise SourceUnavailable(f"The source '{name}' is not there any more.", hint="Ask the question again.")
        return found

    def view(self, source: Source, *, refresh: bool = False) -> View:
        """One for the whole run, unless it is read again."""
        place = self.desk.sources.index(source)
        if refresh or place not in self.views:
            self.views[place] = self.desk.view(source, refresh=refresh, progress=self.progress)
        return self.views[place]

    def record(self, state: State, event_type: str, event_data: dict[str, object], actor: str) -> None:
        self.desk.trail.append(state["request_id"], event_type, event_data, actor)


def query_of(state: State, run: Run) -> GeneratedSql:
    """The query as it is shown."""
    return GeneratedSql(
        sql=state["generated_query"],
        explanation=state["query_explanation"],
        tables=tuple(state["relevant_tables"]),
        findings=tuple(state["findings"]),
        attempt=state["generation_attempt"],
        model_used=run.desk.settings.engine,
        confidence=state["confidence"],
        path=state["reading"]["path"],
        estimate_rows=state.get("estimate_rows"),
        sql_hash=hash_sql(state["generated_query"]),
        source_name=state["source_name"],
    )
