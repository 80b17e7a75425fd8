"""A paint shop: monthly targets beside orders, returns of order lines, discounts, orders that were cancelled.

One target stands there twice, and one customer has never ordered.
"""

from __future__ import annotations

__all__ = ["paint_shop"]

_TABLES = """
CREATE TABLE customers (id INTEGER PRIMARY KEY, name VARCHAR(40), country VARCHAR(40));
CREATE TABLE products (id INTEGER PRIMARY KEY, name VARCHAR(40), category VARCHAR(40));
CREATE TABLE orders (
    id INTEGER PRIMARY KEY,
    customer_id INTEGER REFERENCES customers (id),
    order_date DATE,
    channel VARCHAR(40),
    status VARCHAR(40),
    revenue DECIMAL(10, 2)
);
CREATE TABLE order_lines (
    id INTEGER PRIMARY KEY,
    order_id INTEGER REFERENCES orders (id),
    product_id INTEGER REFERENCES products (id),
    quantity INTEGER,
    unit_price DECIMAL(10, 2),
    discount_percent INTEGER
);
CREATE TABLE returns (id INTEGER PRIMARY KEY, order_line_id INTEGER REFERENCES order_lines (id), returned_on DATE);
CREATE TABLE monthly_targets (month VARCHAR(40), target DECIMAL(10, 2));
"""

_ROWS: dict[str, list[tuple[object, ...]]] = {
    "customers": [
        (1, "Alder Homes", "Norway"),
        (2, "Birk Studio", "Norway"),
        (3, "Cedar Inn", "Poland"),
        (4, "Doon Hotel", "Poland"),
        (5, "Elm Cafe", "Poland"),
    ],
    "products": [(1, "White primer", "wall"), (2, "Grey primer", "wall"), (3, "Red lacquer", "wood")],
    "orders": [
        (1, 1, "2024-01-10", "web", "paid", 100),
        (2, 2, "2024-02-12", "shop", "paid", 300),
        (3, 3, "2024-02-20", "web", "paid", 80),
        (4, 1, "2025-01-05", "web", "paid", 250),
        (5, 1, "2025-01-25", "web", "paid", 150),
        (6, 2, "2025-02-14", "shop", "paid", 120),
        (7, 4, "2025-02-15", "web", "cancelled", 900),
        (8, 3, "2025-03-03", "shop", "paid", 200),
    ],
    "order_lines": [
        (1, 1, 1, 2, 50, 0),
        (2, 2, 3, 3, 100, 0),
        (3, 3, 1, 1, 80, None),
        (4, 4, 1, 5, 50, 10),
        (5, 4, 2, 1, 25, 0),
        (6, 5, 3, 2, 100, 25),
        (7, 6, 2, 3, 40, 0),
        (8, 7, 3, 9, 100, 50),
        (9, 8, 1, 4, 50, 0),
    ],
    "returns": [(1, 1, "2024-01-20"), (2, 6, "2025-01-31"), (3, 9, "2025-03-17")],
    "monthly_targets": [
        ("2024-01", 90),
        ("2024-02", 400),
        ("2025-01", 300),
        ("2025-01", 300),
        ("2025-02", 150),
        ("2025-03", 200),
        ("2025-04", 500),
    ],
}


def paint_shop() -> tuple[str, ...]:
    """Statements that every engine reads."""
    tables = [statement.strip() for statement in _TABLES.split(";")[:-1]]
    rows = [f"INSERT INTO {table} VALUES {_literals(row)}" for table, rows in _ROWS.items() for row in rows]
    return (*tables, *rows)


def _literals(row: tuple[object, ...]) -> str:
    cells = ["NULL" if cell is None else f"'{cell}'" if isinstance(cell, str) else str(cell) for cell in row]
    return f"({', '.join(cells)})"
