"""What some rows tell about a table."""

from __future__ import annotations

from dataclasses import replace

from answerable.kernel.schema import Column, Kind, Table
from answerable.sources.sample_rows import with_dates, with_sample
from answerable.sources.statistics import MOST_VALUES, Budget

TABLE = Table(
    "t",
    (
        Column("id", "int", Kind.INTEGER),
        Column("name", "text", Kind.TEXT),
        Column("day", "date", Kind.DATE),
    ),
    row_estimate=7,
)
ROWS: list[list[str | None]] = [["b", "2024-02-01"], ["a", "2023-01-01"], ["b", None], [None, "infinity"]]


def test_common_values_come_most_frequent_first() -> None:
    many: list[list[str | None]] = [[str(number), None] for number in range(3_000)]
    assert with_sample(TABLE, ROWS, Budget(), is_whole=True).columns[1].common_values == ("b", "a")
    assert len(with_sample(TABLE, many, Budget(), is_whole=True).columns[1].common_values) == MOST_VALUES


def test_what_a_catalogue_told_stays_behind_what_was_seen_unless_all_was_seen() -> None:
    told = replace(TABLE, columns=(TABLE.columns[0], replace(TABLE.columns[1], common_values=("z", "a"))))
    rows: list[list[str | None]] = [["b"], ["a"], ["b"]]
    assert with_sample(told, rows, Budget(), is_whole=False).columns[1].common_values == ("b", "a", "z")
    assert with_sample(told, rows, Budget(), is_whole=True).columns[1].common_values == ("b", "a")
    assert with_sample(told, [], Budget(), is_whole=True).columns[1].common_values == ("z", "a")


def test_cells_keep_their_case_and_spaces() -> None:
    rows: list[list[str | None]] = [[" Ann", None], ["ann ", None], ["ANN", None]]
    assert with_sample(TABLE, rows, Budget(), is_whole=True).columns[1].common_values == (" Ann", "ANN", "ann ")


def test_prose_is_no_common_value() -> None:
    rows: list[list[str | None]] = [["x" * 101, None], ["short", None]]
    assert with_sample(TABLE, rows, Budget(), is_whole=True).columns[1].common_values == ("short",)


def test_whole_table_tells_count_and_range() -> None:
    table = with_sample(TABLE, ROWS, Budget(), is_whole=True)
    assert table.row_estimate == 4
    assert (table.columns[2].minimum, table.columns[2].maximum) == ("2023-01-01", "2024-02-01")


def test_part_of_a_table_tells_neither() -> None:
    table = with_sample(TABLE, ROWS, Budget(), is_whole=False)
    assert table.row_estimate == 7 and table.columns[2].minimum is None


def test_empty_table_is_known_to_be_empty() -> None:
    table = with_sample(TABLE, [], Budget(), is_whole=True)
    assert table.row_estimate == 0 and table.columns[1].common_values == ()


def test_dates_are_iso_or_nothing() -> None:
    table = with_dates(TABLE, ["day"], ["2024-01-01 10:00:00+00", "infinity"])
    assert (table.columns[2].minimum, table.columns[2].maximum) == ("2024-01-01T10:00:00+00:00", None)
