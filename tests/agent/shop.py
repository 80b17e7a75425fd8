"""A small shop in a SQLite file, and run contexts over it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from answerable.agent.context.open_context import open_run_context
from answerable.agent.context.run_context import RunContext
from answerable.agent.events import Event
from answerable.kernel.clarification import Clarification
from answerable.kernel.messages import verbatim
from answerable.kernel.schema import DatabaseSchema
from answerable.kernel.settings import Settings
from answerable.language import Candidate, Context, Translation
from answerable.language.translation import CodedClarification, CodedReading

__all__ = ["ENDLESS", "TODAY", "Fixed", "all_events", "kinds", "make_shop", "shop_context"]

TODAY = date(2026, 11, 15)
ENDLESS = "SELECT COUNT(*) AS c FROM ticks a JOIN ticks b ON a.day = b.day JOIN ticks c ON b.day = c.day"
"""Allowed, and busy for hours."""


def make_shop(folder: Path) -> Path:
    path = folder / "shop.db"
    with sqlite3.connect(path) as connection:
        connection.executescript(
            """CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, country TEXT);
            CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers (id),
                                 status TEXT, amount INTEGER, ordered_on DATE);
            INSERT INTO customers VALUES (1, 'Ann', 'Germany'), (2, 'Bob', 'France'), (3, 'Cat', 'Germany');
            INSERT INTO orders VALUES (1, 1, 'active', 10, '2025-01-01'), (2, 1, 'closed', 25, '2025-02-01'),
                                      (3, 2, 'active', 7, '2025-02-03'), (4, 3, 'closed', 41, '2025-03-09');
            CREATE TABLE ticks (id INTEGER PRIMARY KEY, day DATE);
            INSERT INTO ticks VALUES (30000, '2025-01-01'), (30001, '2025-01-01');"""
        )
        connection.executemany("INSERT INTO ticks VALUES (?, '2020-01-01')", ((n,) for n in range(20_000)))
    connection.close()
    return path


class Fixed:
    """A translator that gives what it was made with, whatever is asked; it remembers the schemas it was asked over."""

    def __init__(
        self, *sqls: str, path: str = "embedded", clarification: Clarification | None = None, **more: Any
    ) -> None:
        candidates = tuple(Candidate(sql, 0.9) for sql in sqls)
        self._given = Translation(candidates, path, _coded(clarification), **more)
        self.over: list[DatabaseSchema] = []

    def translate(self, question: str, schema: DatabaseSchema, context: Context) -> Translation:
        self.over.append(schema)
        return self._given


def _coded(asked: Clarification | None) -> CodedClarification | None:
    if asked is None:
        return None
    readings = tuple(CodedReading(verbatim(one.text), one.sql) for one in asked.readings)
    return CodedClarification(verbatim(asked.question), readings)


@contextmanager
def shop_context(folder: Path, confirm: str = "never", **changes: Any) -> Iterator[RunContext]:
    settings = Settings(confirm=confirm, **changes.pop("settings", {}))
    with open_run_context([str(folder / "shop.db")], settings, folder=folder, today=TODAY) as run_context:
        yield replace(run_context, **changes)


def all_events(run: Callable[..., Event], *arguments: Any, **given: Any) -> list[Event]:
    """Everything that a run sends, and what it ends with."""
    events: list[Event] = []
    ending = run(*arguments, **given, listen=events.append)
    return [*events, ending]


def kinds(events: list[Event]) -> list[str]:
    return [type(event).__name__ for event in events]
