"""A person may ask so often a minute, counted by what is in the database."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from answerable.conversations.models import QueryRequest
from answerable.conversations.services.rate_limit import demand_pace
from answerable.kernel.errors import TooManyAttempts
from tests.conversations import people

pytestmark = pytest.mark.django_db


def test_the_next_question_waits_for_the_oldest_of_the_last_minute() -> None:
    session = people.session()
    asked = [people.request(session) for _ in range(3)]
    demand_pace(session.user, 4)
    demand_pace(people.person(), 1)
    before = timezone.now()
    QueryRequest.objects.filter(pk=asked[0].pk).update(requested_at=before - timedelta(seconds=20))
    with pytest.raises(TooManyAttempts) as refused:
        demand_pace(session.user, 3)
    passed = (timezone.now() - before).total_seconds()
    assert 39 - passed <= refused.value.seconds <= 40
    QueryRequest.objects.filter(pk=asked[0].pk).update(requested_at=timezone.now() - timedelta(seconds=61))
    demand_pace(session.user, 3)
