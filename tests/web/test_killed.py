"""A server that is killed while it answers, again and again: every request ends plainly, and no query runs twice."""

from __future__ import annotations

import random
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx

from answerable import sample
from tests.waiting import wait_until
from tests.web.asking import Asker, Event, owners_token
from tests.web.double_approval import runs_of
from tests.web.serving import Server, serving

KILLS = 2
QUESTIONS = 7
"""Asked and approved at once of each server that is killed."""
MOST_EVENTS = 12 * QUESTIONS
"""About as many are told when nobody is killed."""
QUESTION = "how many customers are there?"
SLOW = "SELECT count(*) FROM orders a JOIN orders b ON a.id <> b.id JOIN orders c ON b.id <> c.id"
PLAIN = {"completed", "failed", "cancelled", "awaiting_confirm"}
STOPPED = "The server stopped while it was working on this."


def test_a_server_killed_at_any_moment_leaves_plain_states(tmp_path: Path) -> None:
    sample.write_sqlite(tmp_path / "shop.db")
    (tmp_path / "answerable.toml").write_text("asks_per_minute = 600\n")
    token = ""
    for number in range(KILLS):
        with serving(tmp_path, "--source", "shop.db") as server:
            token = token or owners_token(server)
            _ask_until_killed(server, token, random.Random(number).randrange(QUESTIONS, MOST_EVENTS))
    with serving(tmp_path) as server:
        _kill_while_one_runs_and_one_waits(server, token)
    with serving(tmp_path) as server, Asker.with_token(server, token) as owner:
        wait_until(lambda: {request["status"] for request in _requests(owner)} <= PLAIN)
        left = list(_requests(owner))
        assert {request["error"]["error"]["message"] for request in _in("failed", left)} <= {STOPPED}
        assert all(_approved(owner, request) for request in _in("awaiting_confirm", left))
        after = list(_requests(owner))
    runs = runs_of(tmp_path / ".answerable" / "logs" / "data_agent_runs.jsonl")
    assert _in("failed", left) and _in("completed", after) and not _in("awaiting_confirm", after)
    assert set(runs.values()) == {1}
    assert {request["request_id"] for request in _in("completed", after)} <= set(runs)


class _Executioner:
    """Kills the server when so many events were told, whatever it is doing for the others."""

    def __init__(self, server: Server, events: int) -> None:
        self._server = server
        self._left = events
        self._lock = threading.Lock()

    def count(self, _event: Event) -> None:
        with self._lock:
            self._left -= 1
            if self._left == 0:
                self._server.process.send_signal(signal.SIGKILL)


def _ask_until_killed(server: Server, token: str, events: int) -> None:
    executioner = _Executioner(server, events)
    with ThreadPoolExecutor(QUESTIONS) as pool:
        for _ in range(QUESTIONS):
            pool.submit(_ask, server, token, executioner)
    server.process.kill()


def _kill_while_one_runs_and_one_waits(server: Server, token: str) -> None:
    """What chance may have left out."""
    with Asker.with_token(server, token) as owner:
        owner.ask(QUESTION)
        with owner.confirming(owner.ask(QUESTION), edited_sql=SLOW) as events:
            assert next(events)["status"] == "executing"
            server.process.kill()


def _ask(server: Server, token: str, executioner: _Executioner) -> None:
    with suppress(httpx.HTTPError), Asker.with_token(server, token) as owner:
        told = []
        with owner.asking(QUESTION) as events:
            for event in events:
                told.append(event)
                executioner.count(event)
        with owner.confirming(told) as events:
            for event in events:
                executioner.count(event)


def _requests(owner: Asker) -> Iterator[dict[str, Any]]:
    for session in owner.get("/api/sessions", limit=100):
        for request in owner.get(f"/api/sessions/{session['session_id']}")["requests"]:
            yield {**request, "session_id": session["session_id"]}


def _in(status: str, requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [request for request in requests if request["status"] == status]


def _approved(owner: Asker, request: dict[str, Any]) -> bool:
    decision = {"session_id": request["session_id"], "query_id": request["confirm"]["query_id"], "approved": True}
    return bool(owner.client.post("/api/chat/confirm", json=decision).raise_for_status().json()["success"])


def test_nobody_listens_when_a_server_of_several_processes_was_killed(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "2") as server:
        with server.visitor() as visitor:
            visitor.get("/api/health").raise_for_status()
        server.process.kill()
        wait_until(lambda: _refuses(server))


def _refuses(server: Server) -> bool:
    try:
        httpx.get(f"{server.url}/api/health", trust_env=False, timeout=5)
    except httpx.ConnectError:
        return True
    except httpx.HTTPError:
        return False
    return False
