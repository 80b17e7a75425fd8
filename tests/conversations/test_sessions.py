"""Sessions sleep after half an hour, end for good, and belong to one person."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from hypothesis import settings, strategies
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from answerable.conversations.models import Session
from answerable.conversations.services.approve_request import own_query
from answerable.conversations.services.manage_sessions import continue_session, expire_idle, own_session, terminate
from answerable.conversations.services.open_requests import own_request
from answerable.conversations.services.transcript import add_message, last_messages
from answerable.kernel.errors import NotFound, SessionNotFound
from answerable.projects.models import Member
from tests.conversations import people


class SessionMachine(RuleBasedStateMachine):
    """Time passes by moving the session's last activity back."""

    def __init__(self) -> None:
        super().__init__()
        self.session = people.session()
        self.expected, self.idle_minutes = "active", 0

    def teardown(self) -> None:
        terminate(self.session)

    @rule(minutes=strategies.integers(min_value=1, max_value=40))
    def nobody_asks(self, minutes: int) -> None:
        self.idle_minutes += minutes
        last = timezone.now() - timedelta(minutes=self.idle_minutes)
        Session.objects.filter(pk=self.session.pk).update(last_activity_at=last)

    @rule()
    def idle_ones_are_expired(self) -> None:
        sleeps = self.expected == "active" and self.idle_minutes >= 30
        assert expire_idle() == (1 if sleeps else 0)
        self.expected = "expired" if sleeps else self.expected

    @rule()
    def its_owner_goes_on(self) -> None:
        if self.expected == "terminated":
            with pytest.raises(SessionNotFound):
                continue_session(self.session.pk, self.session.user)
            return
        gone_on = continue_session(self.session.pk, self.session.user)
        if self.expected == "active" and self.idle_minutes < 30:
            assert gone_on == self.session
            self.idle_minutes = 0
            return
        self.expected = "expired"
        assert gone_on != self.session and gone_on.resumed_from == self.session and gone_on.status == "active"
        terminate(gone_on)

    @rule()
    def its_owner_ends_it(self) -> None:
        assert terminate(self.session) is (self.expected == "active")
        self.expected = "terminated" if self.expected == "active" else self.expected

    @rule()
    def a_stranger_finds_nothing(self) -> None:
        with pytest.raises(SessionNotFound):
            continue_session(self.session.pk, people.person())

    @invariant()
    def is_where_it_should_be(self) -> None:
        assert Session.objects.get(pk=self.session.pk).status == self.expected


@pytest.mark.django_db
def test_a_session_ends_only_as_drawn() -> None:
    run_state_machine_as_test(SessionMachine, settings=settings(max_examples=40, stateful_step_count=12, deadline=None))


@pytest.mark.django_db
def test_an_id_is_a_random_uuid() -> None:
    assert people.session().pk.version == 4


@pytest.mark.django_db
@pytest.mark.parametrize("unknown", ["", "x", "00000000-0000-4000-8000-000000000000"])
def test_a_session_of_somebody_else_is_as_if_there_were_none(unknown: str) -> None:
    session = people.session()
    with pytest.raises(SessionNotFound) as foreign:
        own_session(session.pk, people.person())
    with pytest.raises(SessionNotFound) as missing:
        own_session(unknown, session.user)
    assert str(foreign.value) == str(missing.value)


@pytest.mark.django_db
def test_who_left_the_project_left_its_conversations() -> None:
    query = people.query()
    session = query.request.session
    assert own_query(query.pk, session.pk, session.user) == query
    Member.objects.filter(user=session.user).delete()
    for look in (
        lambda: own_session(session.pk, session.user),
        lambda: own_request(query.request.pk, session.user),
        lambda: own_query(query.pk, session.pk, session.user),
    ):
        with pytest.raises(NotFound):
            look()


@pytest.mark.django_db
def test_an_expired_session_opens_a_linked_one_that_sees_the_last_ten_messages() -> None:
    old = people.session()
    for number in range(12):
        add_message(old, "user" if number % 2 == 0 else "assistant", f"message {number}")
    Session.objects.filter(pk=old.pk).update(last_activity_at=timezone.now() - timedelta(minutes=31))
    new = continue_session(old.pk, old.user)
    assert (new.resumed_from, new.status, new.user) == (old, "active", old.user)
    assert [message.content for message in last_messages(new)] == [f"message {number}" for number in range(2, 12)]
    add_message(new, "user", "and by month?")
    seen = [message.content for message in last_messages(new)]
    assert seen == [*(f"message {number}" for number in range(3, 12)), "and by month?"]
