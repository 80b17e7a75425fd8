"""A small library to attack: the same tables on every engine."""

from __future__ import annotations

__all__ = ["POLICY", "ROWS", "SCHEMA", "TABLES", "VIEW"]

TABLES = (
    "CREATE TABLE books (id INTEGER PRIMARY KEY, title VARCHAR(80), price DECIMAL(10,2), genre VARCHAR(20))",
    "CREATE TABLE members (id INTEGER PRIMARY KEY, name VARCHAR(80), email VARCHAR(80), joined_on DATE)",
    "CREATE TABLE loans (id INTEGER PRIMARY KEY, book_id INTEGER, member_id INTEGER, lent_on DATE, note VARCHAR(80))",
    "CREATE TABLE vault (id INTEGER PRIMARY KEY, token VARCHAR(80))",
)
VIEW = "CREATE VIEW member_public AS SELECT id, name FROM members"
ROWS = (
    "INSERT INTO books VALUES (1, 'Dune', 9.50, 'sf'), (2, 'Emma', 7.00, 'novel'), (3, 'Ulysses', 12.25, 'novel')",
    "INSERT INTO members VALUES (1, 'Ada', 'ada@example.org', '2024-01-05'),"
    " (2, 'Bob', 'bob@example.org', '2024-02-06')",
    "INSERT INTO loans VALUES (1, 1, 1, '2024-03-01', 'delete me'), (2, 2, 1, '2024-03-02', NULL),"
    " (3, 3, 2, '2024-03-03', 'x')",
    "INSERT INTO vault VALUES (1, 'CANARY-token-1')",
)
POLICY = {"blocked_columns": ["members.email"], "allowed_tables": ["books", "members", "loans", "member_public"]}
SCHEMA = {
    "books": ["id", "title", "price", "genre"],
    "members": ["id", "name", "email", "joined_on"],
    "loans": ["id", "book_id", "member_id", "lent_on", "note"],
    "vault": ["id", "token"],
    "member_public": ["id", "name"],
}
