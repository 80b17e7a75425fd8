"""Two processes claim the same approvals at the same moment: each is won once, never twice."""

from __future__ import annotations

import os
from multiprocessing import get_context
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest

from tests.waiting import PATIENCE

ROUNDS = 200
SECONDS = PATIENCE


def _start(workspace: str, database: str) -> None:
    os.environ.update(
        DJANGO_SETTINGS_MODULE="answerable.web.settings", ANSWERABLE_WORKSPACE=workspace, ANSWERABLE_DATABASE=database
    )
    from answerable.projects.django_setup import start_django

    start_django()


def _prepare(workspace: str, database: str, offered: SimpleQueue[list[str]]) -> None:
    _start(workspace, database)
    from django.db import transaction

    from answerable.conversations.services.approve_request import offer
    from tests.conversations import people

    with transaction.atomic():
        request = people.request()
        queries = [people.query(request) for _ in range(ROUNDS)]
        for query in queries:
            offer(query, request.session.user)
    offered.put([str(query.pk) for query in queries])


def _race(workspace: str, database: str, ids: list[str], start: Barrier, won: SimpleQueue[list[str]]) -> None:
    _start(workspace, database)
    from answerable.conversations.models import GeneratedQuery
    from answerable.conversations.services.approve_request import claim

    queries = GeneratedQuery.objects.select_related("request__session__user").in_bulk(ids)
    mine = []
    for query in (found for name in ids for key, found in queries.items() if str(key) == name):
        request = query.request
        start.wait(SECONDS)
        if claim(query.pk, request.session_id, request.session.user, query.sql_hash, True):
            mine.append(str(query.pk))
    won.put(mine)


def _wins(workspace: str, database: str = "") -> list[str]:
    context = get_context("spawn")
    offered: SimpleQueue[list[str]] = context.SimpleQueue()
    preparing = context.Process(target=_prepare, args=(workspace, database, offered))
    preparing.start()
    preparing.join(SECONDS)
    assert preparing.exitcode == 0
    ids, start, won = offered.get(), context.Barrier(2), context.SimpleQueue()
    racers = [context.Process(target=_race, args=(workspace, database, ids, start, won)) for _ in range(2)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join(SECONDS)
        assert racer.exitcode == 0
    assert sorted(set(ids)) == sorted(ids) and len(ids) == ROUNDS
    return [*won.get(), *won.get()]


def _check(wins: list[str]) -> None:
    assert len(wins) == ROUNDS
    assert len(set(wins)) == ROUNDS


@pytest.mark.slow
def test_on_a_sqlite_file(tmp_path: Path) -> None:
    _check(_wins(str(tmp_path)))


@pytest.mark.usefixtures("postgres_server")
def test_on_postgresql(tmp_path: Path, postgres_url: str) -> None:
    _check(_wins(str(tmp_path), postgres_url))
