"""The agent as a conversation partner: it tells its story event by event, stops for approval, and goes on later."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, cast

from answerable.agent.approval import Decision, Preview
from answerable.agent.events import (
    Answered,
    ApprovalNeeded,
    AskedBack,
    Event,
    Failed,
    GeneratedSql,
    StatusChanged,
)
from answerable.agent.untraced import untraced
from answerable.errors import AuditUnavailable, NeedsClarification, Refused

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.types import Command

    from answerable.agent.desk import Desk
    from answerable.agent.graph.run import Run
    from answerable.agent.graph.state import State
    from answerable.agent.question import Question
    from answerable.clarification import PickedReading
    from answerable.language import Turn

    Begin = State | Command[Any]

__all__ = ["Agent", "Tell"]

Tell = Callable[[Event], None]
_ENDINGS = ["answer", "failure"]
"""What of the state is looked at when a run has ended."""
_MOST_STEPS = 60
"""Of the graph: three attempts, each approved and edited, stay far below."""


class Agent:
    """Answers with what is on the desk. With a saver it stops where a person must approve (`ApprovalNeeded`), and any
    agent with the same saver may `resume`; without one the desk's own `approve` is asked."""

    def __init__(self, desk: Desk, saver: BaseCheckpointSaver[Any] | None = None) -> None:
        self._desk = desk
        self._saver = saver

    def ask(
        self, question: Question, turns: tuple[Turn, ...] = (), reading: PickedReading | None = None
    ) -> Iterator[Event]:
        """Events as they happen. `reading` was offered when this very question was asked back, and a person picked
        it."""
        return self._as_it_happens(lambda tell: self.answered(question, turns, reading, tell))

    def resume(self, request_id: str, decision: Decision) -> Iterator[Event]:
        """Go on with a run that waits for approval. Whoever calls this has made sure that nobody else does."""
        return self._as_it_happens(lambda tell: self._resumed(request_id, decision, tell))

    def answered(
        self,
        question: Question,
        turns: tuple[Turn, ...] = (),
        reading: PickedReading | None = None,
        tell: Tell | None = None,
    ) -> Event:
        """The last event, in the caller's own thread; those before it go to `tell`."""
        return self._run(_first_state(question, turns, reading), question.request_id, tell)

    def _resumed(self, request_id: str, decision: Decision, tell: Tell) -> Event:
        from langgraph.types import Command

        if not self._waits(request_id):
            error = Refused("Nothing waits for approval under this request.", hint="Ask the question again.")
            return Failed(error)
        return self._run(Command(resume=asdict(decision)), request_id, tell)

    def _waits(self, request_id: str) -> bool:
        from answerable.agent.graph.building import graph_for

        if self._saver is None:
            return False
        return "confirm" in graph_for(self._saver).get_state(_config(request_id)).next

    def _run(self, begin: Begin, request_id: str, tell: Tell | None) -> Event:
        from answerable.agent.graph.run import Run

        run = Run(self._desk, tell, _stop_here if self._saver else self._ask_at_once)
        with untraced(self._desk.settings.engine), self._desk.stop.over(self._desk.sources), run.ledger.kept():
            state = _kept(begin, request_id, run, self._saver) if self._saver else _walked(begin, run)
        ending = _recorded(_ending(state, request_id, run), run)
        if self._saver and not isinstance(ending, ApprovalNeeded):
            self._saver.delete_thread(request_id)  # only what waits is kept
        return ending

    def _ask_at_once(self, state: State, query: GeneratedSql, run: Run) -> Decision:
        if self._desk.approve is None:
            raise Refused(
                "This query needs a person's approval and nobody is there to give it.",
                hint="Read the SQL with --json or 'translate', then run again with --yes.",
            )
        run.tell(_awaiting(state["lang"]))
        return self._desk.approve(Preview(state["user_question"], query.sql, query.explanation, query.estimate_rows))

    def _as_it_happens(self, work: Callable[[Tell], Event]) -> Iterator[Event]:
        """The run has a thread of its own, so that what it tells in the midst of a step is told at once. Whoever stops
        listening stops the run."""
        told: queue.SimpleQueue[Event | BaseException | None] = queue.SimpleQueue()
        thread = threading.Thread(target=_work, args=(work, told), daemon=True)
        thread.start()
        try:
            while (event := told.get()) is not None:
                if isinstance(event, BaseException):
                    raise event
                yield event
        except BaseException:
            self._desk.stop.stop()
            raise
        finally:
            thread.join()


def _work(work: Callable[[Tell], Event], told: queue.SimpleQueue[Event | BaseException | None]) -> None:
    try:
        told.put(work(told.put))
    except BaseException as error:  # noqa: BLE001 - it is raised again where the events are read
        told.put(error)
    told.put(None)


def _first_state(question: Question, turns: tuple[Turn, ...], reading: PickedReading | None) -> State:
    earlier = [
        {"role": role, "content": content}
        for turn in turns
        for role, content in (("user", turn.question), ("assistant", turn.sql))
    ]
    return {
        "user_question": question.text,
        "session_id": question.session_id,
        "request_id": question.request_id,
        "lang": question.lang,
        "messages": [*earlier, {"role": "user", "content": question.text}],
        "edited_turns": [turn.is_edited for turn in turns],
        "picked": reading.as_dict() if reading else None,
        "generation_attempt": 1,
        "user_approved": None,
        "execution_error": None,
        "needs_correction": False,
        "correction_context": {},
        "retry_count": 0,
        "learning": None,
    }


def _config(request_id: str) -> Any:
    return {"configurable": {"thread_id": request_id}, "recursion_limit": _MOST_STEPS}


def _stop_here(state: State, query: GeneratedSql, run: Run) -> Decision:
    """The graph ends its run here and keeps it; when it goes on, the person's word is what comes back."""
    from langgraph.types import interrupt

    return Decision(**interrupt({"query": asdict(query), "lang": state["lang"]}))


def _kept(begin: Begin, request_id: str, run: Run, saver: BaseCheckpointSaver[Any]) -> Mapping[str, Any]:
    """The run as a graph, whose state is kept where it waits."""
    from answerable.agent.graph.building import graph_for

    graph = graph_for(saver)
    state = graph.invoke(begin, _config(request_id), context=run, output_keys=_ENDINGS, durability="exit")
    return state or {}


def _walked(begin: Begin, run: Run) -> Mapping[str, Any]:
    """The run in one go: nobody could go on with it later, so nothing of it need be kept."""
    from answerable.agent.graph.legs import walk

    return walk(cast("State", begin), run)[0]


def _ending(state: Mapping[str, Any], request_id: str, run: Run) -> Event:
    if waiting := state.get("__interrupt__"):
        query = waiting[0].value["query"]
        run.tell(_awaiting(waiting[0].value["lang"]))
        return ApprovalNeeded(GeneratedSql(**query))
    failure = state.get("failure")
    if isinstance(failure, NeedsClarification) and failure.clarification:
        return AskedBack(failure.clarification, request_id, failure.basis)
    return Failed(failure) if failure else Answered(state["answer"])


def _recorded(ending: Event, run: Run) -> Event:
    """What is not on the record did not happen."""
    try:
        run.ledger.flush()
    except AuditUnavailable as error:
        return Failed(error)
    return ending


def _awaiting(lang: str) -> StatusChanged:
    from answerable.agent.graph.words import status_message

    return StatusChanged("awaiting_confirm", status_message("awaiting_confirm", lang))
