"""An agent that stops where a person must approve; any process with the same saver may resume the run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from langgraph.types import Command, interrupt

from answerable.agent.approval_rules import Decision
from answerable.agent.events import ApprovalNeeded, Event, Failed, GeneratedSql, Listener
from answerable.agent.run import awaiting_approval, ending_of, first_state, supervise_run, with_record_on_disk
from answerable.agent.stages.active_run import ActiveRun
from answerable.agent.stages.graph import graph_for
from answerable.kernel.errors import Refused
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver

    from answerable.agent.context.run_context import RunContext
    from answerable.agent.question import Question
    from answerable.agent.stages.state import State
    from answerable.kernel.clarification import PickedReading
    from answerable.language import Turn

__all__ = ["ResumableAgent"]

_ENDINGS = ["answer", "failure"]
"""What of the state is looked at when a run has ended."""
_MOST_STEPS = 60
"""Of the graph: three attempts, each approved and edited, stay far below."""


class ResumableAgent:
    """Runs the stages as a graph whose state the saver stores while the run waits (`ApprovalNeeded`)."""

    def __init__(self, context: RunContext, saver: BaseCheckpointSaver[Any]) -> None:
        self._context = context
        self._saver = saver

    def ask(
        self,
        question: Question,
        turns: tuple[Turn, ...] = (),
        reading: PickedReading | None = None,
        listen: Listener | None = None,
    ) -> Event:
        """As `Agent.ask`; may end with ApprovalNeeded."""
        return self._run(first_state(question, turns, reading), question.request_id, listen)

    def resume(self, request_id: str, decision: Decision, listen: Listener | None = None) -> Event:
        """Continue a run that waits for approval. The caller has made sure that nobody else does."""
        if "confirm" not in graph_for(self._saver).get_state(_config(request_id)).next:
            error = Refused(msg("agent.nothing_waits"), hint=msg("common.ask_the_question_again"))
            return Failed(error)
        return self._run(Command(resume=asdict(decision)), request_id, listen)

    def _run(self, begin: State | Command[Any], request_id: str, listen: Listener | None) -> Event:
        run = ActiveRun(self._context, listen, _wait_for_person)
        with supervise_run(run):
            state = graph_for(self._saver).invoke(
                begin, _config(request_id), context=run, output_keys=_ENDINGS, durability="exit"
            )
        ending = with_record_on_disk(_ending(state or {}, request_id, run), run)
        if not isinstance(ending, ApprovalNeeded):
            self._saver.delete_thread(request_id)  # only a run that waits is stored
        return ending


def _config(request_id: str) -> Any:
    return {"configurable": {"thread_id": request_id}, "recursion_limit": _MOST_STEPS}


def _wait_for_person(state: State, query: GeneratedSql, run: ActiveRun) -> Decision:
    """The graph ends its run here and stores it; when the run is resumed, `interrupt` returns the person's decision."""
    return Decision(**interrupt({"query": asdict(query), "lang": state["lang"]}))


def _ending(state: Mapping[str, Any], request_id: str, run: ActiveRun) -> Event:
    if waiting := state.get("__interrupt__"):
        run.send(awaiting_approval(waiting[0].value["lang"]))
        return ApprovalNeeded(GeneratedSql(**waiting[0].value["query"]))
    return ending_of(state, request_id)
