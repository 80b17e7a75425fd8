"""The shop's tables as they are declared: columns, keys, what a NULL means, and DDL for each dialect."""

from __future__ import annotations

from answerable.kernel.light_dataclass import dataclass

__all__ = ["LAYOUT", "ColumnSpec", "TableSpec", "ddl"]


@dataclass(frozen=True, slots=True)
class ColumnSpec:
    name: str
    type: str
    """A key of `_TYPES`."""
    comment: str = ""
    nullable: bool = False
    references: str | None = None
    """Table whose `id` this column holds."""


@dataclass(frozen=True, slots=True)
class TableSpec:
    name: str
    comment: str
    columns: tuple[ColumnSpec, ...]
    has_id: bool = True
    """Its first column, `id`, is the primary key."""

    @property
    def column_names(self) -> tuple[str, ...]:
        return tuple(column.name for column in self.columns)


_ID = ColumnSpec("id", "integer")

LAYOUT = (
    TableSpec(
        "customers",
        "People and companies with an account",
        (
            _ID,
            ColumnSpec("name", "text"),
            ColumnSpec("email", "text"),
            ColumnSpec("phone", "text", "NULL: not given", nullable=True),
            ColumnSpec("country", "text"),
            ColumnSpec("city", "text"),
            ColumnSpec("segment", "text", "consumer, small_business or enterprise"),
            ColumnSpec("signed_up_on", "date"),
            ColumnSpec(
                "deleted_at", "timestamp", "Soft delete: set when the account was closed, in UTC", nullable=True
            ),
        ),
    ),
    TableSpec(
        "products",
        "What is or was sold",
        (
            _ID,
            ColumnSpec("name", "text"),
            ColumnSpec("category", "text"),
            ColumnSpec("price_cents", "integer", "Today's price, in cents"),
            ColumnSpec("launched_on", "date"),
            ColumnSpec("discontinued_on", "date", "NULL: still sold", nullable=True),
        ),
    ),
    TableSpec(
        "orders",
        "One row an order, cancelled ones included",
        (
            _ID,
            ColumnSpec("customer_id", "integer", references="customers"),
            ColumnSpec("order_date", "date"),
            ColumnSpec("status", "text", "pending, shipped, delivered or cancelled"),
            ColumnSpec("channel", "text", "web, app, phone or store"),
            ColumnSpec("revenue", "money", "What the customer paid; NULL: cancelled, never charged", nullable=True),
        ),
    ),
    TableSpec(
        "order_lines",
        "The products of each order",
        (
            _ID,
            ColumnSpec("order_id", "integer", references="orders"),
            ColumnSpec("product_id", "integer", references="products"),
            ColumnSpec("quantity", "integer"),
            ColumnSpec("unit_price_cents", "integer", "Price of one piece on the day of the order, in cents"),
            ColumnSpec(
                "discount_percent",
                "integer",
                "NULL: no discount was offered; 0: one was offered and not used",
                nullable=True,
            ),
        ),
    ),
    TableSpec(
        "returns",
        "Order lines sent back, in whole or in part",
        (
            _ID,
            ColumnSpec("order_line_id", "integer", references="order_lines"),
            ColumnSpec("returned_on", "date"),
            ColumnSpec("reason", "text", "NULL: the customer was not asked", nullable=True),
            ColumnSpec("refund_cents", "integer", "Paid back, in cents"),
        ),
    ),
    TableSpec(
        "web_events",
        "Visits to the shop's pages",
        (
            _ID,
            ColumnSpec("customer_id", "integer", "NULL: anonymous visitor", nullable=True, references="customers"),
            ColumnSpec("event_type", "text"),
            ColumnSpec("page", "text"),
            ColumnSpec("occurred_at_ms", "big", "Milliseconds since 1970-01-01 00:00 UTC"),
        ),
    ),
    TableSpec(
        "monthly_targets",
        "Revenue planned for each month; one month was loaded twice",
        (ColumnSpec("month", "text", "YYYY-MM"), ColumnSpec("target", "money")),
        has_id=False,
    ),
)

_DIALECTS = ("sqlite", "postgres", "mysql", "duckdb")
_TYPES = {
    "integer": ("INTEGER", "INTEGER", "INT", "INTEGER"),
    "big": ("BIGINT", "BIGINT", "BIGINT", "BIGINT"),
    "text": ("TEXT", "TEXT", "VARCHAR(200)", "VARCHAR"),
    "date": ("DATE", "DATE", "DATE", "DATE"),
    "timestamp": ("TIMESTAMP", "TIMESTAMP", "DATETIME", "TIMESTAMP"),
    "money": ("DECIMAL(12,2)", "NUMERIC(12,2)", "DECIMAL(12,2)", "DECIMAL(12,2)"),
}


def ddl(dialect: str) -> tuple[str, ...]:
    """Statements that make the empty tables, referenced ones first; with comments where the dialect has them."""
    if dialect not in _DIALECTS:
        raise ValueError(f"no DDL for dialect {dialect!r}; there is {', '.join(_DIALECTS)}")
    return tuple(statement for table in LAYOUT for statement in _statements(table, dialect))


def _statements(table: TableSpec, dialect: str) -> list[str]:
    parts = [_column(column, table.has_id, dialect) for column in table.columns]
    parts += [
        f"FOREIGN KEY ({column.name}) REFERENCES {column.references} (id)"
        for column in table.columns
        if column.references
    ]
    tail = f" COMMENT={_quoted(table.comment)} DEFAULT CHARACTER SET utf8mb4" if dialect == "mysql" else ""
    create = f"CREATE TABLE {table.name} (\n  " + ",\n  ".join(parts) + f"\n){tail}"
    return [create, *(_comments(table) if dialect in ("postgres", "duckdb") else ())]


def _column(column: ColumnSpec, table_has_id: bool, dialect: str) -> str:
    words = [column.name, _TYPES[column.type][_DIALECTS.index(dialect)]]
    if table_has_id and column.name == "id":
        words.append("PRIMARY KEY")
    elif not column.nullable:
        words.append("NOT NULL")
    if dialect == "mysql" and column.comment:
        words.append(f"COMMENT {_quoted(column.comment)}")
    return " ".join(words)


def _comments(table: TableSpec) -> list[str]:
    on_columns = [
        f"COMMENT ON COLUMN {table.name}.{column.name} IS {_quoted(column.comment)}"
        for column in table.columns
        if column.comment
    ]
    return [f"COMMENT ON TABLE {table.name} IS {_quoted(table.comment)}", *on_columns]


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
