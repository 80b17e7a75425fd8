"""What a dead server leaves behind is ended in plain words; what waits for approval waits, in its time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from answerable.conversations.models import Approval, Message, QueryRequest
from answerable.conversations.services.approve_request import offer
from answerable.conversations.services.housekeeping import tidy
from answerable.conversations.services.process_liveness import this_server
from tests.conversations import people

pytestmark = pytest.mark.django_db

NAME_OF_A_SERVER = """
import django; django.setup()
from answerable.conversations.services.process_liveness import this_server
print(this_server())
"""


def dead_server() -> str:
    """The name of a process that served from this workspace and is gone."""
    environ = {**os.environ, "ANSWERABLE_WORKSPACE": str(settings.WORKSPACE.root)}
    environ["DJANGO_SETTINGS_MODULE"] = "answerable.web.settings"
    done = subprocess.run([sys.executable, "-c", NAME_OF_A_SERVER], env=environ, capture_output=True, check=True)
    return done.stdout.decode().strip()


def standing(status: str, served_by: str) -> QueryRequest:
    request = people.request()
    QueryRequest.objects.filter(pk=request.pk).update(status=status, served_by=served_by)
    return request


def status_of(request: QueryRequest) -> str:
    return QueryRequest.objects.get(pk=request.pk).status


def test_what_a_dead_server_worked_on_is_ended() -> None:
    gone = dead_server()
    before = {status: standing(status, gone) for status in ("pending", "generating", "validating", "executing")}
    ended = standing("completed", gone)
    tidy()
    after = {status: status_of(request) for status, request in before.items()}
    assert after == {"pending": "cancelled", "generating": "failed", "validating": "failed", "executing": "failed"}
    assert status_of(ended) == "completed"
    told = json.loads(QueryRequest.objects.get(pk=before["executing"].pk).outcome)
    assert told["error"]["message"] == "The server stopped while it was working on this."
    assert Message.objects.filter(request=before["executing"], role="assistant").exists()


@pytest.mark.slow
def test_files_of_processes_that_died_long_ago_are_cleared_away() -> None:
    folder = settings.WORKSPACE.root / "serving"
    old, recent, living = dead_server(), dead_server(), this_server()
    for name in (old, living):
        os.utime(folder / name, (0, 0))
    tidy()
    assert not (folder / old).exists() and (folder / recent).exists() and (folder / living).exists()


def test_what_a_living_server_works_on_goes_on() -> None:
    request = standing("executing", this_server())
    tidy()
    assert status_of(request) == "executing"


def test_what_another_machine_works_on_goes_on_until_it_is_too_old() -> None:
    request = standing("executing", "00000000-0000-4000-8000-000000000000")
    tidy()
    assert status_of(request) == "executing"
    QueryRequest.objects.filter(pk=request.pk).update(moved_at=timezone.now() - timedelta(minutes=11))
    tidy()
    assert status_of(request) == "failed"


def test_what_waits_for_approval_waits_in_its_time() -> None:
    request = standing("awaiting_confirm", dead_server())
    offer(people.query(request), request.session.user)
    tidy()
    assert status_of(request) == "awaiting_confirm"
    Approval.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    tidy()
    assert status_of(request) == "cancelled"
