"""A parcel service's database in SQLite: two keys to one table of hubs, a rider that not every parcel has, a day on
which each was due, and towns of two kinds of parents."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

__all__ = ["build_parcel_run"]

_TABLES = """
CREATE TABLE regions (region_id INTEGER PRIMARY KEY, region_name TEXT);
CREATE TABLE hubs (
    hub_id INTEGER PRIMARY KEY, hub_name TEXT, region_id INTEGER REFERENCES regions (region_id), year_built INTEGER
);
CREATE TABLE senders (
    sender_id INTEGER PRIMARY KEY, sender_name TEXT, region_id INTEGER REFERENCES regions (region_id)
);
CREATE TABLE riders (rider_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, birth_date TEXT, hired_on TEXT);
CREATE TABLE parcels (
    parcel_id INTEGER PRIMARY KEY,
    sender_id INTEGER NOT NULL REFERENCES senders (sender_id),
    from_hub INTEGER NOT NULL REFERENCES hubs (hub_id),
    to_hub INTEGER NOT NULL REFERENCES hubs (hub_id),
    rider_id INTEGER REFERENCES riders (rider_id),
    posted_on TEXT,
    due_on TEXT,
    delivered_on TEXT
);
"""
_ROWS: dict[str, Sequence[tuple[object, ...]]] = {
    "regions": [(1, "Coast"), (2, "Hills"), (3, "Lakes")],
    "hubs": [(1, "Ardal", 1, 1998), (2, "Brenna", 2, 2011), (3, "Corvo", 3, 1987)],
    "senders": [(1, "Tinsel Shop", 2), (2, "Moss Books", 3), (3, "Ink and Co", 2)],
    "riders": [
        (1, "Lena", "Voss", "1991-04-02", "2020-01-01"),
        (2, "Otto", "Brask", "1968-11-23", "2023-03-15"),
        (3, "Pia", "Rem", "2001-07-30", "2019-06-01"),
    ],
    "parcels": [
        (1, 1, 1, 2, 1, "2025-03-01", "2025-03-05", "2025-03-04"),
        (2, 1, 2, 1, None, "2025-03-02", "2025-03-06", "2025-03-09"),
        (3, 2, 1, 3, 2, "2025-03-03", "2025-03-07", "2025-03-07"),
        (4, 2, 3, 1, 2, "2025-03-08", "2025-03-12", "2025-03-15"),
        (5, 3, 1, 2, None, "2025-03-09", "2025-03-13", None),
        (6, 3, 2, 3, 1, "2025-03-10", "2025-03-14", "2025-03-13"),
    ],
}


def build_parcel_run(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(_TABLES)
        for table, rows in _ROWS.items():
            connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)
