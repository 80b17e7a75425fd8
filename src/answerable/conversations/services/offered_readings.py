"""A reading belongs to the question it was offered for: this person's, in this conversation, once and in time.

A pick counts that has an answer, is worked on or waits for approval; one that failed or was cancelled does not.
Whether source, schema and policy are still those it was made over, the agent looks at when it runs.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING
from uuid import UUID

from django.utils import timezone

from answerable.conversations.models.request import WITHOUT_ANSWER
from answerable.conversations.services.open_requests import own_request
from answerable.kernel.clarification import Basis, PickedReading
from answerable.kernel.errors import AnswerableError, NotFound, TooLate
from answerable.kernel.messages import msg
from answerable.projects.project_trail import name_of, record

if TYPE_CHECKING:
    from django.contrib.auth.models import AbstractBaseUser

    from answerable.conversations.models import QueryRequest, Session

__all__ = ["VALID_FOR", "already_picked", "offered_reading", "pick_reading", "record_refusal"]

VALID_FOR = timedelta(minutes=30)
_AGAIN = msg("common.ask_the_question_again")


def offered_reading(request_id: UUID | str, user: AbstractBaseUser) -> QueryRequest:
    """The request that was asked back. Somebody else's is as if there were none, and is recorded."""
    try:
        return own_request(request_id, user)
    except NotFound as error:
        record_refusal(error, user, str(request_id), None)
        raise


def pick_reading(offered: QueryRequest, index: int, message: str, session: Session) -> PickedReading:
    """The reading as it was kept here; what a client sends is only its place. `message` is the question it was offered
    for, or the reading's own words. What does not belong is recorded and refused."""
    try:
        return _belonging(offered, index, message, session)
    except AnswerableError as error:
        record_refusal(error, session.user, str(offered.pk), index)
        raise


def already_picked() -> TooLate:
    return TooLate(
        msg("conversations.reading_picked_before"), hint=msg("conversations.reading_counts_once", again=_AGAIN)
    )


def record_refusal(error: AnswerableError, user: AbstractBaseUser, request_id: str, index: int | None) -> None:
    """Under the request it was offered in; one that is not there, or somebody else's, is only named."""
    number = {} if index is None else {"number": index + 1}
    refused = {"decision": "refused", "rule": "reading", "reason": error.message}
    told = {**refused, "reading": {"request_id": request_id, **number}}
    record("policy_decision", told, by=name_of(user), request_id="" if index is None else request_id)


def _belonging(offered: QueryRequest, index: int, message: str, session: Session) -> PickedReading:
    if index >= len(offered.readings):
        raise NotFound(msg("conversations.no_such_reading"), hint=msg("conversations.pick_one_offered"))
    reading = offered.readings[index]
    if offered.session_id != session.pk:
        raise TooLate(msg("conversations.reading_of_other_conversation"), hint=_AGAIN)
    if message.split() not in (offered.question.split(), str(reading["text"]).split()):
        raise TooLate(
            msg("conversations.reading_of_other_question"),
            hint=msg("conversations.send_its_question", again=_AGAIN),
        )
    if offered.basis is None or timezone.now() - offered.moved_at > VALID_FOR:
        raise TooLate(msg("conversations.reading_expired"), hint=_AGAIN)
    if offered.basis["source_ids"] != _source_ids(session):
        raise TooLate(msg("conversations.reading_of_other_sources"), hint=_AGAIN)
    if offered.picks.filter(picked_index=index).exclude(status__in=WITHOUT_ANSWER).exists():
        raise already_picked()
    return _picked(offered, index)


def _picked(offered: QueryRequest, index: int) -> PickedReading:
    reading = offered.readings[index]
    basis = {name: value for name, value in (offered.basis or {}).items() if name != "source_ids"}
    return PickedReading(
        request_id=str(offered.pk),
        number=index + 1,
        question=offered.question,
        text=str(reading["text"]),
        sql=str(reading["sql"]),
        basis=Basis.of(basis),
    )


def _source_ids(session: Session) -> list[str]:
    return sorted(str(source.pk) for source in session.sources.all())
