"""A baking fair's database in SQLite: kinds of cake, who did what for each cake (a bridge with duties), marks of the
judges, sales at stalls, bakers who have left."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

__all__ = ["build_bake_fair"]

_TABLES = """
CREATE TABLE bakers (
    baker_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, town TEXT, phone TEXT, joined_on TEXT, left_on TEXT
);
CREATE TABLE cakes (
    cake_id INTEGER PRIMARY KEY, cake_name TEXT, kind TEXT, price REAL, slices INTEGER, oven_minutes INTEGER
);
CREATE TABLE cake_duties (
    cake_id INTEGER REFERENCES cakes (cake_id), baker_id INTEGER REFERENCES bakers (baker_id), duty TEXT,
    PRIMARY KEY (cake_id, baker_id, duty)
);
CREATE TABLE stalls (stall_id INTEGER PRIMARY KEY, stall_name TEXT, town TEXT, rent REAL);
CREATE TABLE marks (
    mark_id INTEGER PRIMARY KEY, cake_id INTEGER REFERENCES cakes (cake_id), score INTEGER, given_on TEXT
);
CREATE TABLE sales (
    sale_id INTEGER PRIMARY KEY,
    cake_id INTEGER REFERENCES cakes (cake_id),
    stall_id INTEGER REFERENCES stalls (stall_id),
    sold_on TEXT,
    pieces INTEGER,
    amount REAL
);
"""
_BAKERS = [
    (1, "Oda", "Brandt", "Bergen", "555-0101", "2021-03-01", None),
    (2, "Ivo", "Keller", "Bergen", "555-0102", "2022-05-15", "2025-04-30"),
    (3, "Mina", "Sorel", "Lier", "555-0103", "2023-01-10", None),
    (4, "Tove", "Ahlund", "Lier", "555-0104", "2023-08-20", "2025-06-15"),
]
_CAKES = [
    (1, "Lemon Slip", "Tart", 24.0, 8, 40),
    (2, "Dark Harbour", "Sponge", 32.0, 12, 55),
    (3, "Plum Crown", "Tart", 28.0, 10, 45),
    (4, "Rye Hill", "Loaf", 9.0, 16, 70),
    (5, "Almond Ring", "Sponge", 36.0, 14, 50),
    (6, "Fig Tower", "Tart", 41.0, 10, 35),
]
_DUTIES = [
    (1, 1, "Baker"), (1, 3, "Decorator"), (2, 1, "Baker"), (2, 2, "Decorator"), (3, 3, "Baker"), (3, 2, "Decorator"),
    (4, 4, "Baker"), (5, 1, "Baker"), (5, 4, "Decorator"), (5, 3, "Decorator"), (6, 2, "Baker"),
]  # fmt: skip
_STALLS = [(1, "Quay", "Bergen", 300.0), (2, "Old Mill", "Lier", 200.0), (3, "Station", "Moss", 150.0)]
_MARKS = [
    (1, 1, 5, "2025-05-01"), (2, 1, 5, "2025-05-02"), (3, 2, 3, "2025-05-01"), (4, 2, 4, "2025-05-03"),
    (5, 2, 5, "2025-05-04"), (6, 3, 2, "2025-05-01"), (7, 3, 3, "2025-05-02"), (8, 3, 2, "2025-05-03"),
    (9, 5, 4, "2025-05-02"), (10, 5, 5, "2025-05-03"), (11, 5, 5, "2025-05-05"), (12, 4, 1, "2025-05-05"),
]  # fmt: skip
_SALES = [
    (1, 1, 1, "2025-05-01", 4, 12.0), (2, 1, 1, "2025-05-02", 2, 6.0), (3, 2, 1, "2025-05-02", 6, 18.0),
    (4, 2, 2, "2025-06-01", 3, 9.0), (5, 3, 2, "2025-06-01", 5, 15.0), (6, 4, 2, "2025-06-02", 8, 8.0),
    (7, 5, 1, "2025-06-03", 10, 35.0), (8, 5, 2, "2025-06-03", 1, 3.5),
]  # fmt: skip
_ROWS: dict[str, Sequence[tuple[object, ...]]] = {
    "bakers": _BAKERS, "cakes": _CAKES, "cake_duties": _DUTIES, "stalls": _STALLS, "marks": _MARKS, "sales": _SALES,
}  # fmt: skip


def build_bake_fair(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(_TABLES)
        for table, rows in _ROWS.items():
            connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * len(rows[0]))})", rows)
