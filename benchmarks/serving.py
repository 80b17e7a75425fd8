"""`python -m benchmarks.serving [CONVERSATIONS]`: many conversations at once with `answerable serve --workers 2`.

Each has its own person with a token and four turns, among them a follow-up that only its own session can answer. Every
fifth person is in a project that needs no approval of cheap queries; the others approve each query, as on the page. An
answer is held to what SQLite itself says to a query written by hand.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import httpx
from tests.sources.servers import postgres_from_wheel
from tests.web.serving import serving

from answerable import sample
from benchmarks.processes import Watch

CONVERSATIONS = 100
WARM_UP = 8
_PEOPLE = Path(__file__).with_name("serving_people.py")
_CITIES = ("Seoul", "Berlin", "London", "Paris", "Toronto", "Sydney", "Dublin", "Hamburg", "Denver", "Busan", "Lyon")


@dataclass(frozen=True)
class Turn:
    question: str
    truth: str
    """SQL for what must come out."""


@dataclass
class Tally:
    seconds: list[float] = field(default_factory=list)
    """From the question to its result, approval included."""
    calls: int = 0
    wrong: list[str] = field(default_factory=list)


def main(conversations: int = CONVERSATIONS) -> None:
    print("conversations in SQLite")
    _measure(conversations)
    with postgres_from_wheel() as server:
        print("\nconversations in PostgreSQL")
        _measure(conversations, server.url(server.new_database()))


def _measure(conversations: int, database: str = "") -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sample.write_sqlite(folder / "shop.db")
        (folder / "answerable.toml").write_text(f'asks_per_minute = 600\ndatabase = "{database}"\n')
        with serving(folder, "--source", "shop.db", "--workers", "2") as server:
            tokens = _tokens(folder, conversations)
            asyncio.run(_load(server.url, folder, tokens[:WARM_UP]))
            with Watch(server.process.pid) as watch:
                began = time.monotonic()
                tally = asyncio.run(_load(server.url, folder, tokens))
                spent = time.monotonic() - began
        _report(tally, spent, watch)
        print(f"left behind: {_checkpoints(folder, database)} checkpoints, {len(watch.still_running())} processes")
        log = folder / ".answerable" / "logs" / "errors.log"
        print(f"errors logged: {log.read_text()[-2_000:] if log.exists() else 'none'}")


def turns(number: int) -> list[Turn]:
    first, second = _month(number), _month(7 * number + 3)
    city = _CITIES[number % len(_CITIES)]
    revenue, orders = f"FROM orders WHERE {_within(first)}", f"FROM orders WHERE {_within(second)}"
    return [
        Turn(f"total revenue in {first:%B %Y}", f"SELECT round(sum(revenue), 2) {revenue}"),
        Turn("and by channel?", f"SELECT channel, round(sum(revenue), 2) {revenue} GROUP BY 1"),
        Turn(f"how many orders were placed in {second:%B %Y}?", f"SELECT count(*) {orders}"),
        Turn(f"how many customers are in {city}?", f"SELECT count(*) FROM customers WHERE city = '{city}'"),
    ]


def _month(number: int) -> date:
    return date(2022 + number % 56 // 12, 1 + number % 56 % 12, 1)


def _within(month: date) -> str:
    return f"strftime('%Y-%m', order_date) = '{month:%Y-%m}'"


def _tokens(folder: Path, count: int) -> list[str]:
    command = [sys.executable, str(_PEOPLE), str(count)]
    environ = {name: value for name, value in os.environ.items() if not name.startswith("ANSWERABLE_")}
    done = subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, check=True)
    return done.stdout.split()


async def _load(url: str, folder: Path, tokens: list[str]) -> Tally:
    tally = Tally()
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
    async with httpx.AsyncClient(base_url=url, timeout=300, trust_env=False, limits=limits) as client:
        people = [Person(client, token, folder, tally) for token in tokens]
        await asyncio.gather(*(person.converse(turns(number)) for number, person in enumerate(people)))
    return tally


@dataclass
class Person:
    client: httpx.AsyncClient
    token: str
    folder: Path
    tally: Tally
    session: str = ""

    async def converse(self, conversation: list[Turn]) -> None:
        for turn in conversation:
            began = time.monotonic()
            problem = self._problem(turn, await self._asked(turn))
            self.tally.seconds.append(time.monotonic() - began)
            if problem:
                self.tally.wrong.append(f"{turn.question}: {problem}")

    async def _asked(self, turn: Turn) -> dict[str, Any]:
        """The event that ended it."""
        body = {"message": turn.question, **({"session_id": self.session} if self.session else {})}
        told = [event async for event in self._stream("/api/chat", body)]
        named = {event["type"]: event for event in told}
        if not self.session and "session" in named:
            self.session = named["session"]["session_id"]
        if "session" in named and named["session"]["session_id"] != self.session:
            return {"type": "error", "error": "it was answered in another session"}
        if "confirm_required" in named:
            query = named["confirm_required"]["query_id"]
            decision = {"session_id": self.session, "query_id": query, "approved": True}
            named = {event["type"]: event async for event in self._stream("/api/chat/confirm", decision)}
        return named.get("result") or named.get("error") or {"type": "error", "error": list(named)}

    async def _stream(self, path: str, body: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
        headers = {"Authorization": f"Bearer {self.token}", "Accept": "text/event-stream"}
        self.tally.calls += 1
        async with self.client.stream("POST", path, json=body, headers=headers) as answer:
            if answer.status_code != 200:
                yield {"type": "error", "error": f"{answer.status_code} {(await answer.aread()).decode()}"}
                return
            async for line in answer.aiter_lines():
                if line.startswith("data: "):
                    yield json.loads(line.removeprefix("data: "), parse_float=Decimal)

    def _problem(self, turn: Turn, ending: dict[str, Any]) -> str:
        if ending["type"] != "result":
            return str(ending["error"])
        got = sorted(tuple(map(_value, row.values())) for row in ending["data"]["rows"])
        return "" if got == _truth(self.folder, turn.truth) else f"{got} by {ending['sql']}"


def _truth(folder: Path, sql: str) -> list[tuple[Any, ...]]:
    import sqlite3

    connection = sqlite3.connect(folder / "shop.db")
    rows = sorted(tuple(map(_value, row)) for row in connection.execute(sql))
    connection.close()
    return rows


def _value(cell: Any) -> Any:
    return cell if isinstance(cell, str) else round(float(cell), 2)


def _report(tally: Tally, spent: float, watch: Watch) -> None:
    p50, p95 = statistics.median(tally.seconds), statistics.quantiles(tally.seconds, n=20)[-1]
    asked = len(tally.seconds)
    print(f"{asked} questions, {tally.calls} requests in {spent:.1f} s; wrong or failed: {len(tally.wrong)}")
    print(f"to the result p50 {p50:.2f} s, p95 {p95:.2f} s; {tally.calls / spent:.1f} requests/s")
    print(f"server's CPU a question {1000 * watch.cpu_seconds / asked:.0f} ms, {watch.cpu_seconds / spent:.2f} cores")
    print(f"memory at most {watch.most_mb:.0f} MB in {watch.most_processes} processes, {watch.most_threads} threads")
    print(*tally.wrong[:5], sep="\n")


def _checkpoints(folder: Path, database: str) -> int:
    """Of runs that wait; nobody waits any more."""
    import sqlite3

    import psycopg

    count = "SELECT count(*) FROM checkpoints"
    store = psycopg.connect(database) if database else sqlite3.connect(folder / ".answerable" / "checkpoints.db")
    found = store.execute(count).fetchone()
    store.close()
    return int(found[0]) if found else 0


if __name__ == "__main__":
    main(*(int(given) for given in sys.argv[1:]))
