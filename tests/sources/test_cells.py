"""Which rows come along with a schema: few, and rows that know each other."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from answerable.kernel.errors import QueryFailed, QueryStopped
from answerable.kernel.schema import Column, DatabaseSchema, ForeignKey, Kind, Table
from answerable.kernel.settings import Settings
from answerable.sources import open_source
from answerable.sources.cell_values import MOST_CELLS, MOST_ROWS, with_cells
from answerable.sources.sampled_rows import Pick

POINTED_TO = MOST_ROWS * 2 // 3
"""So many rows of a sample may be there because others point to them."""


def table(name: str, *columns: str, points: dict[str, str] | None = None, **more: bool) -> Table:
    keys = tuple(ForeignKey((column,), target, ("id",)) for column, target in (points or {}).items())
    return Table(name, tuple(Column(c, "INTEGER", Kind.INTEGER) for c in columns), foreign_keys=keys, **more)  # type: ignore[arg-type]


class Tables:
    """Rows by table, given as an engine gives them."""

    def __init__(self, **rows: list[tuple[object, ...]]) -> None:
        self.rows = rows
        self.asked: list[tuple[str, str, int]] = []

    def __call__(self, table: Table, pick: Pick) -> list[tuple[object, ...]]:
        self.asked.append((table.name, "range" if pick.is_range else pick.column, len(pick.among)))
        rows = self.rows[table.name]
        if pick.is_range:
            return [(1, len(rows))]
        if pick.column == "rowid":
            return [rows[at - 1] for at in pick.among if isinstance(at, int)][: pick.count]
        place = [column.name for column in table.columns].index(pick.column) if pick.column else 0
        return [row for row in rows if not pick.column or row[place] in pick.among][: pick.count]


def numbers(count: int, *, every: int = 1) -> list[tuple[object, ...]]:
    return [(number, number * every) for number in range(1, count + 1)]


def cells(schema: DatabaseSchema, name: str, column: str = "id") -> tuple[object, ...]:
    found = schema.table(name)
    of = found.column(column) if found else None
    assert of is not None
    return of.cells


def test_small_tables_come_whole_and_large_ones_say_that_they_do_not() -> None:
    schema = DatabaseSchema("sqlite", (table("small", "id", "n"), table("large", "id", "n"), table("none", "id", "n")))
    found = with_cells(schema, Tables(small=numbers(MOST_ROWS), large=numbers(MOST_ROWS + 1), none=[]))
    assert len(cells(found, "small")) == len(cells(found, "large")) == MOST_ROWS
    assert cells(found, "none") == ()
    assert [t.cells_are_all for t in found.tables] == [True, False, False]
    assert found.fingerprint == schema.fingerprint


def test_rows_that_others_point_to_come_first_all_the_way_up() -> None:
    """Sampled lines point to far orders, and those to far customers."""
    many = 50_000
    schema = DatabaseSchema(
        "sqlite",
        (
            table("customers", "id", "n"),
            table("orders", "id", "customer_id", points={"customer_id": "customers"}),
            table("lines", "id", "order_id", points={"order_id": "orders"}),
        ),
    )
    rows = Tables(customers=numbers(many), orders=numbers(many), lines=numbers(700, every=70))
    found = with_cells(schema, rows)
    assert set(cells(found, "lines", "order_id")[:POINTED_TO]) <= set(cells(found, "orders"))
    assert set(cells(found, "orders", "customer_id")[:POINTED_TO]) <= set(cells(found, "customers"))
    assert all(len(cells(found, name)) == MOST_ROWS for name in ("customers", "orders", "lines"))
    keys = [column for _, column, _ in rows.asked]
    assert keys == ["", "range", "rowid"] * 3 + ["id", "id"]


def test_rows_of_a_large_table_come_from_all_parts_of_it() -> None:
    """The newest ones too: the first rows of a table are often its oldest."""
    found = with_cells(DatabaseSchema("sqlite", (table("events", "id", "n"),)), Tables(events=numbers(90_000)))
    seen = [number for number in cells(found, "events") if isinstance(number, int)]
    assert (seen[0], seen[-1]) == (1, 90_000)
    assert max(later - earlier for earlier, later in pairwise(seen)) <= 90_000 / MOST_ROWS + 1


def test_where_rows_have_no_number_the_first_ones_come() -> None:
    found = with_cells(DatabaseSchema("postgres", (table("events", "id", "n"),)), Tables(events=numbers(90_000)))
    assert cells(found, "events") == tuple(range(1, MOST_ROWS + 1))


def test_no_row_comes_twice_and_each_that_points_gets_its_part() -> None:
    points = {"parent_id": "parents"}
    schema = DatabaseSchema(
        "sqlite", (table("parents", "id", "n"), *(table(n, "id", "parent_id", points=points) for n in ("a", "b")))
    )
    found = with_cells(schema, Tables(parents=numbers(9_000), a=numbers(400, every=2), b=numbers(400, every=3)))
    parents = cells(found, "parents")
    assert len(parents) == len(set(parents)) == MOST_ROWS
    wanted = [set(cells(found, name, "parent_id")[: POINTED_TO // 2]) for name in ("a", "b")]
    assert wanted[0] | wanted[1] <= set(parents)


def test_tables_in_a_circle_and_odd_keys_do_no_harm() -> None:
    odd = (
        ForeignKey(("id", "n"), "b", ("id", "n")),
        ForeignKey(("gone",), "b", ("id",)),
        ForeignKey(("n",), "x", ("id",)),
    )
    a, b = table("a", "id", "n", points={"n": "b"}), table("b", "id", "n", points={"n": "a", "id": "b"})
    a = Table(a.name, a.columns, foreign_keys=(*a.foreign_keys, *odd))
    found = with_cells(DatabaseSchema("sqlite", (a, b)), Tables(a=numbers(900, every=2), b=numbers(900, every=2)))
    assert len(cells(found, "a")) == len(cells(found, "b")) == MOST_ROWS


def test_all_tables_together_stay_below_the_bound() -> None:
    schema = DatabaseSchema("sqlite", tuple(table(f"t{n}", *(f"c{k}" for k in range(10))) for n in range(1_000)))
    found = with_cells(schema, lambda table, pick: [tuple(range(10))] * pick.count)
    assert sum(len(column.cells) for _, column in found.columns()) == MOST_CELLS
    wide = DatabaseSchema("sqlite", (table("t", *(f"c{k}" for k in range(MOST_CELLS // 2))),))
    assert with_cells(wide, lambda table, pick: pytest.fail("too few rows to be of use")) == wide


@pytest.mark.parametrize("error", [QueryFailed("no"), QueryStopped("slow", reason="time")])
def test_a_table_that_cannot_be_read_has_no_cells(error: Exception) -> None:
    def rows(table: Table, pick: Pick) -> list[tuple[object, ...]]:
        if table.name == "a":
            raise error
        return numbers(2)

    found = with_cells(DatabaseSchema("sqlite", (table("a", "id", "n"), table("b", "id", "n"))), rows)
    assert (cells(found, "a"), cells(found, "b")) == ((), (1, 2))


def test_who_cancels_is_heard() -> None:
    def rows(table: Table, pick: Pick) -> list[tuple[object, ...]]:
        raise QueryStopped("stop", reason="cancelled")

    with pytest.raises(QueryStopped):
        with_cells(DatabaseSchema("sqlite", (table("a", "id"),)), rows)


def test_views_and_what_there_is_no_time_for_are_not_looked_at() -> None:
    schema = DatabaseSchema("sqlite", (table("v", "id", is_view=True),))
    assert with_cells(schema, Tables(v=numbers(1))) == schema
    schema = DatabaseSchema("sqlite", (table("t", "id"),))
    assert with_cells(schema, Tables(t=numbers(1)), seconds=0) == schema


def test_keys_nobody_declared_count_and_cells_never_reach_sql_as_such(tmp_path: Path) -> None:
    """Keys that are texts, hostile ones among them, are found again."""
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection, connection:
        connection.execute("CREATE TABLE products (product_code TEXT PRIMARY KEY, name TEXT)")
        connection.execute("CREATE TABLE sales (id INTEGER PRIMARY KEY, product_code TEXT)")
        codes = [f"p{number}' OR '1'='1" for number in range(2_000)]
        connection.executemany("INSERT INTO products VALUES (?, 'x')", [(code,) for code in codes])
        connection.executemany("INSERT INTO sales VALUES (?, ?)", enumerate(reversed(codes)))
    with open_source("a.db", Settings(), folder=tmp_path) as source:
        schema = source.schema()
    sold = cells(schema, "sales", "product_code")
    assert sold[0] == codes[-1]
    assert set(sold[:POINTED_TO]) <= set(cells(schema, "products", "product_code"))


@pytest.mark.parametrize("kind", ["postgres", "mariadb"])
def test_servers_are_asked_for_the_rows_that_are_pointed_to(
    kind: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    server = request.getfixturevalue(f"{kind}_server")
    database = server.new_database()
    count = 2 * MOST_ROWS
    codes = [f"'\\%''{number:04}'" for number in range(count)]
    far = [codes[-1 - number % MOST_ROWS] for number in range(count)]
    server.execute(
        "CREATE TABLE makers (code VARCHAR(20) PRIMARY KEY, is_open BOOLEAN)",
        "CREATE TABLE goods (id INTEGER PRIMARY KEY, code VARCHAR(20) REFERENCES makers (code))",
        *(f"INSERT INTO makers VALUES ({code}, {number} < 5)" for number, code in enumerate(codes)),
        *(f"INSERT INTO goods VALUES ({number}, {code})" for number, code in enumerate(far)),
        database=database,
    )
    with open_source(server.url(database), Settings(), folder=tmp_path) as source:
        schema = source.schema()
    sold = cells(schema, "goods", "code")
    assert len(sold) == MOST_ROWS and set(cells(schema, "makers", "is_open")) <= {0, 1}
    assert set(sold) <= set(cells(schema, "makers", "code"))
