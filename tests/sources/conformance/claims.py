"""The claims."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from answerable.kernel.errors import QueryFailed, QueryStopped
from answerable.sources import Limits, Result
from answerable.sources.worker.worker_source import WorkerSource
from tests.sources.conformance.shop import KINDS
from tests.sources.conformance.under_test import EngineUnderTest
from tests.waiting import wait_until

__all__ = ["Conformance"]

LIMITS = Limits(rows=1_000, seconds=60.0)
A_HANG = 20
"""Seconds; twenty times a limit. Here they end within half a second of it, and what is not stopped takes hours."""


class Conformance:
    """Subclass it, give the fixture `under_test`, and every claim runs against that engine."""

    @pytest.fixture(scope="class")
    @classmethod
    def under_test(cls) -> EngineUnderTest:
        raise NotImplementedError

    @pytest.fixture(scope="class")
    @classmethod
    def place(cls, tmp_path_factory: pytest.TempPathFactory) -> Path:
        return tmp_path_factory.mktemp("conformance")

    @pytest.fixture(scope="class")
    @classmethod
    def spec(cls, under_test: EngineUnderTest, place: Path) -> str:
        return under_test.make(place)

    @pytest.fixture(scope="class")
    @classmethod
    def source(cls, under_test: EngineUnderTest, spec: str, place: Path) -> Iterator[WorkerSource]:
        with under_test.open(spec, place) as opened:
            yield opened

    @pytest.fixture(autouse=True)
    def _gap(self, request: pytest.FixtureRequest, under_test: EngineUnderTest) -> None:
        claim = request.node.originalname.removeprefix("test_")
        if claim in under_test.gaps:
            pytest.skip(f"{under_test.dialect}: no such thing as {claim}")

    # What is there

    def test_dialect_is_told(self, source: WorkerSource, under_test: EngineUnderTest) -> None:
        assert source.dialect == under_test.dialect
        assert source.schema().dialect == under_test.dialect

    def test_tables_and_columns_are_listed_in_order(self, source: WorkerSource) -> None:
        customers, orders = source.schema().table("customers"), source.schema().table("orders")
        assert customers and [column.name for column in customers.columns] == ["id", "name", "country"]
        assert orders and [c.name for c in orders.columns] == ["id", "customer_id", "amount", "day", "placed"]

    def test_kinds_follow_the_declared_types(self, source: WorkerSource, under_test: EngineUnderTest) -> None:
        for place, kind in {**KINDS, **under_test.schema_kinds}.items():
            table, name = place.split(".")
            found = source.schema().table(table)
            column = found.column(name) if found else None
            assert column and column.kind == kind, place

    def test_views_are_marked(self, source: WorkerSource) -> None:
        view = source.schema().table("large_orders")
        assert view and view.is_view
        assert [column.name for column in view.columns] == ["id", "amount"]

    def test_nullability_and_defaults_are_read(self, source: WorkerSource) -> None:
        customers = source.schema().table("customers")
        assert customers
        name, country = customers.column("name"), customers.column("country")
        assert name and not name.nullable and name.default is None
        assert country and country.nullable and "DE" in (country.default or "")

    def test_declared_keys_are_read(self, source: WorkerSource) -> None:
        orders = source.schema().table("orders")
        assert orders and orders.primary_key == ("id",)
        (key,) = orders.foreign_keys
        target = source.schema().table(key.ref_table)
        assert (key.columns, target and target.name, key.ref_columns) == (("customer_id",), "customers", ("id",))
        assert not key.inferred

    def test_comments_are_read(self, source: WorkerSource) -> None:
        customers = source.schema().table("customers")
        name = customers.column("name") if customers else None
        assert customers and customers.comment == "Who buys"
        assert name and name.comment == "As on the invoice"

    def test_rows_are_estimated(self, source: WorkerSource) -> None:
        customers = source.schema().table("customers")
        assert customers and customers.row_estimate is not None and 0 <= customers.row_estimate <= 100

    def test_common_values_come_most_frequent_first(self, source: WorkerSource) -> None:
        customers = source.schema().table("customers")
        country = customers.column("country") if customers else None
        assert country and country.common_values == ("DE", "FR")

    def test_a_few_rows_come_along_as_plain_cells(self, source: WorkerSource) -> None:
        customers, orders = source.schema().table("customers"), source.schema().table("orders")
        assert customers and orders and customers.cells_are_all and orders.cells_are_all
        cells = {column.name: column.cells for column in (*customers.columns, *orders.columns)}
        assert cells["name"] == ("Ann", "Bo 😀", "שלום", "O'Neil")
        assert cells["country"] == ("DE", "DE", "FR", None)
        assert (cells["id"], cells["customer_id"]) == ((10, 11, 12, 13), (1, 1, 3, 3))
        is_text = any(column.name == "amount" and column.kind == "text" for column in orders.columns)
        assert cells["amount"] == (("19.99", "0.10", "1234567.89", None) if is_text else (19.99, 0.1, 1234567.89, None))
        assert cells["day"] == ("2024-01-05", "2024-02-29", "2023-12-31", None)
        assert cells["placed"] == ("2024-01-05 10:30:00", "2024-02-29 00:00:00", "2023-12-31 23:59:59", None)

    # Fingerprints

    def test_schema_fingerprint_is_the_same_on_another_connection(
        self, under_test: EngineUnderTest, source: WorkerSource, spec: str, place: Path
    ) -> None:
        with under_test.open(spec, place) as other:
            assert other.schema(refresh=True).fingerprint == source.schema(refresh=True).fingerprint

    def test_schema_fingerprint_changes_with_a_column(self, under_test: EngineUnderTest, tmp_path: Path) -> None:
        spec = under_test.make(tmp_path)
        with under_test.open(spec, tmp_path) as before:
            first = before.schema(refresh=True)
        under_test.change(spec)
        with under_test.open(spec, tmp_path) as after:
            second = after.schema(refresh=True)
        assert first.fingerprint != second.fingerprint
        changed = second.table("customers")
        assert changed and changed.column("extra")

    def test_result_fingerprint_follows_the_values(self, source: WorkerSource) -> None:
        sql = "SELECT name FROM customers WHERE id = {} ORDER BY id"
        one, again, other = (source.run(sql.format(number), LIMITS).fingerprint for number in (1, 1, 2))
        assert one == again != other

    # Running

    def test_values_arrive_exactly(self, source: WorkerSource) -> None:
        rows = source.run("SELECT id, amount, day, placed FROM orders ORDER BY id", LIMITS).table.to_pylist()
        assert [row["id"] for row in rows] == [10, 11, 12, 13]
        amounts = [row["amount"] for row in rows]
        assert amounts == [Decimal("19.99"), Decimal("0.10"), Decimal("1234567.89"), None]
        assert all(isinstance(amount, Decimal) for amount in amounts[:3])
        assert [row["day"] for row in rows] == [date(2024, 1, 5), date(2024, 2, 29), date(2023, 12, 31), None]
        assert rows[0]["placed"] == datetime(2024, 1, 5, 10, 30) and rows[3]["placed"] is None

    def test_text_of_any_script_survives(self, source: WorkerSource) -> None:
        table = source.run("SELECT name FROM customers ORDER BY id", LIMITS).table
        assert table.column("name").to_pylist() == ["Ann", "Bo 😀", "שלום", "O'Neil"]

    def test_exact_types_survive(self, source: WorkerSource, under_test: EngineUnderTest) -> None:
        assert under_test.exact, "describe at least one expression"
        for name, (expression, wanted) in under_test.exact.items():
            value = _only(source.run(f"SELECT {expression} AS v", LIMITS))
            assert _same(value, wanted), f"{name}: {value!r} is not {wanted!r}"

    def test_empty_result_keeps_its_columns(self, source: WorkerSource) -> None:
        result = source.run("SELECT id, name FROM customers WHERE id < 0", LIMITS)
        assert result.table.num_rows == 0
        assert result.table.column_names == ["id", "name"]
        assert not result.is_truncated

    def test_repeated_column_names_are_kept(self, source: WorkerSource) -> None:
        table = source.run("SELECT id AS a, name AS a FROM customers WHERE id = 1", LIMITS).table
        assert table.column_names == ["a", "a"]
        assert [table.column(number)[0].as_py() for number in (0, 1)] == [1, "Ann"]

    @pytest.mark.parametrize(("count", "is_truncated"), [(99, False), (100, False), (101, True), (5_000, True)])
    def test_rows_are_cut_at_the_limit(
        self, source: WorkerSource, under_test: EngineUnderTest, count: int, is_truncated: bool
    ) -> None:
        result = source.run(under_test.numbers.format(count=count), Limits(rows=100, seconds=20.0))
        assert result.table.num_rows == min(count, 100)
        assert result.is_truncated is is_truncated

    def test_estimate_does_not_run_the_query(self, source: WorkerSource, under_test: EngineUnderTest) -> None:
        source.estimate(under_test.endless)  # else it is stopped at its limit, which raises

    # Stopping

    def test_time_limit_stops_the_query_in_the_engine(
        self, source: WorkerSource, under_test: EngineUnderTest, spec: str
    ) -> None:
        started = time.monotonic()
        with pytest.raises(QueryStopped) as stopped:
            source.run(under_test.endless, Limits(seconds=1.0))
        assert stopped.value.reason == "time"
        assert time.monotonic() - started < A_HANG
        if (open_queries := under_test.open_queries) is not None:
            wait_until(lambda: open_queries(spec) == 0, "the end of the query in the engine")
        assert _only(source.run("SELECT 1 AS v", LIMITS)) == 1

    def test_cancel_stops_the_query(self, source: WorkerSource, under_test: EngineUnderTest) -> None:
        def cancel_at_once(_what: str, _share: float | None) -> None:
            threading.Thread(target=source.cancel).start()

        with pytest.raises(QueryStopped) as stopped:
            source.run(under_test.endless, Limits(seconds=3_600), cancel_at_once)
        assert stopped.value.reason == "cancelled"
        assert _only(source.run("SELECT 1 AS v", LIMITS)) == 1

    def test_progress_is_told_while_a_query_runs(self, source: WorkerSource, under_test: EngineUnderTest) -> None:
        told: list[tuple[str, float | None]] = []

        def hear(what: str, share: float | None) -> None:
            told.append((what, share))
            if len(told) == 3:
                source.cancel()

        with pytest.raises(QueryStopped):
            source.run(under_test.endless, Limits(seconds=60), hear)
        assert len(told) >= 3
        assert all(what and (share is None or 0 <= share <= 1) for what, share in told)

    # Saying no

    def test_nothing_can_be_written(self, source: WorkerSource, under_test: EngineUnderTest) -> None:
        before = source.run("SELECT count(*) AS v FROM customers", LIMITS)
        for statement in under_test.writes:
            with pytest.raises(QueryFailed):
                source.run(statement, LIMITS)
        assert source.run("SELECT count(*) AS v FROM customers", LIMITS).fingerprint == before.fingerprint

    @pytest.mark.parametrize(
        ("sql", "category"),
        [
            ("SELECT nothing_of_the_kind FROM customers", "missing_column"),
            ("SELECT * FROM no_such_table_here", "missing_column"),
            ("SELECT FROM WHERE", "sql_syntax"),
            ("SELEC 1", "sql_syntax"),
        ],
    )
    def test_failures_have_a_category(self, source: WorkerSource, sql: str, category: str) -> None:
        with pytest.raises(QueryFailed) as failed:
            source.run(sql, LIMITS)
        assert failed.value.category == category
        assert "\n" not in failed.value.line()

    def test_type_clash_has_its_category(self, source: WorkerSource, under_test: EngineUnderTest) -> None:
        with pytest.raises(QueryFailed) as failed:
            source.run(under_test.mismatch, LIMITS)
        assert failed.value.category == "type_mismatch"

    @pytest.mark.parametrize("sql", ["SELECT 1; SELECT 2", "SELECT 'a\0b'", "SELECT '\ud83d'", ""])
    def test_what_is_no_single_readable_query_is_refused(self, source: WorkerSource, sql: str) -> None:
        with pytest.raises(QueryFailed):
            source.run(sql, LIMITS)


def _only(result: Result) -> Any:
    assert result.table.shape == (1, 1)
    return result.table.column(0)[0].as_py()


def _same(value: Any, wanted: Any) -> bool:
    if isinstance(wanted, float) and math.isnan(wanted):
        return isinstance(value, float) and math.isnan(value)
    return type(value) is type(wanted) and bool(value == wanted)
