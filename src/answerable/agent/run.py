"""The agent: runs the stages for one question, sends events on the way, and returns the event that ends the run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from answerable.agent.approval_rules import Decision, Preview
from answerable.agent.context.tracing_off import without_tracing
from answerable.agent.events import Answered, AskedBack, Event, Failed, GeneratedSql, Listener, StatusChanged
from answerable.agent.stages.active_run import ActiveRun
from answerable.agent.stages.stage_table import run_stages
from answerable.agent.stages.status_words import status_message
from answerable.kernel.errors import AuditUnavailable, NeedsClarification, Refused
from answerable.kernel.messages import msg

if TYPE_CHECKING:
    from answerable.agent.context.run_context import RunContext
    from answerable.agent.question import Question
    from answerable.agent.stages.state import State
    from answerable.answers.answer import Answer
    from answerable.kernel.clarification import PickedReading
    from answerable.language import Turn

__all__ = [
    "Agent",
    "answer_of",
    "awaiting_approval",
    "ending_of",
    "first_state",
    "supervise_run",
    "with_record_on_disk",
]


class Agent:
    """Answers in the caller's thread. Where a person must approve, the context's own `approve` is asked; a run that
    waits for somebody elsewhere is a `ResumableAgent`'s."""

    def __init__(self, context: RunContext) -> None:
        self._context = context

    def ask(
        self,
        question: Question,
        turns: tuple[Turn, ...] = (),
        reading: PickedReading | None = None,
        listen: Listener | None = None,
    ) -> Event:
        """The last event; those before it go to `listen`. `reading` was offered when this very question was asked back,
        and a person picked it."""
        return self._run(first_state(question, turns, reading), question.request_id, listen)

    def _run(self, state: State, request_id: str, listen: Listener | None) -> Event:
        run = ActiveRun(self._context, listen, self._ask_person)
        with supervise_run(run):
            changes, _ = run_stages(state, run)
        return with_record_on_disk(ending_of(changes, request_id), run)

    def _ask_person(self, state: State, query: GeneratedSql, run: ActiveRun) -> Decision:
        if self._context.approve is None:
            raise Refused(
                msg("agent.approval_needed"),
                hint=msg("agent.approve_with_yes"),
            )
        run.send(awaiting_approval(state["lang"]))
        return self._context.approve(Preview(state["user_question"], query.sql, query.explanation, query.estimate_rows))


def answer_of(ending: Event) -> Answer:
    """Raises NeedsClarification, Refused or CouldNotAnswer, each with what to do next."""
    match ending:
        case Answered(answer):
            return answer
        case AskedBack(asked, basis=basis):
            raise NeedsClarification(asked.question, clarification=asked, basis=basis)
        case Failed(error):
            raise error
        case other:
            raise RuntimeError(f"a run ended with {type(other).__name__}")


@contextmanager
def supervise_run(run: ActiveRun) -> Iterator[None]:
    """While the run goes on it can be stopped and nothing traces it; what it buffered is written also if it breaks."""
    context = run.context
    with without_tracing(context.settings.engine), context.stop.over(context.sources), run.audit.flush_on_error():
        yield


def first_state(question: Question, turns: tuple[Turn, ...], reading: PickedReading | None) -> State:
    earlier = [
        {"role": role, "content": content}
        for turn in turns
        for role, content in (("user", turn.question), ("assistant", turn.sql))
    ]
    return {
        "user_question": question.text,
        "request_id": question.request_id,
        "lang": question.lang,
        "messages": [*earlier, {"role": "user", "content": question.text}],
        "edited_turns": [turn.is_edited for turn in turns],
        "picked": reading.as_dict() if reading else None,
        "generation_attempt": 1,
        "user_approved": None,
        "needs_correction": False,
        "correction_context": {},
        "learning": None,
    }


def ending_of(state: Mapping[str, Any], request_id: str) -> Event:
    failure = state.get("failure")
    if isinstance(failure, NeedsClarification) and failure.clarification:
        return AskedBack(failure.clarification, request_id, failure.basis)
    return Failed(failure) if failure else Answered(state["answer"])


def with_record_on_disk(ending: Event, run: ActiveRun) -> Event:
    """What is not on the record did not happen."""
    try:
        run.audit.flush()
    except AuditUnavailable as error:
        return Failed(error)
    return ending


def awaiting_approval(lang: str) -> StatusChanged:
    return StatusChanged("awaiting_confirm", status_message("awaiting_confirm", lang))
