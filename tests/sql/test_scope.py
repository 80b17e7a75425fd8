from __future__ import annotations

import pytest
from sqlglot import exp

from answerable.sql.facts import conjuncts, refs_in, tables_in
from answerable.sql.parse import parse_sql
from answerable.sql.scope import owner, places_of, sources_of, table_name, tables_of
from tests.language.databases import schema

SHOP = schema("shop")


def select(sql: str) -> exp.Select:
    tree = parse_sql(sql, "sqlite")
    assert isinstance(tree, exp.Select)
    return tree


def test_tables_are_known_by_what_the_query_calls_them() -> None:
    query = select("SELECT 1 FROM customers AS c JOIN orders ON orders.customer_id = c.id")
    assert tables_of(query, SHOP) == {"c": "customers", "orders": "orders"}


def test_what_is_no_table_of_the_schema_is_left_out() -> None:
    query = select("SELECT 1 FROM (SELECT 1 AS one) AS s JOIN nowhere ON 1 = 1")
    assert len(sources_of(query)) == 2
    assert tables_of(query, SHOP) == {}


def test_a_correlated_column_belongs_to_the_query_around_it() -> None:
    query = select("SELECT 1 FROM customers AS c WHERE EXISTS (SELECT 1 FROM orders WHERE customer_id = c.id)")
    owners = [str(owner(column, SHOP)) for column in query.find_all(exp.Column)]
    assert sorted(owners) == ["customers.id", "orders.customer_id"]


def test_a_table_is_found_in_every_select_that_reads_it() -> None:
    query = select("SELECT 1 FROM orders WHERE id IN (SELECT id FROM orders)")
    assert len(places_of(query, "orders", SHOP)) == 2
    assert tables_in(query, SHOP) == ("orders",)
    assert [str(ref) for ref in refs_in(query, SHOP)] == ["orders.id"]


@pytest.mark.parametrize(("test", "count"), [("a = 1", 1), ("(a = 1 AND b = 2 AND c = 3)", 3), ("a = 1 OR b = 2", 1)])
def test_conjuncts_must_all_be_true(test: str, count: int) -> None:
    where = select(f"SELECT 1 FROM t WHERE {test}").args["where"]
    assert len(conjuncts(where.this)) == count


def test_a_table_is_named_with_its_namespace() -> None:
    table = select('SELECT 1 FROM "main"."orders"').find(exp.Table)
    assert table is not None
    assert table_name(table) == "main.orders"
