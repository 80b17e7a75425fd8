"""Rows that an engine may read by an index over a restricted column come in an order that tells of it."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from answerable.guard import Policy, check, with_minimum_groups
from answerable.kernel.schema import DatabaseSchema, Index
from answerable.kernel.settings import Settings
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
    "SELECT id, row_number() OVER (ORDER BY 1) FROM staff",
    "SELECT id, sum(id) OVER (ORDER BY 1 ROWS 1 PRECEDING) FROM staff",
    "SELECT id, lag(id) OVER w FROM staff WINDOW w AS (ORDER BY 1)",
    "SELECT sum(CASE id WHEN 5 THEN 1e16 WHEN 7 THEN -1e16 ELSE 1 END) FROM staff",
    "SELECT avg(CASE id WHEN 5 THEN '1e16' ELSE 1.5 END) FROM staff",
    "SELECT sum(id * 1000000000000.5) FROM staff",
    "SELECT sum(id * 0.0000000001) FROM staff",
    "SELECT total(x'3165' || '16') FROM staff",
    "SELECT sum(id * id * id * id * id * 1.5) FROM staff",
    "SELECT sum(pow(10, id)) OVER () FROM staff",
    "SELECT sum(n) FROM (SELECT CASE id WHEN 5 THEN 1e16 ELSE 1 END AS n FROM staff)",
    "WITH t(n) AS (SELECT id * 1e16 FROM staff) SELECT sum(n) FROM t",
)
DECIDED_BY_NOTHING_HIDDEN = (
    "SELECT name FROM customers",
    "SELECT name FROM sorted_members",
    "SELECT amount FROM some_orders",
    "SELECT c.name FROM customers c ORDER BY c.id LIMIT 3",
    "SELECT v.* FROM customer_names v ORDER BY v.name LIMIT 3",
    "SELECT name FROM customers ORDER BY name LIMIT 3",
    "SELECT id, name, email FROM customers ORDER BY id LIMIT 3 OFFSET 2",
    "SELECT id FROM orders LIMIT 3",
    "SELECT id, city FROM staff WHERE id > 7 LIMIT 3",
    "SELECT group_concat(city) FROM staff",
    "SELECT id, row_number() OVER (ORDER BY city) FROM staff",
    "SELECT sum(id * 1.19), avg(id / 100.0), sum(CASE WHEN id > 10000 THEN 1 ELSE 0 END) FROM staff",
    "SELECT sum(amount) FROM orders WHERE amount < 1e16",
    "SELECT sum(n) FROM (SELECT id AS n, 1e16 AS far FROM staff)",
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


@pytest.mark.parametrize("key", ["2 COLLATE utf8mb4_bin", "(2) COLLATE utf8mb4_bin DESC", "((2 COLLATE utf8mb4_bin))"])
def test_a_number_with_a_collation_is_no_key_where_engines_differ(key: str, schema: DatabaseSchema) -> None:
    def found(sql: str, dialect: str) -> set[str]:
        return {one.code for one in check(sql, dialect=dialect, schema=schema, policy=POLICY).errors}

    assert found(f"SELECT id, city FROM staff ORDER BY {key}", "mysql") == {"unsorted_rows"}
    assert found(f"SELECT id, amount FROM orders ORDER BY {key}", "mysql") == set()
    assert found("SELECT id, city FROM staff ORDER BY 2 COLLATE NOCASE", "sqlite") == set()
    assert found("SELECT id, city FROM staff ORDER BY city COLLATE utf8mb4_bin", "mysql") == set()


FILTERED = Policy.from_dict({"blocked_columns": ["staff.salary"], "required_filters": {"orders": "amount > 0"}})
FILTER_ALONE = Policy.from_dict({"required_filters": {"orders": "amount > 0"}})


@pytest.mark.parametrize("policy", [FILTERED, FILTER_ALONE])
@pytest.mark.parametrize("dialect", ["sqlite", "duckdb", "postgres", "mysql"])
@pytest.mark.parametrize(
    ("sql", "is_allowed"),
    [
        ("SELECT a.id, b.id FROM orders a JOIN orders b ON b.id = a.id WHERE a.amount > 0 AND b.amount > 0", True),
        ("SELECT a.id FROM orders a JOIN orders b ON b.id = a.id WHERE a.amount > 0 AND b.amount > 0 LIMIT 3", False),
        ("SELECT DISTINCT amount FROM orders WHERE amount > 0 LIMIT 3", False),
        ("SELECT DISTINCT amount FROM orders WHERE amount > 0 ORDER BY amount LIMIT 3", True),
        ("SELECT customer_id, count(*) FROM orders WHERE amount > 0 GROUP BY customer_id LIMIT 3", False),
        ("SELECT amount FROM orders WHERE amount > 0 UNION SELECT 7 LIMIT 3", False),
        ("SELECT amount FROM orders WHERE amount > 0 LIMIT 3", True),
        ("SELECT a.name FROM members a JOIN members b ON b.name = a.name LIMIT 3", True),
    ],
)
def test_hidden_rows_do_not_decide_the_first_ones(
    sql: str, is_allowed: bool, dialect: str, policy: Policy, schema: DatabaseSchema
) -> None:
    found = check(sql, dialect=dialect, schema=schema, policy=policy)
    assert [one.code for one in found.errors] == ([] if is_allowed else ["unsorted_rows"])


def test_keys_are_written_into_queries_over_joins_with_hidden_rows(schema: DatabaseSchema) -> None:
    sql = "SELECT a.id FROM orders AS a JOIN orders AS b ON b.id = a.id WHERE a.amount > 0 AND b.amount > 0 LIMIT 3"
    written = with_minimum_groups(sql, dialect="sqlite", schema=schema, policy=FILTER_ALONE)
    assert check(written, dialect="sqlite", schema=schema, policy=FILTER_ALONE).allowed
    assert not check(sql, dialect="sqlite", schema=schema, policy=FILTER_ALONE).allowed


@pytest.mark.parametrize(
    ("sql", "is_allowed"),
    [
        ("SELECT a.city FROM staff a JOIN staff b ON b.id = a.id LIMIT 3", False),
        ("SELECT city, count(id) OVER () FROM staff LIMIT 3", False),
        ("SELECT city FROM staff WHERE id > 7 ORDER BY length(city) LIMIT 3", False),
        ("SELECT DISTINCT city FROM staff ORDER BY id", False),
        ("SELECT city, group_concat(id) FROM staff GROUP BY city", False),
        ("SELECT city FROM staff WHERE id > 7 LIMIT 3", True),
        ("SELECT city FROM staff WHERE id > 7 ORDER BY length(city), id LIMIT 3", True),
        ("SELECT city, ntile(3) OVER (ORDER BY length(city)) FROM staff", False),
        ("SELECT city, row_number() OVER (ORDER BY 1) FROM staff WHERE id > 7", False),
        ("SELECT city, row_number() OVER (ORDER BY city), id FROM staff", False),
        ("SELECT city, row_number() OVER (ORDER BY city) FROM staff LIMIT 3", False),
        ("SELECT city, row_number() OVER (ORDER BY city) FROM staff", True),
        ("SELECT city, row_number() OVER (ORDER BY length(city), id) FROM staff", True),
        ("SELECT city, count(*) FROM staff GROUP BY city ORDER BY 2 DESC, 1 LIMIT 3", True),
        ("SELECT a.id FROM orders a JOIN orders b ON b.id = a.id LIMIT 3", True),
    ],
)
def test_the_size_of_hidden_values_does_not_decide_the_first_rows_of_mariadb(
    sql: str, is_allowed: bool, schema: DatabaseSchema
) -> None:
    found = check(sql, dialect="mysql", schema=schema, policy=POLICY)
    assert {one.code for one in found.errors} == (set() if is_allowed else {"unsorted_rows"})
