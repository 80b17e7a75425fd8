"""A language school's database: people who report to people, two dates a row, a channel, several years."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import duckdb

__all__ = ["build_language_school"]

_TABLES = """
CREATE TABLE teachers (
    id INTEGER PRIMARY KEY, first_name VARCHAR, last_name VARCHAR, manager_id INTEGER REFERENCES teachers (id)
);
CREATE TABLE courses (
    id INTEGER PRIMARY KEY, title VARCHAR, level VARCHAR, seats INTEGER, teacher_id INTEGER REFERENCES teachers (id)
);
CREATE TABLE students (id INTEGER PRIMARY KEY, first_name VARCHAR, last_name VARCHAR, city VARCHAR);
CREATE TABLE enrolments (
    id INTEGER PRIMARY KEY,
    student_id INTEGER REFERENCES students (id),
    course_id INTEGER REFERENCES courses (id),
    enrolled_on DATE,
    finished_on DATE,
    channel VARCHAR,
    fee DECIMAL(8, 2)
);
"""

_ROWS: dict[str, list[tuple[object, ...]]] = {
    "teachers": [(1, "Ines", "Kowal", None), (2, "Marek", "Lund", 1), (3, "Tova", "Reyes", 1), (4, "Ugo", "Silva", 2)],
    "courses": [
        (1, "Spanish evening", "beginner", 12, 3),
        (2, "Polish intensive", "advanced", 8, 1),
        (3, "Danish online", "beginner", 20, 2),
        (4, "Latin circle", "advanced", 6, 2),
    ],
    "students": [
        (1, "Ana", "Beck", "Riga"),
        (2, "Bor", "Cole", "Riga"),
        (3, "Cem", "Dahl", "Oslo"),
        (4, "Dag", "Evans", "Oslo"),
        (5, "Eda", "Frei", "Bern"),
    ],
    "enrolments": [
        (1, 1, 1, "2024-01-10", "2024-01-20", "web", 100),
        (2, 1, 2, "2024-03-05", "2024-03-25", "web", 200),
        (3, 2, 1, "2024-12-03", "2024-12-13", "desk", 100),
        (4, 3, 3, "2025-01-15", "2025-02-14", "desk", 150),
        (5, 1, 3, "2025-02-01", "2025-02-11", "web", 150),
        (6, 4, 2, "2025-02-20", "2025-03-12", "phone", 300),
        (7, 3, 1, "2025-07-01", None, "phone", 100),
        (8, 2, 2, "2025-08-09", None, "web", 250),
    ],
}


def build_language_school(path: Path) -> None:
    """In DuckDB where the file is called so, else in SQLite."""
    opened = duckdb.connect(str(path)) if path.suffix == ".duckdb" else sqlite3.connect(path)
    with closing(opened) as connection:
        for statement in _TABLES.split(";")[:-1]:
            connection.execute(statement)
        for table, rows in _ROWS.items():
            marks = ", ".join("?" * len(rows[0]))
            connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
        connection.commit()
