"""`python -m benchmarks.semantics_speed [TABLES…] [--profile]`: CPU seconds to build, keep and load a semantic model.

Makes a SQLite database of so many tables (20 and 1,000 unless told), reads its schema as a source does, and builds the
model three times; the least counts. Then a cache keeps the model, and a second one loads it from its file.
"""

from __future__ import annotations

import cProfile
import pstats
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from answerable.agent.context.semantic_model_cache import SemanticModelCache
from answerable.kernel.schema import DatabaseSchema
from answerable.semantics import build_semantics
from benchmarks.semantics import read_schema

_WHOSE = (
    *("customer", "supplier", "branch", "vehicle", "employee", "project", "patient", "machine", "warehouse", "course"),
    *("member", "tenant", "flight", "garden", "recipe", "ticket", "contract", "device", "parcel", "boat"),
    *("hotel", "route", "clinic", "farm", "studio", "library", "museum", "theatre", "bakery", "school"),
    *("harbour", "kitchen", "office", "plant", "team"),
)
_WHAT = (
    *("order", "invoice", "payment", "visit", "review", "booking", "shipment", "inspection", "repair", "delivery"),
    *("profile", "address", "price", "category", "status", "note", "document", "shift", "budget", "target"),
    *("return", "refund", "meeting", "message", "incident", "lease", "claim", "permit", "test_result", "audit_log"),
)
_ROWS = 40
_Made = TypeVar("_Made")


def main(arguments: list[str]) -> None:
    for tables in [int(one) for one in arguments if one.isdigit()] or [20, 1_000]:
        with tempfile.TemporaryDirectory() as folder:
            schema = measure(tables, Path(folder))
        if "--profile" in arguments:
            _print_profile(schema)


def measure(tables: int, folder: Path) -> DatabaseSchema:
    path, cache = folder / "made.sqlite", SemanticModelCache(folder / "models")
    make_database(path, tables)
    schema, reading = _timed(lambda: read_schema(path))
    building = min(_timed(lambda: build_semantics(schema))[1] for _ in range(3))
    model = cache.model(schema)
    loading = min(_timed(lambda: cache.model(schema))[1] for _ in range(3))
    size = sum(file.stat().st_size for file in cache.folder.iterdir())
    print(
        f"{tables:5} tables: schema {reading:.2f} s, model {building:.2f} s, from the cache {loading:.2f} s CPU;"
        f" {len(model.relationships)} relationships, {size / 1e6:.1f} MB"
    )
    return schema


def make_database(path: Path, tables: int) -> None:
    """Nouns in pairs; each table points to two or three others, none of which is declared."""
    names = [f"{whose}_{what}" for what in _WHAT for whose in _WHOSE][:tables]
    with sqlite3.connect(path) as connection:
        for number, name in enumerate(names):
            _make_table(connection, number, name, names)
    connection.close()


def _make_table(connection: sqlite3.Connection, number: int, name: str, names: list[str]) -> None:
    others = sorted({names[(number * 7 + 3) % len(names)], names[(number * 11 + 5) % len(names)]})
    columns = {
        f"{name}_id": "INTEGER PRIMARY KEY",
        "name" if number % 2 else "reference_no": "TEXT",
        **{f"{other}_id": "INTEGER" for other in others if other != name},
        "created_by": "INTEGER",
        "created_at": "TEXT",
        "due_date": "TEXT",
        "status": "TEXT",
        "amount_cents": "INTEGER",
        "quantity": "INTEGER",
        "is_active": "INTEGER",
        "city": "TEXT",
    }
    connection.execute(f'CREATE TABLE "{name}" ({", ".join(f"{column} {kind}" for column, kind in columns.items())})')
    places = ", ".join("?" * len(columns))
    connection.executemany(f'INSERT INTO "{name}" VALUES ({places})', [_row(row, columns) for row in range(_ROWS)])


def _row(row: int, columns: dict[str, str]) -> list[Any]:
    fixed = {
        "name": f"Name {row}",
        "reference_no": f"R-{row:04d}",
        "created_at": f"2025-{1 + row % 12:02d}-{1 + row % 28:02d} 10:00:00",
        "due_date": f"2025-{1 + row % 12:02d}-15",
        "status": ("open", "paid", "cancelled")[row % 3],
        "amount_cents": 1_000 + 37 * row,
        "quantity": 1 + row % 9,
        "is_active": row % 2,
        "city": ("Rome", "Oslo", "Bonn")[row % 3],
    }
    return [fixed.get(column, 1 + row) for column in columns]


def _timed(do: Callable[[], _Made]) -> tuple[_Made, float]:
    started = time.process_time()
    done = do()
    return done, time.process_time() - started


def _print_profile(schema: DatabaseSchema) -> None:
    profile = cProfile.Profile()
    profile.runcall(build_semantics, schema)
    pstats.Stats(profile).sort_stats("cumulative").print_stats(35)


if __name__ == "__main__":
    main(sys.argv[1:])
