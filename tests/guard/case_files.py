"""Loads the case tables: one statement a line under `-- heading` lines, named DIALECT.KIND.sql."""

from __future__ import annotations

import json
from pathlib import Path

FOLDER = Path(__file__).parent / "cases"
DIALECTS = ("postgres", "mysql", "sqlite", "duckdb", "spark")

SCHEMA = {
    "books": ["id", "title", "author_id", "isbn", "price", "published_on", "genre", "tags", "details"],
    "authors": ["id", "name", "born_on", "email", "tax_id"],
    "loans": ["id", "book_id", "member_id", "lent_at", "due_on", "returned_at", "fine", "note"],
    "members": ["id", "name", "email", "card_no", "city", "joined_on", "is_active"],
    "branches": ["id", "name", "parent_id"],
    "vault": ["id", "token"],
    "member_public": ["id", "name", "city"],
    "member_contact": ["id", "name", "mail"],
}
POLICY = {
    "allowed_tables": [table for table in SCHEMA if table != "vault"],
    "blocked_columns": ["members.email", "members.card_no", "authors.tax_id"],
    "view_lineage": {"member_contact.mail": "members.email"},
}


def statements(file: str) -> list[str]:
    """The statements of `cases/{file}.sql`."""
    lines = (FOLDER / f"{file}.sql").read_text("utf-8").splitlines()
    return [line for line in lines if line.strip() and not line.startswith("-- ")]


def own(kind: str) -> list[tuple[str, str]]:
    """(dialect, statement) of every dialect's own file of this kind."""
    return [(dialect, sql) for dialect in DIALECTS for sql in statements(f"{dialect}.{kind}")]


def common(kind: str) -> list[tuple[str, str]]:
    """(dialect, statement) for statements that are the same in every dialect."""
    return [(dialect, sql) for dialect in DIALECTS for sql in statements(f"common.{kind}")]


def odd_characters() -> list[tuple[str, str]]:
    """(why, statement)"""
    lines = (FOLDER / "characters.jsonl").read_text("utf-8").splitlines()
    return [(case["why"], case["sql"]) for case in map(json.loads, lines)]
