"""What the guard says about the meaning of a query: told as a warning, or stopped where no answer could be right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest

from answerable.guard import Policy, Severity, Verdict, check
from answerable.kernel.schema import Column, DatabaseSchema, ForeignKey, Kind, Table
from tests.guard.case_files import FOLDER

STATUSES = ("active", "closed", "paused")


def table(name: str, columns: str, key: tuple[str, ...] = ("id",), **more: object) -> Table:
    """`columns` as `id:int status:text …`."""
    pairs = [column.partition(":") for column in columns.split()]
    made = tuple(Column(name, kind, Kind.TEXT if kind == "text" else Kind.OTHER) for name, _, kind in pairs)
    return replace(Table(name, made, primary_key=key), **more)  # type: ignore[arg-type]


def points(column: str, to: str, key: str = "id", *, inferred: bool = False) -> tuple[ForeignKey, ...]:
    return (ForeignKey((column,), to, (key,), inferred),)


def counted(made: Table, **distinct: int) -> Table:
    """The table with numbers of distinct values, as sampling tells them."""
    columns = [replace(column, distinct_estimate=distinct.get(column.name)) for column in made.columns]
    return replace(made, columns=tuple(columns))


def shop() -> DatabaseSchema:
    customers = table("customers", "id:int name:text status:text credit:int", row_estimate=1_000)
    columns = list(customers.columns)
    columns[1] = replace(columns[1], common_values=("Ann", "Bob"), distinct_estimate=900)
    columns[2] = replace(columns[2], common_values=STATUSES, distinct_estimate=3)
    shown = "id:int order_no:text customer_id:int total:int ordered_on:date deleted_at:timestamp note:text"
    return DatabaseSchema(
        "sqlite",
        (
            replace(customers, columns=tuple(columns)),
            table("orders", shown, foreign_keys=points("customer_id", "customers")),
            table(
                "order_items",
                "order_id:int line_no:int product_id:int qty:int order_no:text",
                key=("order_id", "line_no"),
                foreign_keys=points("order_id", "orders"),
            ),
            table(
                "payments",
                "pid:int order_id:int amount:int",
                (),
                foreign_keys=points("order_id", "orders", inferred=True),
            ),
            table("products", "id:int name:text price:int"),
            counted(table("zones", "code:text residents:int", (), row_estimate=50), code=50),
            counted(table("shops", "zone:text seats:int", (), row_estimate=400), zone=50),
            table("vips", "customer_no:int", ()),
            table("clicks", "id:int", row_estimate=10**6),
        ),
    )


def cases() -> Iterator[tuple[str, str]]:
    expected = ""
    for line in (FOLDER / "semantic.sql").read_text("utf-8").splitlines():
        if line.startswith("-- expects: "):
            expected = line.removeprefix("-- expects: ")
        elif line.strip():
            yield expected, line


def judged(sql: str, dialect: str = "sqlite", policy: Mapping[str, object] | None = None) -> Verdict:
    return check(sql, dialect=dialect, schema=shop(), policy=Policy.from_dict(policy) if policy else None)


@pytest.mark.parametrize("dialect", ["sqlite", "duckdb", "postgres", "spark"])
@pytest.mark.parametrize(("expected", "sql"), list(cases()))
def test_each_case_is_told_as_its_heading_says(expected: str, sql: str, dialect: str) -> None:
    found = {finding.code for finding in judged(sql, dialect).findings}
    assert found == (set() if expected == "nothing" else {expected})


# -- values that do not occur ----------------------------------------------------------------------------------------


def test_the_values_that_occur_are_named_and_the_nearest_is_the_hint() -> None:
    (finding,) = judged("SELECT count(*) FROM customers WHERE status = 'Active'").warnings
    assert finding.message == "No row has status 'Active'; values are 'active', 'closed', 'paused'."
    assert finding.hint == "Did you mean 'active'?"


def test_a_double_quoted_value_of_sqlite_is_a_value() -> None:
    assert [w.code for w in judged('SELECT count(*) FROM customers WHERE status = "Active"').warnings] == [
        "unknown_value"
    ]
    assert judged('SELECT count(*) FROM customers WHERE status = "active"').findings == ()


@pytest.mark.parametrize(
    ("known", "distinct", "rows", "warns"),
    [
        (20, 20, 10**6, True),
        (300, 300, 4_000, True),
        (300, 300, 10**6, False),
        (300, 300, None, False),
        (300, 301, 4_000, False),
    ],
    ids=["few", "all of few rows", "all of a sample", "rows unknown", "not all"],
)
def test_a_value_is_missed_only_where_all_are_known(known: int, distinct: int, rows: int | None, warns: bool) -> None:
    values = tuple(f"value {number}" for number in range(known))
    kind = Column("kind", "text", Kind.TEXT, common_values=values, distinct_estimate=distinct)
    schema = DatabaseSchema("sqlite", (Table("t", (kind,), row_estimate=rows),))
    verdict = check("SELECT count(*) FROM t WHERE kind = 'other'", dialect="sqlite", schema=schema)
    assert ("unknown_value" in [finding.code for finding in verdict.findings]) is warns


def test_mysql_compares_without_regard_to_case() -> None:
    assert judged("SELECT count(*) FROM customers WHERE status = 'Active'", "mysql").findings == ()


@pytest.mark.parametrize("dialect", ["sqlite", "mysql", "postgres", "duckdb", "spark"])
@pytest.mark.parametrize("key", ["blocked_columns", "masked_columns", "aggregate_only_columns"])
def test_values_of_a_column_that_is_not_free_to_read_are_never_told(key: str, dialect: str) -> None:
    for sql in (
        "SELECT count(*) FROM customers WHERE status = 'Active'",
        "SELECT count(*) FROM (SELECT status AS s FROM customers) x WHERE s = 'Active'",
    ):
        verdict = judged(sql, dialect, {key: ["customers.status"]})
        told = " ".join(finding.message + finding.hint for finding in verdict.findings)
        assert not any(value in told for value in STATUSES)


def test_values_of_a_column_with_sensitive_content_are_never_told() -> None:
    schema = shop()
    (customers, *others) = schema.tables
    columns = tuple(replace(column, sensitive=("email",)) for column in customers.columns)
    hidden = replace(schema, tables=(replace(customers, columns=columns), *others))
    assert check("SELECT 1 FROM customers WHERE status = 'Active'", dialect="sqlite", schema=hidden).findings == ()


def test_a_large_table_is_spoken_of_as_far_as_it_was_looked_at() -> None:
    schema = shop()
    (customers, *others) = schema.tables
    large = replace(schema, tables=(replace(customers, row_estimate=10**7), *others))
    (finding,) = check("SELECT 1 FROM customers WHERE status = 'x'", dialect="duckdb", schema=large).warnings
    assert finding.message.startswith("No row looked at has status 'x'")


# -- fan-out ---------------------------------------------------------------------------------------------------------


def test_the_join_is_named_and_a_way_out_is_given() -> None:
    (total,) = judged("SELECT sum(o.total) FROM orders o JOIN order_items i ON i.order_id = o.id").warnings
    assert total.message == (
        "SUM over 'orders' counts a row once for each row of 'order_items' (joined by i.order_id = o.id)."
    )
    assert total.hint == "Group 'order_items' by 'order_id' in a sub-query first, and join that."
    (count,) = judged("SELECT count(o.id) FROM orders o JOIN order_items i ON i.order_id = o.id").warnings
    assert count.hint == "Count DISTINCT keys of 'orders'."


@pytest.mark.parametrize(
    "join", ["SEMI JOIN order_items i ON i.order_id = o.id", "ANTI JOIN order_items i ON i.order_id = o.id"]
)
def test_a_join_that_only_tests_multiplies_nothing(join: str) -> None:
    assert judged(f"SELECT sum(o.total) FROM orders o {join}", "duckdb").findings == ()


def test_lateral_rows_are_followed() -> None:
    lateral = "SELECT sum(o.total) FROM orders o CROSS JOIN LATERAL (SELECT qty FROM order_items i {0}) x"
    assert judged(lateral.format("WHERE i.order_id = o.id LIMIT 1"), "postgres").findings == ()


# -- required filters ------------------------------------------------------------------------------------------------

FILTER = {"required_filters": {"orders": "deleted_at IS NULL"}}


@pytest.mark.parametrize("dialect", ["sqlite", "duckdb", "postgres", "mysql", "spark"])
@pytest.mark.parametrize(
    "sql",
    [
        "SELECT count(*) FROM orders WHERE deleted_at IS NULL",
        "SELECT count(*) FROM orders o WHERE o.total > 1 AND (o.deleted_at IS NULL) AND (o.id = 1 OR o.id = 2)",
        "SELECT count(*) FROM customers c JOIN orders o ON o.customer_id = c.id AND o.deleted_at IS NULL",
        "SELECT count(*) FROM customers c LEFT JOIN orders o ON o.customer_id = c.id AND o.deleted_at IS NULL",
        "SELECT count(*) FROM orders o RIGHT JOIN customers c ON o.customer_id = c.id AND o.deleted_at IS NULL",
        "SELECT count(*) FROM customers c, orders WHERE customer_id = c.id AND orders.deleted_at IS NULL",
        "WITH o AS (SELECT * FROM orders WHERE deleted_at IS NULL) SELECT count(*) FROM o",
        "SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders WHERE deleted_at IS NULL)",
        "SELECT count(*) FROM customers",
    ],
)
def test_a_query_that_holds_the_required_filter_passes(sql: str, dialect: str) -> None:
    assert judged(sql, dialect, policy=FILTER).allowed


@pytest.mark.parametrize("dialect", ["sqlite", "duckdb", "postgres", "mysql", "spark"])
@pytest.mark.parametrize(
    "sql",
    [
        "SELECT count(*) FROM orders",
        "SELECT count(*) FROM orders WHERE deleted_at IS NOT NULL",
        "SELECT count(*) FROM orders WHERE deleted_at IS NULL OR total > 1",
        "SELECT count(*) FROM orders WHERE NOT (deleted_at IS NULL)",
        "SELECT count(*) FROM orders WHERE (CASE WHEN deleted_at IS NULL THEN 1 ELSE 1 END) = 1",
        "SELECT count(*) FROM orders HAVING min(deleted_at) IS NULL",
        "SELECT count(*) FROM orders a JOIN orders b ON a.id = b.id WHERE a.deleted_at IS NULL",
        "SELECT count(*) FROM orders o LEFT JOIN customers c ON o.customer_id = c.id AND o.deleted_at IS NULL",
        "SELECT count(*) FROM customers c RIGHT JOIN orders o ON o.customer_id = c.id AND o.deleted_at IS NULL",
        "SELECT count(*) FROM orders o CROSS JOIN (SELECT 1 AS deleted_at) x WHERE x.deleted_at IS NULL",
        "WITH o AS (SELECT * FROM orders) SELECT count(*) FROM o WHERE deleted_at IS NULL",
        "SELECT name FROM customers WHERE id IN (SELECT customer_id FROM orders)",
        "SELECT id FROM orders WHERE deleted_at IS NULL UNION SELECT id FROM orders",
        "SELECT (SELECT max(total) FROM orders) FROM orders WHERE deleted_at IS NULL",
        "SELECT o.id FROM customers c RIGHT JOIN (orders o JOIN products p ON p.id = o.id) ON o.deleted_at IS NULL",
        "SELECT o.id FROM orders o, (SELECT NULL AS deleted_at) o WHERE o.deleted_at IS NULL",
    ],
)
def test_a_query_that_lacks_it_is_stopped_and_told_what_to_add(sql: str, dialect: str) -> None:
    verdict = judged(sql, dialect, policy=FILTER)
    (finding, *_) = verdict.errors
    assert (finding.code, finding.severity) == ("required_filter", Severity.ERROR)
    assert "deleted_at IS NULL" in finding.message
    assert "deleted_at IS NULL" in finding.hint


def test_the_field_of_a_structure_is_not_the_column_of_its_name() -> None:
    verdict = judged("SELECT id FROM orders WHERE note.deleted_at IS NULL", "duckdb", policy=FILTER)
    assert [finding.code for finding in verdict.errors] == ["required_filter"]


def test_the_filter_may_be_written_the_other_way_round() -> None:
    policy = {"required_filters": {"orders": "total > 0 AND note <> 'test'"}}
    for sql in (
        "SELECT id FROM orders WHERE total > 0 AND note != 'test'",
        "SELECT id FROM orders o WHERE 'test' <> o.note AND 0 < o.total AND o.id > 3",
        "SELECT id FROM orders WHERE NOT note = 'test' AND ((total > 0))",
    ):
        assert judged(sql, policy=policy).allowed, sql
    for sql in ("SELECT id FROM orders WHERE total > 0", "SELECT id FROM orders WHERE total >= 0 AND note <> 'test'"):
        assert not judged(sql, policy=policy).allowed, sql


def test_a_symmetric_range_does_not_stand_for_its_first_bound() -> None:
    policy = {"required_filters": {"orders": "total >= 10"}}
    assert judged("SELECT id FROM orders WHERE total BETWEEN 10 AND 20", "postgres", policy=policy).allowed
    assert not judged("SELECT id FROM orders WHERE total BETWEEN SYMMETRIC 10 AND 1", "postgres", policy=policy).allowed


def test_all_filters_of_a_table_are_asked_for() -> None:
    policy = {"required_filters": {"orders": "deleted_at IS NULL", "main.orders": "total > 0"}}
    assert not judged("SELECT id FROM orders WHERE deleted_at IS NULL", policy=policy).allowed
    assert judged("SELECT id FROM orders WHERE deleted_at IS NULL AND total > 0", policy=policy).allowed


def test_a_table_read_in_a_way_nobody_can_follow_does_not_hold_the_filter() -> None:
    assert not judged("SELECT 1 FROM customers WHERE id IN orders", policy=FILTER).allowed
    assert not judged("SELECT * FROM orders AS o(a, b) WHERE b IS NULL", "postgres", policy=FILTER).allowed
    assert not judged("TABLE orders", "postgres", policy=FILTER).allowed
    assert not judged("FROM orders", "duckdb", policy=FILTER).allowed
    assert judged("FROM orders WHERE deleted_at IS NULL", "duckdb", policy=FILTER).allowed


def test_a_filter_that_cannot_be_read_is_held_by_no_query() -> None:
    policy = {"required_filters": {"orders": "deleted_at IS ((("}}
    assert not judged("SELECT id FROM orders WHERE deleted_at IS NULL", policy=policy).allowed


def test_without_a_schema_the_filter_is_still_asked_for() -> None:
    policy = Policy.from_dict(FILTER)
    assert check("SELECT id FROM orders WHERE deleted_at IS NULL", dialect="mysql", policy=policy).allowed
    assert not check("SELECT id FROM orders WHERE total > 1", dialect="mysql", policy=policy).allowed


# -- types that clash, held against real engines ---------------------------------------------------------------------

COLUMNS = {"n": "INTEGER", "s": "VARCHAR(20)", "d": "DATE", "b": "BOOLEAN", "m": "DECIMAL(8,2)"}
FINE = ["n = 5", "n = '5'", "m > ' 1.5 '", "n IN (1, 2)", "s = '5'", "d > '2024-01-01'", "d = DATE '2024-01-01'",
        "b = TRUE", "b = 'true'", "s < 'b'", "n BETWEEN 1 AND 5", "n = m", "d IS NULL", "n <> -3"]  # fmt: skip
CLASHING = [
    "n = 'many'",
    "n IN (1, 'two')",
    "'high' < m",
    "d > 'soon'",
    "d = 5",
    "b = 'maybe'",
    "s > 5",
    "n BETWEEN 1 AND 'x'",
]


@pytest.mark.parametrize("dialect", ["postgres", "duckdb", "sqlite", "mysql", "spark"])
@pytest.mark.parametrize("condition", FINE)
def test_a_comparison_within_a_type_gets_no_word(condition: str, dialect: str) -> None:
    assert check(f"SELECT n FROM t WHERE {condition}", dialect=dialect, schema={"t": COLUMNS}).findings == ()


@pytest.mark.parametrize("dialect", ["postgres", "duckdb", "sqlite", "mysql", "spark"])
@pytest.mark.parametrize("condition", CLASHING)
def test_a_comparison_that_clashes_is_told(condition: str, dialect: str) -> None:
    if condition == "d = 5" and dialect in ("sqlite", "mysql"):
        pytest.skip("dates may be numbers there")
    findings = check(f"SELECT n FROM t WHERE {condition}", dialect=dialect, schema={"t": COLUMNS}).findings
    assert [finding.code for finding in findings] == ["type_clash"]


def test_a_clash_is_seen_through_a_sub_query_and_between_columns() -> None:
    for sql in ("SELECT x FROM (SELECT n AS x FROM t) q WHERE x = 'many'", "SELECT a.n FROM t a JOIN t b ON a.n = b.s"):
        verdict = check(sql, dialect="mysql", schema={"t": COLUMNS})
        assert verdict.allowed
        assert [w.code for w in verdict.warnings] == ["type_clash"]


@pytest.mark.parametrize("family", ["int4range", "interval", "daterange", "integer[]", "point", "inet", "uuid"])
def test_nothing_is_said_of_types_that_only_look_like_numbers_or_dates(family: str) -> None:
    verdict = check("SELECT 1 FROM t WHERE x = '[1,5)'", dialect="postgres", schema={"t": {"x": family}})
    assert verdict.findings == ()


def test_what_is_called_an_error_is_one_in_duckdb() -> None:
    import duckdb

    with duckdb.connect() as engine:
        engine.execute(
            "CREATE TABLE t AS SELECT 7 AS n, 'x' AS s, DATE '2024-01-01' AS d, true AS b, 1.5::DECIMAL(8,2) AS m"
        )
        for condition in (*FINE, *CLASHING):
            sql = f"SELECT n FROM t WHERE {condition}"
            if check(sql, dialect="duckdb", schema={"t": COLUMNS}).errors:
                with pytest.raises(duckdb.Error):
                    engine.execute(sql).fetchall()


def test_what_is_called_an_error_is_one_in_postgresql(postgres_url: str) -> None:
    import psycopg

    with psycopg.connect(postgres_url, autocommit=True) as engine:
        engine.execute("CREATE TABLE t (n INTEGER, s VARCHAR(20), d DATE, b BOOLEAN, m DECIMAL(8,2))")
        for condition in FINE:
            engine.execute(f"SELECT n FROM t WHERE {condition}".encode())
        for condition in CLASHING:
            sql = f"SELECT n FROM t WHERE {condition}"
            assert check(sql, dialect="postgres", schema={"t": COLUMNS}).errors, sql
            with pytest.raises(psycopg.Error):
                engine.execute(sql.encode())


# -- cartesian products ----------------------------------------------------------------------------------------------


def test_two_unconnected_tables_are_told_and_three_are_stopped() -> None:
    schema = {"a": ["x"], "b": ["y"], "c": ["z"]}
    two = check("SELECT count(*) FROM a, b", dialect="sqlite", schema=schema)
    assert two.allowed
    assert [w.code for w in two.warnings] == ["cartesian_product"]
    assert not check("SELECT count(*) FROM a, b, c", dialect="sqlite", schema=schema).allowed


def test_row_counts_decide_where_they_are_known() -> None:
    small, large = (Table(n, (Column("x", "int"),), row_estimate=r) for n, r in (("small", 3), ("large", 10**6)))
    schema = DatabaseSchema("sqlite", (small, large))
    assert check("SELECT 1 FROM small a, small b, small c, small d", dialect="sqlite", schema=schema).allowed
    assert not check("SELECT 1 FROM large a, large b", dialect="sqlite", schema=schema).allowed


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT count(*) FROM (SELECT * FROM large) a, (SELECT * FROM large) b",
        "WITH l AS (SELECT x FROM large) SELECT count(*) FROM l a CROSS JOIN l b",
        "SELECT count(*) FROM (SELECT generate_series(1, 100000) AS n) a, (SELECT generate_series(1, 100000) AS n) b",
        "WITH s AS (SELECT * FROM generate_series(1, 10000)) SELECT count(*) FROM s a, s b, s c",
        "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 9999) SELECT 1 FROM r a, r b, r c",
    ],
)
def test_a_product_does_not_hide_behind_sub_queries(sql: str) -> None:
    schema = DatabaseSchema("postgres", (Table("large", (Column("x", "int"),), row_estimate=10**6),))
    assert [error.code for error in check(sql, dialect="postgres", schema=schema).errors] == ["cartesian_product"]
