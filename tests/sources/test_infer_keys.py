"""Keys nobody declared: found by name, type and values together."""

from __future__ import annotations

from pathlib import Path

import pytest

from answerable.kernel.schema import Column, DatabaseSchema, ForeignKey, Kind, Table
from answerable.kernel.settings import Settings
from answerable.sources import open_source
from answerable.sources.infer_keys import with_inferred_keys
from answerable.sources.key_names import pointed_names, table_names

Data = dict[str, dict[str, list[object]]]


def infer(data: Data) -> DatabaseSchema:
    """Inferring over tables given as columns of values."""

    def sample(table: str, column: str, count: int) -> list[object]:
        return list(dict.fromkeys(value for value in data[table][column] if value is not None))[:count]

    return with_inferred_keys(DatabaseSchema("duckdb", tuple(_table(name, data[name]) for name in data)), sample)


def _table(name: str, columns: dict[str, list[object]]) -> Table:
    return Table(
        name, tuple(_column(*item) for item in columns.items()), row_estimate=len(next(iter(columns.values())))
    )


def _column(name: str, values: list[object]) -> Column:
    kind = Kind.TEXT if any(isinstance(value, str) for value in values) else Kind.INTEGER
    return Column(name, kind.upper(), kind)


def keys(schema: DatabaseSchema, table: str) -> dict[str, str]:
    found = schema.table(table)
    assert found
    assert all(key.inferred for key in found.foreign_keys)
    return {key.columns[0]: f"{key.ref_table}.{key.ref_columns[0]}" for key in found.foreign_keys}


CUSTOMERS: dict[str, list[object]] = {"id": [1, 2, 3], "name": ["a", "b", "c"]}


@pytest.mark.parametrize(
    "column",
    ["customer_id", "customerId", "CustomerID", "customerid", "customer", "billing_customer_id", "customer_fk"],
)
def test_names_that_point_to_a_table(column: str) -> None:
    schema = infer({"customers": CUSTOMERS, "orders": {"id": [7, 8], column: [1, 3]}})
    assert keys(schema, "orders") == {column: "customers.id"}


def test_key_that_carries_its_tables_name() -> None:
    schema = infer({"customers": {"customer_id": [1, 2], "x": [0, 0]}, "orders": {"id": [7], "customer_id": [2]}})
    assert keys(schema, "orders") == {"customer_id": "customers.customer_id"}


def test_values_outside_the_key_refute_the_name() -> None:
    schema = infer({"customers": CUSTOMERS, "orders": {"id": [7, 8], "customer_id": [1, 99]}})
    assert keys(schema, "orders") == {}


def test_types_that_differ_refute_the_name() -> None:
    schema = infer({"customers": CUSTOMERS, "orders": {"id": [7, 8], "customer_id": ["1", "2"]}})
    assert keys(schema, "orders") == {}


def test_contained_values_without_a_name_are_no_key() -> None:
    schema = infer({"customers": CUSTOMERS, "orders": {"id": [7, 8], "quantity": [1, 2]}})
    assert keys(schema, "orders") == {}


def test_repeated_values_are_no_primary_key() -> None:
    schema = infer({"customers": {"id": [1, 1, 2]}, "orders": {"customer_id": [1, 2]}})
    customers = schema.table("customers")
    assert customers and customers.primary_key == ()
    assert keys(schema, "orders") == {}


def test_column_with_nulls_is_no_primary_key() -> None:
    customers = infer({"customers": {"id": [1, 2, None]}}).table("customers")
    assert customers and customers.primary_key == ()


def test_table_may_point_to_itself() -> None:
    schema = infer({"employees": {"id": [1, 2, 3], "manager_id": [None, 1, 1]}})
    assert keys(schema, "employees") == {"manager_id": "employees.id"}


def test_declared_keys_stay_and_are_not_doubled() -> None:
    declared = ForeignKey(("customer_id",), "customers", ("id",))
    customers = Table("customers", (_column("id", [1]),), primary_key=("id",), row_estimate=1)
    orders = Table("orders", (_column("customer_id", [1]),), foreign_keys=(declared,), row_estimate=1)
    found = with_inferred_keys(DatabaseSchema("sqlite", (customers, orders)), lambda *_: [1]).table("orders")
    assert found and found.foreign_keys == (declared,)


def test_no_time_means_no_inferring() -> None:
    customers, orders = _table("customers", CUSTOMERS), _table("orders", {"customer_id": [1]})
    schema = with_inferred_keys(DatabaseSchema("sqlite", (customers, orders)), lambda *_: [1], seconds=0.0)
    assert all(not table.foreign_keys and not table.primary_key for table in schema.tables)


def test_files_get_keys_end_to_end(tmp_path: Path) -> None:
    (tmp_path / "customers.csv").write_text("customer_id,name\n1,Ann\n2,Bo\n")
    (tmp_path / "orders.csv").write_text("id,customer,total\n1,1,9.50\n2,1,3\n3,2,4\n")
    with open_source(str(tmp_path), Settings(), folder=tmp_path) as source:
        orders = source.schema().table("orders")
    assert orders and orders.primary_key == ("id",)
    assert orders.foreign_keys == (ForeignKey(("customer",), "customers", ("customer_id",), inferred=True),)


@pytest.mark.parametrize(
    ("table", "name"),
    [
        ("customers", "customer"),
        ("Categories", "category"),
        ("boxes", "box"),
        ("OrderLines", "order_line"),
        ("status", "status"),
        ("address", "address"),
        ("dim_products", "product"),
    ],
)
def test_tables_answer_to_their_singular(table: str, name: str) -> None:
    assert name in table_names(table)


def test_nearest_name_comes_first() -> None:
    assert list(pointed_names("billing_customer_id", "orders")) == ["billing_customer", "customer"]
