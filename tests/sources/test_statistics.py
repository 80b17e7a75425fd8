"""How many values a source's columns keep: enough to find a question's words, never without bound."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from answerable.kernel.schema import Column, Kind, Table
from answerable.kernel.settings import Settings
from answerable.sources import open_source
from answerable.sources.statistics import FEW_VALUES, MOST_VALUES, Budget, with_statistics

CREATE = "CREATE TABLE t (number INTEGER, city TEXT)"
INSERT = "INSERT INTO t VALUES (?, ?)"

Read = Callable[[Sequence[str]], Column]


def names(count: int, length: int = 8) -> list[str]:
    return [f"{number:0{length}}" for number in range(count)]


def made_in_sqlite(folder: Path, cities: Sequence[str]) -> str:
    with closing(sqlite3.connect(folder / "a.db")) as connection, connection:
        connection.execute(CREATE)
        connection.executemany(INSERT, enumerate(cities))
    return "a.db"


def made_in_duckdb(folder: Path, cities: Sequence[str]) -> str:
    with duckdb.connect(str(folder / "a.duckdb")) as connection:
        connection.execute(CREATE)
        connection.execute("INSERT INTO t SELECT unnest(?), unnest(?)", [list(range(len(cities))), list(cities)])
    return "a.duckdb"


@pytest.fixture(params=[made_in_sqlite, made_in_duckdb], ids=["sqlite", "duckdb"])
def read(request: pytest.FixtureRequest, tmp_path: Path) -> Read:
    def column_of(cities: Sequence[str]) -> Column:
        with open_source(request.param(tmp_path, cities), Settings(), folder=tmp_path) as source:
            table = source.schema().table("t")
        assert table
        return table.columns[1]

    return column_of


def test_a_rare_value_is_known_among_a_thousand(read: Read) -> None:
    column = read([*(f"City {number}" for number in range(999)), " arizona ", "Arizona", "Arizona"])
    assert column.common_values[0] == "Arizona" and " arizona " in column.common_values
    assert len(column.common_values) == column.distinct_estimate == 1_001


def test_beyond_the_most_the_number_of_others_is_still_told(read: Read) -> None:
    column = read([f"City {number}" for number in range(MOST_VALUES + 500)])
    assert (len(column.common_values), column.distinct_estimate) == (MOST_VALUES, MOST_VALUES + 500)


def test_a_column_keeps_the_most_frequent_up_to_the_most() -> None:
    given = names(MOST_VALUES + 1)
    assert Budget().keep_affordable(given) == tuple(given[:MOST_VALUES])


def test_all_columns_together_stay_below_the_bound_and_each_keeps_a_few() -> None:
    budget = Budget(values=10_000)
    kept = [len(budget.keep_affordable(names(MOST_VALUES))) for _ in range(500)]
    assert sum(kept) <= 10_000 + 500 * FEW_VALUES
    assert kept == sorted(kept, reverse=True) and kept[0] == 200 + FEW_VALUES and kept[-1] >= FEW_VALUES


def test_text_is_bounded_in_bytes() -> None:
    budget = Budget(text=5_000)
    assert len(budget.keep_affordable(names(100, length=10))) == FEW_VALUES + 10
    assert budget.text == 4_900
    assert (
        len(Budget(text=5_000).keep_affordable(["서" * 10 + name for name in names(100, length=4)])) == FEW_VALUES + 2
    )


def test_columns_of_few_values_take_nothing_from_the_others() -> None:
    budget = Budget()
    budget.keep_affordable(names(FEW_VALUES))
    assert (budget.values, budget.text) == (200_000, 10_000_000)


def test_what_is_read_as_text_but_is_none_has_values_too(tmp_path: Path) -> None:
    with duckdb.connect(str(tmp_path / "a.duckdb")) as connection:
        connection.execute("CREATE TABLE t AS SELECT uuid() AS key, 'b'::ENUM('a', 'b') AS size FROM range(3)")
    with open_source("a.duckdb", Settings(), folder=tmp_path) as source:
        table = source.schema().table("t")
    assert table
    assert [column.distinct_estimate for column in table.columns] == [3, 1]


def test_the_dates_of_a_wide_table_take_few_queries(tmp_path: Path) -> None:
    asked: list[str] = []
    names = [f"d{number}" for number in range(120)]
    with duckdb.connect(str(tmp_path / "a.duckdb")) as connection:
        connection.execute(f"CREATE TABLE t ({', '.join(f'{name} DATE' for name in names)})")
        connection.execute(f"INSERT INTO t VALUES ({', '.join('?' * 120)})", ["2024-01-02"] * 120)
        columns = tuple(Column(name, "DATE", Kind.DATE) for name in names)

        def execute(sql: str) -> Sequence[Sequence[object]]:
            asked.append(sql)
            return connection.execute(sql).fetchall()

        found = with_statistics(Table("t", columns, row_estimate=1), execute, Budget())
    assert len(asked) == 3
    assert {(column.minimum, column.maximum) for column in found.columns} == {("2024-01-02", "2024-01-02")}
