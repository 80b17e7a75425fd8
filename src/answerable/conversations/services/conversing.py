"""A conversation with the agent: what it tells is written down as it goes, then told on.

Every event is in the database before anybody is told of it, so that whoever looks there sees no less.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import IntegrityError, transaction

from answerable.agent.approval import Decision, is_edit
from answerable.agent.conversing import Agent
from answerable.agent.events import Answered, ApprovalNeeded, AskedBack, Failed, QueryWritten, StatusChanged
from answerable.agent.question import Question
from answerable.agent.stopping import Stop
from answerable.conversations.models import GeneratedQuery, QueryRequest, RequestStatus, Session, ValidationStatus
from answerable.conversations.models.query import SHORTEST_EXPLANATION
from answerable.conversations.models.request import ENDED, LEGAL, RUNNING
from answerable.conversations.services import events
from answerable.conversations.services.approvals import decide, offer
from answerable.conversations.services.ending import end_answered, end_asked_back, end_failed
from answerable.conversations.services.offered_readings import already_picked, record_refusal
from answerable.conversations.services.requests import begin_request, cancelled_among, move
from answerable.conversations.services.running import stoppable
from answerable.conversations.services.serving import this_server
from answerable.conversations.services.transcript import turns
from answerable.errors import AnswerableError, CouldNotAnswer, QueryStopped, disk_full

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver

    from answerable.agent.desk import Desk
    from answerable.agent.events import Event as AgentEvent
    from answerable.agent.events import GeneratedSql
    from answerable.clarification import PickedReading

__all__ = ["Conversing", "Lease"]

Event = dict[str, Any]
Lease = Callable[[Stop], AbstractContextManager["Desk"]]
"""Gives a desk for one request, stopped by this."""
Run = Callable[[Agent], Iterator["AgentEvent"]]

_log = logging.getLogger(__name__)


class Conversing:
    """One request of one session: ask, or confirm; a new one for the next. `stop` ends it, from any thread."""

    def __init__(self, session: Session, lease: Lease, saver: BaseCheckpointSaver[Any]) -> None:
        self.session = session
        self.stop = Stop()
        self._lease = lease
        self._saver = saver
        self._query: GeneratedQuery | None = None
        self._request_id: UUID | None = None

    @property
    def request_id(self) -> UUID:
        """Of what was asked or confirmed here."""
        if self._request_id is None:
            raise RuntimeError("nothing was asked yet")
        return self._request_id

    def ask(
        self, text: str, *, lang: str = "", reading: PickedReading | None = None, remarks: tuple[str, ...] = ()
    ) -> Iterator[Event]:
        """Raises what is wrong with the question at once; the events come as it is worked on.

        `reading` was offered when this was asked before, and a person picked it: then the question is the one that was
        asked, whatever `text` is. `remarks` are told first."""
        asked = reading.question if reading else text
        question = Question(asked, lang or self.session.lang, session_id=str(self.session.pk))
        earlier = turns(self.session)
        request = self._begin(question, reading)
        self._request_id = request.pk
        first = [events.session(self.session, request)]
        first += [events.status(RequestStatus.PENDING, remark) for remark in remarks]
        return self._story(request, first, lambda agent: agent.ask(question, earlier, reading))

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
    ) -> Iterator[Event]:
        """Raises TooLate at once unless this very call decides it."""
        edited_sql = edited_sql if is_edit(query.sql_query, edited_sql) else ""
        request = decide(query, self.session.user, approved, edited_sql, this_server())
        self._query, self._request_id = query, request.pk
        who = self.session.user.get_username()
        decision = Decision(approved, edited_sql or None, by=who, is_beforehand=is_beforehand)
        return self._story(request, [], lambda agent: agent.resume(str(request.pk), decision))

    def _story(self, request: QueryRequest, first: list[Event], run: Run) -> Iterator[Event]:
        """Whatever happens, the request does not stay under way when this is over."""
        try:
            yield from first
            with stoppable(request.pk, self.stop):
                yield from self._told(request, run)
        except GeneratorExit:
            self._leave(request, QueryStopped("Cancelled; nobody listens any more.", reason="cancelled"))
            raise
        except AnswerableError as error:
            yield self._leave(request, error)
        except Exception as error:  # noqa: BLE001 - logged; the request must not stay under way
            full = disk_full(error)
            _log.error("Request %s failed", request.pk, exc_info=None if full else error)
            yield self._leave(request, full or _unforeseen())
        finally:
            self._forget(request)
        yield events.done()

    def _told(self, request: QueryRequest, run: Run) -> Iterator[Event]:
        if _cancelled_in_line(request):
            raise _cancelled()
        with self._lease(self.stop) as desk:
            for event in run(Agent(desk, self._saver)):
                yield from self._written(request, event)

    def _written(self, request: QueryRequest, event: AgentEvent) -> Iterator[Event]:
        if isinstance(event, StatusChanged):
            yield self._status(request, event)
        elif isinstance(event, QueryWritten):
            yield events.query_preview(self._keep_query(request, event.query))
        elif isinstance(event, ApprovalNeeded):
            yield self._ask_for_approval(request, event.query)
        elif isinstance(event, Answered):
            yield self._answer(request, event)
        elif isinstance(event, AskedBack):
            yield end_asked_back(request, event.clarification, event.basis)
        elif isinstance(event, Failed):
            yield self._leave(request, event.error)

    def _status(self, request: QueryRequest, event: StatusChanged) -> Event:
        """Waiting for approval and the end are states only once what belongs to them is written."""
        to = RequestStatus(event.status)
        told = events.status(to, event.message, event.share)
        if to == request.status or to == RequestStatus.AWAITING_CONFIRM or to in ENDED:
            return told
        if to not in LEGAL[RequestStatus(request.status)]:
            return {**told, "status": str(request.status)}
        if not move(request, to):
            raise _cancelled()
        return told

    def _keep_query(self, request: QueryRequest, written: GeneratedSql) -> GeneratedQuery:
        if written.leans_on_earlier:
            QueryRequest.objects.filter(pk=request.pk).update(has_context_reference=True)
        self._query = GeneratedQuery.objects.create(
            request=request,
            sql_query=written.sql,
            sql_hash=written.sql_hash,
            explanation=_long_enough(written),
            referenced_tables=list(written.tables),
            validation_status=ValidationStatus.VALID,
            validation_errors=[dict(finding) for finding in written.findings],
            generation_attempt=written.attempt,
            model_used=written.model_used,
            source_name=written.source_name,
            path=written.path,
            confidence=written.confidence,
            estimate_rows=written.estimate_rows,
        )
        return self._query

    @transaction.atomic
    def _ask_for_approval(self, request: QueryRequest, written: GeneratedSql) -> Event:
        query = self._query
        if query is None or query.sql_hash != written.sql_hash:
            query = self._keep_query(request, written)
        if not move(request, RequestStatus.AWAITING_CONFIRM):
            raise _cancelled()
        return events.confirm_required(offer(query, self.session.user))

    def _answer(self, request: QueryRequest, event: Answered) -> Event:
        if self._query is None:
            raise RuntimeError("an answer without a query")
        return end_answered(request, self._query, event.answer) or self._leave(request, _cancelled())

    def _leave(self, request: QueryRequest, error: AnswerableError) -> Event:
        """What its asker cancelled is no error to them; the record has it as one."""
        event = end_failed(request, error)
        if request.status == RequestStatus.CANCELLED:
            return events.status(RequestStatus.CANCELLED, error.message)
        return event

    def _forget(self, request: QueryRequest) -> None:
        """A run that has ended needs not be gone on with; one that nobody works on any more has ended."""
        request.refresh_from_db()
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
    return QueryStopped("Cancelled; nothing more is run.", reason="cancelled")


def _unforeseen() -> CouldNotAnswer:
    return CouldNotAnswer("Something went wrong inside Answerable.", hint="The server's log has the details.")
