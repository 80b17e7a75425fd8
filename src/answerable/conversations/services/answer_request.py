"""One request of a conversation: the agent runs, and every event is in the database before anybody hears of it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import IntegrityError, transaction

from answerable.agent.approval_rules import Decision, is_edit
from answerable.agent.context.cancellation import Stop
from answerable.agent.events import (
    Answered,
    ApprovalNeeded,
    AskedBack,
    Failed,
    QueryRejected,
    QueryWritten,
    StatusChanged,
)
from answerable.agent.question import Question
from answerable.agent.resumable_run import ResumableAgent
from answerable.conversations.chat_events import (
    ChatEvent,
    ConfirmRequired,
    QueryPreviewed,
    RequestBegun,
    SendEvent,
    StatusReported,
    StreamEnded,
)
from answerable.conversations.models import GeneratedQuery, QueryRequest, RequestStatus, Session, ValidationStatus
from answerable.conversations.models.query import SHORTEST_EXPLANATION
from answerable.conversations.models.request import ENDED, LEGAL, RUNNING
from answerable.conversations.services.approve_request import decide, offer
from answerable.conversations.services.finish_request import end_answered, end_asked_back, end_failed
from answerable.conversations.services.offered_readings import already_picked, record_refusal
from answerable.conversations.services.open_requests import begin_request, cancelled_among, move, reload_request
from answerable.conversations.services.process_liveness import this_server
from answerable.conversations.services.run_threads import stoppable
from answerable.conversations.services.transcript import turns
from answerable.kernel.errors import AnswerableError, CouldNotAnswer, QueryStopped, disk_full
from answerable.kernel.messages import msg
from answerable.words.languages import chosen_language

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver

    from answerable.agent.context.run_context import RunContext
    from answerable.agent.events import Event, GeneratedSql, Listener
    from answerable.answers.answer import Answer
    from answerable.kernel.clarification import PickedReading

__all__ = ["OpenContext", "RequestRunner", "Work"]

OpenContext = Callable[[Stop], AbstractContextManager["RunContext"]]
"""Gives what one request needs, stopped by this."""
StartRun = Callable[[ResumableAgent, "Listener"], "Event"]
Work = Callable[[SendEvent], None]
"""Does all of it in the caller's thread and sends what happens."""

_log = logging.getLogger(__name__)


class RequestRunner:
    """One request of one session: ask, or confirm; a new one for the next. `stop` ends it, from any thread."""

    def __init__(self, session: Session, open_context: OpenContext, saver: BaseCheckpointSaver[Any]) -> None:
        self.session = session
        self.stop = Stop()
        self._open_context = open_context
        self._saver = saver
        self._query: GeneratedQuery | None = None
        self._request_id: UUID | None = None
        self._waits_for_approval = False
        """Then the request belongs to whoever decides it, maybe before the stream of the question has ended."""

    @property
    def request_id(self) -> UUID:
        """Of what was asked or confirmed here."""
        if self._request_id is None:
            raise RuntimeError("nothing was asked yet")
        return self._request_id

    def ask(
        self, text: str, *, lang: str = "", reading: PickedReading | None = None, remarks: tuple[str, ...] = ()
    ) -> Work:
        """Raises what is wrong with the question at once; the work itself is left to the caller.

        `reading` was offered when this was asked before, and a person picked it: then the question is the one that was
        asked, whatever `text` is. `remarks` are sent first."""
        asked = reading.question if reading else text
        question = Question(asked, chosen_language(lang or self.session.lang, asked), session_id=str(self.session.pk))
        earlier = turns(self.session)
        request = self._begin(question, reading)
        self._request_id = request.pk
        first: list[ChatEvent] = [RequestBegun(self.session, request)]
        first += [StatusReported(RequestStatus.PENDING, remark) for remark in remarks]
        return partial(self._work, request, first, lambda agent, listen: agent.ask(question, earlier, reading, listen))

    def _begin(self, question: Question, reading: PickedReading | None) -> QueryRequest:
        try:
            return begin_request(self.session, question, served_by=this_server(), reading=reading)
        except IntegrityError:
            if reading is None:
                raise
            error = already_picked()
            record_refusal(error, self.session.user, reading.request_id, reading.number - 1)
            raise error from None

    def confirm(
        self, query: GeneratedQuery, *, approved: bool, edited_sql: str = "", is_beforehand: bool = False
    ) -> Work:
        """Raises TooLate at once unless this very call decides it."""
        edited_sql = edited_sql if is_edit(query.sql_query, edited_sql) else ""
        request = decide(query, self.session.user, approved, edited_sql, this_server())
        self._query, self._request_id = query, request.pk
        who = self.session.user.get_username()
        decision = Decision(approved, edited_sql or None, by=who, is_beforehand=is_beforehand)
        return partial(self._work, request, [], lambda agent, listen: agent.resume(str(request.pk), decision, listen))

    def _work(self, request: QueryRequest, first: list[ChatEvent], run: StartRun, send: SendEvent) -> None:
        """Whatever happens, the request does not stay under way when this is over."""
        try:
            for event in first:
                send(event)
            with stoppable(request.pk, self.stop):
                self._answer(request, run, send)
        except AnswerableError as error:
            send(self._leave(request, error))
        except Exception as error:  # noqa: BLE001 - logged; the request must not stay under way
            full = disk_full(error)
            _log.error("Request %s failed", request.pk, exc_info=None if full else error)
            send(self._leave(request, full or _unforeseen()))
        except BaseException:
            self._leave(request, QueryStopped(msg("conversations.nobody_listens"), reason="cancelled"))
            raise
        finally:
            self._forget(request)
        send(StreamEnded())

    def _answer(self, request: QueryRequest, run: StartRun, send: SendEvent) -> None:
        if _cancelled_in_line(request):
            raise _cancelled()
        with self._open_context(self.stop) as context:

            def store_and_send(event: Event) -> None:
                if (stored := self._store(request, event)) is not None:
                    send(stored)

            store_and_send(run(ResumableAgent(context, self._saver), store_and_send))

    def _store(self, request: QueryRequest, event: Event) -> ChatEvent | None:
        """What interfaces hear of it, once it is in the database; None where it is for the record alone."""
        match event:
            case StatusChanged():
                return self._status(request, event)
            case QueryWritten(query):
                return QueryPreviewed(self._store_allowed(request, query))
            case QueryRejected(query):
                self._store_query(request, query, ValidationStatus.INVALID)
                return None
            case ApprovalNeeded(query):
                required = self._ask_for_approval(request, query)
                self._waits_for_approval = True
                return required
            case Answered(answer):
                return self._store_answer(request, answer)
            case AskedBack(clarification, basis=basis):
                return end_asked_back(request, clarification, basis)
            case Failed(error):
                return self._leave(request, error)

    def _status(self, request: QueryRequest, event: StatusChanged) -> StatusReported:
        """Waiting for approval and the end are states only once what belongs to them is written."""
        to = RequestStatus(event.status)
        report = StatusReported(to, event.message, event.share)
        if to == request.status or to == RequestStatus.AWAITING_CONFIRM or to in ENDED:
            return report
        if to not in LEGAL[RequestStatus(request.status)]:
            return replace(report, status=str(request.status))
        if not move(request, to):
            raise _cancelled()
        return report

    def _store_allowed(self, request: QueryRequest, written: GeneratedSql) -> GeneratedQuery:
        if written.leans_on_earlier:
            QueryRequest.objects.filter(pk=request.pk).update(has_context_reference=True)
        self._query = self._store_query(request, written, ValidationStatus.VALID)
        return self._query

    def _store_query(
        self, request: QueryRequest, written: GeneratedSql, validation: ValidationStatus
    ) -> GeneratedQuery:
        return GeneratedQuery.objects.create(
            request=request,
            sql_query=written.sql,
            sql_hash=written.sql_hash,
            explanation=_long_enough(written),
            referenced_tables=list(written.tables),
            validation_status=validation,
            validation_errors=[dict(finding) for finding in written.findings],
            generation_attempt=written.attempt,
            model_used=written.model_used,
            source_name=written.source_name,
            path=written.path,
            confidence=written.confidence,
            estimate_rows=written.estimate_rows,
        )

    @transaction.atomic
    def _ask_for_approval(self, request: QueryRequest, written: GeneratedSql) -> ConfirmRequired:
        query = self._query
        if query is None or query.sql_hash != written.sql_hash:
            query = self._store_allowed(request, written)
        if not move(request, RequestStatus.AWAITING_CONFIRM):
            raise _cancelled()
        return ConfirmRequired(offer(query, self.session.user))

    def _store_answer(self, request: QueryRequest, answer: Answer) -> ChatEvent:
        if self._query is None:
            raise RuntimeError("an answer without a query")
        return end_answered(request, self._query, answer) or self._leave(request, _cancelled())

    def _leave(self, request: QueryRequest, error: AnswerableError) -> ChatEvent:
        """What its asker cancelled is no error to them; the record has it as one."""
        event = end_failed(request, error)
        if request.status == RequestStatus.CANCELLED:
            return StatusReported(RequestStatus.CANCELLED, error.message_in(request.lang))
        return event

    def _forget(self, request: QueryRequest) -> None:
        """A run that has ended needs not be gone on with; one that nobody works on any more has ended."""
        if self._waits_for_approval:
            return
        reload_request(request)
        if RequestStatus(request.status) in RUNNING:
            end_failed(request, _unforeseen())
        if RequestStatus(request.status) in ENDED:
            self._saver.delete_thread(str(request.pk))


def _cancelled_in_line(request: QueryRequest) -> bool:
    """While it waited for its turn. One that its asker did not approve goes on, for the record."""
    if request.status == RequestStatus.PENDING:
        return not move(request, RequestStatus.GENERATING)
    return request.status == RequestStatus.EXECUTING and bool(cancelled_among([request.pk]))


def _long_enough(written: GeneratedSql) -> str:
    """Few words may say all there is to say; the SQL itself then says it again."""
    said = written.explanation.strip()
    return said if len(said) >= SHORTEST_EXPLANATION else f"{said} {written.sql}".strip()


def _cancelled() -> QueryStopped:
    return QueryStopped(msg("common.cancelled_nothing_more"), reason="cancelled")


def _unforeseen() -> CouldNotAnswer:
    return CouldNotAnswer(msg("common.internal_error"), hint=msg("common.see_log"))
