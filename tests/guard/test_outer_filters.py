"""A filter that a policy requires may be held by the query itself where a view only hands on rows of the table."""

from __future__ import annotations

import pytest

from answerable.guard import Policy, check
from answerable.kernel.schema import Column, DatabaseSchema, Table

POLICY = Policy.from_dict({"required_filters": {"orders": "deleted_at IS NULL"}})
DEFINITIONS = {
    "copied": "SELECT id, amount, deleted_at FROM orders WHERE amount > 3",
    "renamed": "CREATE VIEW renamed (a, gone) AS SELECT amount, deleted_at FROM orders",
    "swapped": "SELECT id AS deleted_at, deleted_at AS id FROM orders",
    "distinct_rows": "SELECT DISTINCT amount, deleted_at FROM orders",
    "first_rows": "SELECT id, deleted_at FROM orders ORDER BY id LIMIT 5",
    "numbered": "SELECT id, deleted_at, count(*) OVER () AS n FROM orders",
    "above_average": "SELECT id, deleted_at FROM orders WHERE amount > (SELECT avg(amount) FROM orders)",
    "joined": "SELECT o.id, o.deleted_at FROM customers c LEFT JOIN orders o ON o.customer_id = c.id",
    "joined_twice": "SELECT a.id, a.deleted_at FROM orders a JOIN orders b ON b.id = a.id + 1",
    "stacked": "SELECT id, deleted_at FROM copied",
    "computed": "SELECT id, coalesce(deleted_at, '2020-01-01') AS deleted_at FROM orders",
}
COLUMNS = {
    "copied": "id amount deleted_at",
    "renamed": "a gone",
    "swapped": "deleted_at id",
    "distinct_rows": "amount deleted_at",
    "numbered": "id deleted_at n",
}
SCHEMA = DatabaseSchema(
    "sqlite",
    (
        Table("orders", tuple(Column(name, "") for name in ("id", "customer_id", "amount", "deleted_at"))),
        Table("customers", (Column("id", "INTEGER"),)),
        *(
            Table(
                name,
                tuple(Column(column, "") for column in COLUMNS.get(name, "id deleted_at").split()),
                is_view=True,
                definition=definition,
            )
            for name, definition in DEFINITIONS.items()
        ),
    ),
)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT id, amount FROM copied WHERE deleted_at IS NULL",
        "SELECT v.amount FROM copied v JOIN customers c ON c.id = v.id AND v.deleted_at IS NULL",
        "SELECT a FROM renamed WHERE gone IS NULL AND a > 7",
        "SELECT deleted_at FROM swapped WHERE id IS NULL",
    ],
)
def test_a_filter_on_the_copy_in_a_plain_view_is_held(sql: str) -> None:
    assert check(sql, dialect="sqlite", schema=SCHEMA, policy=POLICY).allowed


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT id, amount FROM copied",
        "SELECT id, amount FROM copied WHERE deleted_at IS NULL OR amount > 1",
        "SELECT a.id FROM copied a JOIN copied b ON b.id > a.id WHERE a.deleted_at IS NULL",
        "SELECT c.id FROM customers c LEFT JOIN copied v ON v.id = c.id WHERE c.id IS NULL",
        "SELECT a FROM renamed WHERE a IS NULL",
        "SELECT id FROM swapped WHERE deleted_at IS NULL",
        "SELECT id FROM copied WHERE deleted_at IS NULL UNION SELECT id FROM stacked WHERE deleted_at IS NULL",
        *(
            f"SELECT deleted_at FROM {view} WHERE deleted_at IS NULL"
            for view in DEFINITIONS
            if view not in ("copied", "renamed", "swapped")
        ),
    ],
)
def test_a_filter_outside_of_any_other_view_is_not_held(sql: str) -> None:
    errors = check(sql, dialect="sqlite", schema=SCHEMA, policy=POLICY).errors
    assert [finding.code for finding in errors] == ["required_filter"] * len(errors) != []
