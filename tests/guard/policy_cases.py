"""The staff schema with its policy, and the case table `policy_modes.sql`.

Headings say what holds for the statements below them: `shown: PLACES` (allowed, these columns masked), `grouped: fine`
(allowed), `refused: CODE`; in parentheses the dialects, where not all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from answerable.guard import Policy
from answerable.kernel.schema import Column, DatabaseSchema, Kind, Table
from tests.guard.case_files import FOLDER

DIALECTS = ("postgres", "mysql", "sqlite", "duckdb")

POLICY = Policy.from_dict(
    {
        "masked_columns": ["staff.email", "badges.mail"],
        "aggregate_only_columns": ["staff.salary", "staff.bonus"],
        "blocked_columns": ["staff.phone"],
    }
)
VIEWS = {
    "staff_contact": (
        "id name mail initials",
        "SELECT id, name, email AS mail, substring(email, 1, 2) AS initials FROM staff",
    ),
    "staff_phone": ("id number", "SELECT id, phone AS number FROM staff"),
    "team_pay": (
        "title pay",
        "SELECT t.title, avg(s.salary) AS pay FROM staff s JOIN teams t ON t.id = s.team_id GROUP BY t.title",
    ),
    "staff_riddle": ("id", None),
}


_TYPES = {"id": "integer", "salary": "integer", "bonus": "integer", "team_id": "integer", "staff_id": "integer"}


def schema(dialect: str) -> DatabaseSchema:
    tables = [
        _table("staff", "id name email phone salary bonus team_id city"),
        _table("teams", "id title lead_email"),
        _table("badges", "id staff_id mail level"),
    ]
    views = [_table(name, columns, is_view=True, definition=sql) for name, (columns, sql) in VIEWS.items()]
    return DatabaseSchema(dialect, (*tables, *views))


def _table(name: str, columns: str, *, is_view: bool = False, definition: str | None = None) -> Table:
    made = tuple(Column(column, _TYPES.get(column, "text"), Kind.OTHER) for column in columns.split())
    return Table(name, made, is_view=is_view, primary_key=() if is_view else ("id",), definition=definition)


@dataclass(frozen=True)
class Case:
    dialect: str
    sql: str
    expected: str
    """`shown`, `grouped` or `refused`"""
    detail: str
    """Places, or the code."""


def cases(expected: str) -> list[Case]:
    return [case for case in _all() if case.expected == expected]


def _all() -> Iterator[Case]:
    heading = re.compile(r"-- (\w+): ([^(]+?)(?: \(([\w, ]+)\))?")
    expected, detail, dialects = "", "", DIALECTS
    for line in (FOLDER / "policy_modes.sql").read_text("utf-8").splitlines():
        if found := heading.fullmatch(line):
            expected, detail = found[1], found[2]
            dialects = tuple(found[3].split(", ")) if found[3] else DIALECTS
        elif line.strip():
            yield from (Case(dialect, line, expected, detail) for dialect in dialects)
