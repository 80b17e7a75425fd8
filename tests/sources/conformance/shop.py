"""The small shop that every engine holds: two tables, a view, a key between them."""

from __future__ import annotations

__all__ = ["CUSTOMERS", "DDL", "KINDS", "ORDERS", "ROWS", "VIEW"]

DDL = (
    "CREATE TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR(40) NOT NULL, country VARCHAR(2) DEFAULT 'DE')",
    "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL, amount DECIMAL(12,2), day DATE, "
    "placed TIMESTAMP NULL, FOREIGN KEY (customer_id) REFERENCES customers (id))",
)
VIEW = "CREATE VIEW large_orders AS SELECT id, amount FROM orders WHERE amount > 20"

CUSTOMERS = ((1, "Ann", "DE"), (2, "Bo 😀", "DE"), (3, "שלום", "FR"), (4, "O'Neil", None))
ORDERS = (
    (10, 1, "19.99", "2024-01-05", "2024-01-05 10:30:00"),
    (11, 1, "0.10", "2024-02-29", "2024-02-29 00:00:00"),
    (12, 3, "1234567.89", "2023-12-31", "2023-12-31 23:59:59"),
    (13, 3, None, None, None),
)

KINDS = {
    "customers.id": "integer",
    "customers.name": "text",
    "customers.country": "text",
    "orders.customer_id": "integer",
    "orders.amount": "decimal",
    "orders.day": "date",
    "orders.placed": "timestamp",
}


def _value(value: object) -> str:
    return "NULL" if value is None else "'" + str(value).replace("'", "''") + "'"


ROWS = tuple(
    f"INSERT INTO {table} VALUES ({', '.join(map(_value, row))})"
    for table, rows in (("customers", CUSTOMERS), ("orders", ORDERS))
    for row in rows
)
"""Plain INSERT statements; every engine converts the quoted values."""
