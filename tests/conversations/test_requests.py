"""A request goes where the drawing says, and nowhere else."""

from __future__ import annotations

import pytest
from hypothesis import settings, strategies
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from answerable.agent.question import Question
from answerable.conversations.models import Message, QueryRequest, RequestStatus
from answerable.conversations.services.open_requests import begin_request, cancel, move, own_request
from answerable.kernel.errors import BadQuestion, NotFound
from tests.conversations import people

DRAWN = {
    ("pending", "generating"),
    ("generating", "validating"),
    ("validating", "awaiting_confirm"),
    ("awaiting_confirm", "executing"),
    ("executing", "completed"),
    ("generating", "failed"),
    ("validating", "failed"),
    ("executing", "failed"),
    ("awaiting_confirm", "cancelled"),
}
BESIDE = {
    ("pending", "cancelled"),
    ("generating", "cancelled"),
    ("validating", "cancelled"),
    ("executing", "cancelled"),
    ("validating", "generating"),
    ("executing", "generating"),
    ("validating", "executing"),
    ("generating", "completed"),
}
"""A client that went away, a repair, a query that needs nobody's approval, and a question that is asked back."""


class RequestMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.request = people.request()
        self.expected = "pending"

    @rule(to=strategies.sampled_from(RequestStatus.values))
    def moves_only_as_drawn(self, to: str) -> None:
        legal = (self.expected, to) in DRAWN | BESIDE
        assert move(self.request, to) is legal
        self.expected = to if legal else self.expected

    @rule(to=strategies.sampled_from(RequestStatus.values))
    def a_stale_copy_knows_no_more(self, to: str) -> None:
        stale = QueryRequest(pk=self.request.pk, status=RequestStatus.VALIDATING)
        legal = (self.expected, to) in DRAWN | BESIDE
        assert move(stale, to) is legal
        self.expected = to if legal else self.expected
        assert stale.status == self.expected

    @invariant()
    def is_where_it_should_be(self) -> None:
        assert QueryRequest.objects.get(pk=self.request.pk).status == self.expected


@pytest.mark.django_db
@pytest.mark.slow
def test_a_request_goes_only_where_the_drawing_says() -> None:
    run_state_machine_as_test(RequestMachine, settings=settings(max_examples=60, stateful_step_count=12, deadline=None))


@pytest.mark.django_db
@pytest.mark.parametrize("origin", RequestStatus.values)
@pytest.mark.parametrize("to", RequestStatus.values)
def test_every_pair_is_allowed_or_refused_as_drawn(origin: str, to: str) -> None:
    request = people.request()
    QueryRequest.objects.filter(pk=request.pk).update(status=origin)
    legal = (origin, to) in DRAWN | BESIDE
    assert move(request, to) is legal
    assert QueryRequest.objects.get(pk=request.pk).status == (to if legal else origin)


@pytest.mark.django_db
def test_beginning_writes_the_users_message_and_names_the_session() -> None:
    session = people.session()
    request = begin_request(session, Question("  how many orders are there?  "))
    assert (request.status, request.question) == ("pending", "how many orders are there?")
    message = Message.objects.get(session=session)
    assert (message.role, message.content, message.request) == ("user", request.question, request)
    session.refresh_from_db()
    assert session.title == request.question


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["", " ", "a", "x" * 1_001, "?!"])
def test_what_is_no_question_leaves_nothing_behind(text: str) -> None:
    with pytest.raises(BadQuestion):
        begin_request(people.session(), Question(text))
    assert not QueryRequest.objects.exists() and not Message.objects.exists()


@pytest.mark.django_db
def test_cancelling_counts_once() -> None:
    request = people.request()
    assert cancel(request)
    assert not cancel(request)


@pytest.mark.django_db
@pytest.mark.parametrize("unknown", ["", "x", "00000000-0000-4000-8000-000000000000"])
def test_a_request_of_somebody_else_is_as_if_there_were_none(unknown: str) -> None:
    request = people.request()
    assert own_request(request.pk, request.session.user) == request
    with pytest.raises(NotFound) as foreign:
        own_request(request.pk, people.person())
    with pytest.raises(NotFound) as missing:
        own_request(unknown, people.person())
    assert str(foreign.value) == str(missing.value)
