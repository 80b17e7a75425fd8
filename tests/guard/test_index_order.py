"""Rows that an engine may read by an index over a restricted column come in an order that tells of it."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from answerable.guard import Policy, check, with_minimum_groups
from answerable.schema import DatabaseSchema, Index
from answerable.settings import Settings
from answerable.sources import open_source

POLICY = Policy.from_dict(
    {"blocked_columns": ["customers.ssn", "members.card", "staff.salary"], "masked_columns": ["customers.email"]}
)
TABLES = """
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT, ssn TEXT, email TEXT);
CREATE INDEX by_ssn ON customers (name, ssn);
CREATE INDEX by_name ON customers (name);
CREATE INDEX by_sum ON customers (id + 1);
CREATE TABLE members (card INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE staff (id INTEGER PRIMARY KEY, city TEXT, salary INTEGER);
CREATE INDEX by_salary ON staff (salary);
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER, amount INTEGER);
CREATE VIEW customer_names AS SELECT name FROM customers;
CREATE VIEW some_members AS SELECT name FROM members ORDER BY length(name) LIMIT 3;
CREATE VIEW their_names AS SELECT name AS called FROM some_members;
CREATE VIEW sorted_members AS SELECT name FROM members ORDER BY length(name);
CREATE VIEW some_orders AS SELECT amount FROM orders LIMIT 3;
"""
DECIDED_BY_INDEX = (
    "SELECT name FROM customers LIMIT 3",
    "SELECT id FROM customers ORDER BY name LIMIT 3",
    "SELECT id FROM customers LIMIT 100 OFFSET 2",
    "SELECT count(*) FROM (SELECT id FROM customers LIMIT 3) WHERE id > 5",
    "SELECT name FROM members LIMIT 3",
    "SELECT name FROM some_members",
    "SELECT count(*) FROM their_names WHERE called > 'b'",
    "SELECT length(name) FROM members ORDER BY name",
    "SELECT DISTINCT name, 7 FROM members ORDER BY 2 LIMIT 3",
    "SELECT name FROM members ORDER BY 36.5 LIMIT 3",
    "SELECT 4 AS x FROM orders UNION ALL SELECT * FROM (SELECT length(name) FROM members LIMIT 11) ORDER BY 1",
    "SELECT id FROM staff LIMIT 3",
    "SELECT s.id FROM (SELECT id, city FROM staff) s LIMIT 3",
    "SELECT a.id FROM staff a JOIN staff b ON b.id = a.id + 1 WHERE b.city = 'Oslo' LIMIT 3",
    "SELECT id, CASE WHEN 1 = 1 THEN 1 ELSE city END FROM staff LIMIT 3",
    "SELECT group_concat(id) FROM staff",
    "SELECT name FROM customer_names LIMIT 3",
    "SELECT o.id FROM orders o JOIN customers c ON c.id = o.customer_id LIMIT 3",
    "SELECT name FROM customers UNION ALL SELECT name FROM members LIMIT 3",
    "SELECT (SELECT name FROM customers WHERE id > o.customer_id) FROM orders o",
)
DECIDED_BY_NOTHING_HIDDEN = (
    "SELECT name FROM customers",
    "SELECT name FROM sorted_members",
    "SELECT amount FROM some_orders",
    "SELECT name FROM customers ORDER BY name LIMIT 3",
    "SELECT id, name, email FROM customers ORDER BY id LIMIT 3 OFFSET 2",
    "SELECT id FROM orders LIMIT 3",
    "SELECT id, city FROM staff WHERE id > 7 LIMIT 3",
    "SELECT group_concat(city) FROM staff",
    "SELECT id, row_number() OVER (ORDER BY city) FROM staff",
    "SELECT count(*) FROM customers LIMIT 1",
    "SELECT name, count(*) FROM customers GROUP BY name ORDER BY 2 DESC, 1 LIMIT 3",
)


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> DatabaseSchema:
    folder = tmp_path_factory.mktemp("indexes")
    with closing(sqlite3.connect(folder / "shop.db")) as connection:
        connection.executescript(TABLES)
    with open_source(str(folder / "shop.db"), Settings(), folder=folder) as source:
        return source.schema()


def codes(sql: str, schema: DatabaseSchema) -> set[str]:
    return {finding.code for finding in check(sql, dialect="sqlite", schema=schema, policy=POLICY).errors}


def test_the_schema_tells_what_indexes_hold(schema: DatabaseSchema) -> None:
    table = schema.table("customers")
    assert table is not None
    assert set(table.indexes) == {
        Index("by_ssn", ("name", "ssn")),
        Index("by_name", ("name",)),
        Index("by_sum", ("id", "name", "ssn", "email")),
    }


@pytest.mark.parametrize("sql", DECIDED_BY_INDEX)
def test_first_rows_by_a_restricted_index_are_refused(sql: str, schema: DatabaseSchema) -> None:
    assert codes(sql, schema) == {"unsorted_rows"}


@pytest.mark.parametrize("sql", DECIDED_BY_NOTHING_HIDDEN)
def test_first_rows_that_no_restricted_index_decides_are_answered(sql: str, schema: DatabaseSchema) -> None:
    assert codes(sql, schema) == set()


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT id FROM customers LIMIT 3",
        "SELECT name FROM members LIMIT 3",
        "SELECT o.id FROM orders AS o JOIN customers AS c ON c.id = o.customer_id ORDER BY c.name LIMIT 3",
        "SELECT name, COUNT(*) FROM customers GROUP BY name ORDER BY COUNT(*) DESC LIMIT 3",
        "SELECT DISTINCT name FROM customers LIMIT 3",
    ],
)
def test_an_order_that_tells_rows_apart_is_written_in(sql: str, schema: DatabaseSchema) -> None:
    written = with_minimum_groups(sql, dialect="sqlite", schema=schema, policy=POLICY)
    assert written != sql
    assert codes(written, schema) == set()


@pytest.mark.parametrize("key", ["+1", "amount, +1", "(+1)", "++1"])
def test_a_number_with_a_sign_is_no_key(key: str, schema: DatabaseSchema) -> None:
    table = "customers" if "amount" not in key else "customers CROSS JOIN orders"
    assert "unsorted_rows" in codes(f"SELECT customers.id FROM {table} ORDER BY {key}", schema)
    assert codes(f"SELECT amount FROM orders ORDER BY {key}", schema) == set()


@pytest.mark.parametrize("key", ["36.5", "1 + 0", "'x'"])
def test_rows_sorted_by_a_constant_are_put_into_an_order_of_their_looks(key: str, schema: DatabaseSchema) -> None:
    verdict = check(f"SELECT name FROM members ORDER BY {key}", dialect="sqlite", schema=schema, policy=POLICY)
    assert verdict.row_order is not None and verdict.row_order.sorted_by == ()


def test_nothing_is_written_in_where_no_restricted_index_is(schema: DatabaseSchema) -> None:
    sql = "SELECT id FROM orders LIMIT 3"
    assert with_minimum_groups(sql, dialect="sqlite", schema=schema, policy=POLICY) == sql
