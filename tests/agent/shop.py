"""A small shop in a SQLite file, and desks over it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from answerable.agent.desk import Desk
from answerable.agent.events import Event
from answerable.agent.opening import open_desk
from answerable.language import Candidate, Context, Translation
from answerable.schema import DatabaseSchema
from answerable.settings import Settings

__all__ = ["ENDLESS", "TODAY", "Fixed", "kinds", "make_shop", "shop_desk"]

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

    def __init__(self, *sqls: str, path: str = "embedded", **more: Any) -> None:
        self._given = Translation(tuple(Candidate(sql, 0.9) for sql in sqls), path, **more)
        self.over: list[DatabaseSchema] = []

    def translate(self, question: str, schema: DatabaseSchema, context: Context) -> Translation:
        self.over.append(schema)
        return self._given


@contextmanager
def shop_desk(folder: Path, confirm: str = "never", **changes: Any) -> Iterator[Desk]:
    settings = Settings(confirm=confirm, **changes.pop("settings", {}))
    with open_desk([str(folder / "shop.db")], settings, folder=folder, today=TODAY) as desk:
        yield replace(desk, **changes)


def kinds(events: list[Event]) -> list[str]:
    return [type(event).__name__ for event in events]
