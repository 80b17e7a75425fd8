"""The same approval given to two servers over one store at the same moment, round after round."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from answerable import sample
from answerable.audit import verify_log
from tests.waiting import PATIENCE
from tests.web.asking import Asker, Event, one, owners_token
from tests.web.serving import serving

__all__ = ["Outcome", "race", "runs_of"]

QUESTION = "how many customers are there?"


@dataclass(frozen=True)
class Outcome:
    """Of all rounds."""

    answered: int
    """Approvals that were given a result."""
    too_late: int
    """Approvals that were told, in plain words, that somebody was first."""
    others: tuple[str, ...]
    """Whatever else was said."""
    runs: Counter[str]
    """Request → how often its query ran, by the audit trail."""


def race(folder: Path, rounds: int, database: str = "") -> Outcome:
    """Two `answerable serve` in one folder; both are asked to run each query."""
    sample.write_sqlite(folder / "shop.db")
    (folder / "answerable.toml").write_text(f'asks_per_minute = 600\ndatabase = "{database}"\n')
    with _two_servers(folder) as (first, second):
        waiting = [first.ask(QUESTION) for _ in range(rounds)]
        replies = [reply for told in waiting for reply in _both(first, second, told)]
    runs = runs_of(folder / ".answerable" / "logs" / "data_agent_runs.jsonl")
    said = [_said(reply) for reply in replies]
    odd = tuple(text for text in said if text not in ("answered", "too late"))
    asked = {one(told, "session")["request_id"] for told in waiting}
    assert len(asked) == rounds and set(runs) <= asked
    return Outcome(said.count("answered"), said.count("too late"), odd, runs)


def runs_of(log: Path) -> Counter[str]:
    """Request → how often SQL ran for it. The chain of the log is whole."""
    checked = verify_log(log)
    assert checked.ok, checked
    entries = [json.loads(line) for line in log.read_text().splitlines()]
    called = [entry for entry in entries if entry["event_type"] == "tool_called"]
    return Counter(entry["request_id"] for entry in called if entry["event_data"]["tool_name"] == "sql.run")


@contextmanager
def _two_servers(folder: Path) -> Iterator[tuple[Asker, Asker]]:
    with serving(folder, "--source", "shop.db") as one_server, serving(folder) as other:
        token = owners_token(one_server)
        with Asker.with_token(one_server, token) as first, Asker.with_token(other, token) as second:
            yield first, second


def _both(first: Asker, second: Asker, told: list[Event]) -> list[httpx.Response]:
    start = threading.Barrier(2)
    decision = Asker.decision(told, approved=True)
    with ThreadPoolExecutor(2) as pool:
        asked = [pool.submit(_approve, asker.client, decision, start) for asker in (first, second)]
        return [each.result() for each in asked]


def _approve(client: httpx.Client, decision: dict[str, Any], start: threading.Barrier) -> httpx.Response:
    start.wait(PATIENCE)
    return client.post("/api/chat/confirm", json=decision)


def _said(reply: httpx.Response) -> str:
    if reply.status_code == 200 and reply.json()["success"]:
        return "answered"
    if reply.status_code == 409 and reply.json()["error"]["message"] == "This query was already approved.":
        return "too late"
    return f"{reply.status_code} {reply.text}"
