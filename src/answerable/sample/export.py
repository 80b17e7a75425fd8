"""The shop as files: SQLite, CSV, Parquet."""

from __future__ import annotations

import csv
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

from answerable.kernel.workspace import write_atomically
from answerable.sample.arrow import arrow_table
from answerable.sample.layout import LAYOUT
from answerable.sample.load import insert_into
from answerable.sample.shop import EDITION, tables

__all__ = ["KNOWLEDGE", "ensure", "write_csv", "write_parquet", "write_sqlite"]

KNOWLEDGE = Path(__file__).parent / "knowledge"
"""What the shop knows of itself: a metric, a verified query, a rule and a learning."""


def ensure(workspace: Path) -> Path:
    """The shop as `<workspace>/sample/shop.db`, written when it is missing, damaged or of another edition; beside it
    what the shop knows of itself.

    It appears whole or not at all, also when several processes ask at once."""
    path = workspace / "sample" / "shop.db"
    if not _is_current(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_knowledge(path.parent / KNOWLEDGE.name)
        with tempfile.TemporaryDirectory(dir=path.parent) as draft:
            write_sqlite(Path(draft) / path.name).replace(path)
    return path


def _write_knowledge(folder: Path) -> None:
    """A file that is there whole is left alone: somebody may be reading it."""
    for file in KNOWLEDGE.rglob("*.yaml"):
        target = folder / file.relative_to(KNOWLEDGE)
        if not target.is_file() or target.read_bytes() != file.read_bytes():
            target.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(target, file.read_bytes())


def _is_current(path: Path) -> bool:
    if not path.is_file():
        return False
    try:
        with closing(sqlite3.connect(path)) as connection:
            return bool(connection.execute("PRAGMA user_version").fetchone() == (EDITION,))
    except sqlite3.DatabaseError:
        return False


def write_sqlite(path: Path) -> Path:
    """Write a new SQLite file; whatever was at `path` is replaced."""
    path.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        insert_into(connection, "sqlite")
        connection.execute(f"PRAGMA user_version = {EDITION}")
    return path


def write_csv(folder: Path) -> Path:
    """One UTF-8 file a table, with a header; NULL is an empty field."""
    folder.mkdir(parents=True, exist_ok=True)
    for table in LAYOUT:
        with (folder / f"{table.name}.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(table.column_names)
            writer.writerows(tables()[table.name])
    return folder


def write_parquet(folder: Path) -> Path:
    """One file a table, with exact types."""
    import pyarrow.parquet as pq

    folder.mkdir(parents=True, exist_ok=True)
    for table in LAYOUT:
        pq.write_table(arrow_table(table, tables()[table.name]), folder / f"{table.name}.parquet")
    return folder
