"""A pottery studio's database in SQLite: order lines with quantity, price and discount, cancelled orders, test
accounts, codes as keys, dates that are missing until something happens, staff who have left."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

__all__ = ["build_kiln_studio"]

_TABLES = """
CREATE TABLE clients (
    client_id INTEGER PRIMARY KEY, client_name TEXT, town TEXT, is_test INTEGER
);
CREATE TABLE potters (
    potter_id INTEGER PRIMARY KEY, first_name TEXT, last_name TEXT, hired_on TEXT, left_on TEXT
);
CREATE TABLE orders (
    order_no TEXT PRIMARY KEY,
    client_id INTEGER REFERENCES clients (client_id),
    potter_id INTEGER REFERENCES potters (potter_id),
    ordered_on TEXT,
    paid_on TEXT,
    cancelled_on TEXT,
    status TEXT
);
CREATE TABLE order_lines (
    line_id INTEGER PRIMARY KEY,
    order_no TEXT REFERENCES orders (order_no),
    piece TEXT,
    quantity INTEGER,
    unit_price REAL,
    discount_pct INTEGER
);
"""
_CLIENTS = [(1, "Aalto Kitchens", "Turku", 0), (2, "Birch Cafe", "Oulu", 0), (3, "Test Account", "Turku", 1)]
_POTTERS = [
    (1, "Ines", "Moor", "2021-02-01", None),
    (2, "Jonas", "Reed", "2022-06-15", "2025-03-31"),
    (3, "Kaia", "Lund", "2024-09-01", None),
]
_ORDERS = [
    ("KS-1001", 1, 1, "2025-01-10", "2025-01-20", None, "shipped"),
    ("KS-1002", 2, 1, "2025-02-05", None, None, "open"),
    ("KS-1003", 1, 2, "2025-02-20", "2025-03-15", None, "shipped"),
    ("KS-1004", 2, 2, "2025-03-12", None, "2025-04-03", "cancelled"),
    ("KS-1005", 3, 3, "2025-04-01", "2025-04-02", None, "shipped"),
    ("KS-1006", 2, 3, "2025-05-09", "2025-06-01", None, "shipped"),
]
_LINES = [
    (1, "KS-1001", "bowl", 10, 20.0, 0),
    (2, "KS-1001", "mug", 4, 15.0, 50),
    (3, "KS-1002", "vase", 2, 80.0, 0),
    (4, "KS-1003", "bowl", 5, 20.0, 10),
    (5, "KS-1004", "vase", 9, 80.0, 0),
    (6, "KS-1005", "mug", 100, 15.0, 0),
    (7, "KS-1006", "plate", 6, 12.5, 0),
]


def build_kiln_studio(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript(_TABLES)
        connection.executemany("INSERT INTO clients VALUES (?, ?, ?, ?)", _CLIENTS)
        connection.executemany("INSERT INTO potters VALUES (?, ?, ?, ?, ?)", _POTTERS)
        connection.executemany("INSERT INTO orders VALUES (?, ?, ?, ?, ?, ?, ?)", _ORDERS)
        connection.executemany("INSERT INTO order_lines VALUES (?, ?, ?, ?, ?, ?)", _LINES)
