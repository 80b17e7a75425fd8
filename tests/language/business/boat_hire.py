"""A boat hire's database in SQLite: cents, a flag, a status, dates as dd.mm.yyyy, names in two columns."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

__all__ = ["build_boat_hire"]

_TABLES = """
CREATE TABLE members (
    id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, town TEXT, is_active INTEGER, joined_on TEXT
);
CREATE TABLE boats (id INTEGER PRIMARY KEY, name TEXT, boat_type TEXT, price_cents INTEGER);
CREATE TABLE hires (
    id INTEGER PRIMARY KEY,
    member_id INTEGER REFERENCES members (id),
    boat_id INTEGER REFERENCES boats (id),
    hired_on TEXT,
    status TEXT,
    amount_cents INTEGER
);
"""

_MEMBERS = [
    (1, "Ada", "Park", "Lindau", 1, "03.02.2023"),
    (2, "Bo", "Stein", "Lindau", 1, "17.05.2023"),
    (3, "Cy", "Moor", "Bregenz", 0, "09.01.2024"),
    (4, "Dee", "Falk", "Konstanz", 1, "21.06.2024"),
    (5, "Eve", "Brand", "Bregenz", 0, "30.03.2025"),
]
_BOATS = [
    (1, "Seagull", "canoe", 2500),
    (2, "Heron", "canoe", 3000),
    (3, "Kestrel", "dinghy", 8000),
    (4, "Osprey", "yacht", 45000),
]
_HIRES = [
    (1, 1, 1, "2024-03-05", "completed", 2500),
    (2, 1, 3, "2024-05-11", "completed", 8000),
    (3, 2, 3, "2024-07-02", "open", 8000),
    (4, 3, 2, "2024-11-20", "completed", 3000),
    (5, 1, 3, "2025-01-15", "completed", 16000),
    (6, 2, 2, "2025-02-14", "open", 3000),
    (7, 4, 3, "2025-02-20", "completed", 8000),
    (8, 1, 2, "2025-06-30", "completed", 6000),
]


def build_boat_hire(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(_TABLES)
        connection.executemany("INSERT INTO members VALUES (?, ?, ?, ?, ?, ?)", _MEMBERS)
        connection.executemany("INSERT INTO boats VALUES (?, ?, ?, ?)", _BOATS)
        connection.executemany("INSERT INTO hires VALUES (?, ?, ?, ?, ?, ?)", _HIRES)
