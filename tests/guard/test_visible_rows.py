"""Only rows that surely pass a required filter bring values along."""

from __future__ import annotations

from dataclasses import replace

import pytest

from answerable.guard import Policy, check, seen_through
from answerable.guard.policy.visible_rows import with_visible_rows
from answerable.kernel.schema import Cell, Column, DatabaseSchema, ForeignKey, Kind, Table

CELLS: dict[str, tuple[Kind, tuple[Cell, ...]]] = {
    "id": (Kind.INTEGER, (1, 2, 3, 4)),
    "state": (Kind.TEXT, ("paid", "Paid", "open", None)),
    "deleted_at": (Kind.TIMESTAMP, (None, "2026-01-02 00:00:00", None, None)),
    "made_on": (Kind.DATE, ("2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01")),
    "price": (Kind.DECIMAL, (1.5, 2.0, 3.25, None)),
    "is_test": (Kind.BOOLEAN, (0, 1, 0, None)),
    "blob": (Kind.BINARY, (None, None, None, None)),
    "long": (Kind.TEXT, ("x" * 60, "y" * 60, "z", "z")),
}
TABLE = Table(
    "orders",
    tuple(
        Column(name, kind.value, kind, common_values=("a", "b"), distinct_estimate=2, cells=cells)
        for name, (kind, cells) in CELLS.items()
    ),
    row_estimate=4,
    cells_are_all=True,
)


@pytest.mark.parametrize(
    ("condition", "ids"),
    [
        ("deleted_at IS NULL", (1, 3, 4)),
        ("deleted_at IS NOT NULL", (2,)),
        ("NOT deleted_at IS NULL", (2,)),
        ("state = 'paid'", (1,)),
        ("state <> 'paid'", (3,)),  # whether 'Paid' is another text is up to the engine
        ("state IN ('paid', 'open')", (1, 3)),
        ("state NOT IN ('paid')", (3,)),
        ("id > 1 AND id <= 3", (2, 3)),
        ("id = 1 OR state = 'open'", (1, 3)),
        ("id BETWEEN 2 AND 3", (2, 3)),
        ("made_on >= '2026-02-01'", (2, 3, 4)),
        ("price < 2", (1,)),
        ("price = 2", ()),  # two numbers that look alike may differ behind the last digit kept
        ("NOT is_test", (1, 3)),
        ("is_test = FALSE", (1, 3)),
        ("is_test IS TRUE", (2,)),
        ("blob IS NULL", ()),
        ("long = 'z'", (3, 4)),
        ("lower(state) = 'paid'", ()),
        ("deleted_at > '2020-01-01'", ()),
        ("id IN (SELECT 1)", ()),
        ("no such thing (", ()),
    ],
)
def test_rows_that_surely_pass(condition: str, ids: tuple[int, ...]) -> None:
    seen = with_visible_rows(TABLE, [condition], "sqlite")
    assert seen.columns[0].cells == ids


def test_nothing_that_was_counted_over_all_rows_is_kept() -> None:
    seen = with_visible_rows(TABLE, ["deleted_at IS NULL"], "sqlite")
    state = seen.column("state")
    assert state and (state.common_values, state.distinct_estimate, state.cells) == (
        ("paid", "open"),
        2,
        ("paid", "open", None),
    )
    unsure = with_visible_rows(TABLE, ["state <> 'paid'"], "sqlite")
    assert not unsure.cells_are_all
    assert {column.distinct_estimate for column in unsure.columns} == {None}
    assert all(column.sketch is None for column in seen.columns)


def _schema() -> DatabaseSchema:
    secret = Table("salaries", (Column("id", "INTEGER"), Column("secretlevel", "TEXT")), primary_key=("id",))
    keys = (ForeignKey(("id",), "salaries", ("id",)),)
    people = Table("people", (Column("id", "INTEGER"), Column("bonuses", "TEXT"), Column("name", "TEXT")))
    return DatabaseSchema("sqlite", (secret, replace(people, foreign_keys=keys)))


HIDING = Policy(allowed_tables=frozenset({"people"}), blocked_columns=frozenset({"people.bonuses"}))


@pytest.mark.parametrize(
    ("sql", "code"),
    [
        ("SELECT id FROM salarie", "unknown_table"),
        ("SELECT bonusses FROM people", "unknown_column"),
        ("SELECT * FROM people", "column_not_allowed"),
    ],
)
def test_no_hint_proposes_what_is_hidden(sql: str, code: str) -> None:
    open_ = check(sql, dialect="sqlite", schema=_schema())
    hidden = check(sql, dialect="sqlite", schema=_schema(), policy=HIDING)
    assert hidden.errors[0].code == code
    told = " ".join(f"{one.message} {one.hint}" for one in hidden.findings)
    assert "salaries" not in told and "bonuses" not in told
    assert code == "column_not_allowed" or "Did you mean" in open_.errors[0].hint


def test_a_key_to_a_hidden_table_is_not_told() -> None:
    readable = seen_through(HIDING, _schema()).readable()
    assert [(table.name, table.foreign_keys) for table in readable.tables] == [("people", ())]
