"""What some rows tell about a table."""

from __future__ import annotations

from answerable.schema import Column, Kind, Table
from answerable.sources.sampling import MOST_VALUES, with_dates, with_sample

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
    many: list[list[str | None]] = [[str(number), None] for number in range(100)]
    assert with_sample(TABLE, ROWS, is_whole=True).columns[1].common_values == ("b", "a")
    assert len(with_sample(TABLE, many, is_whole=True).columns[1].common_values) == MOST_VALUES


def test_prose_is_no_common_value() -> None:
    rows: list[list[str | None]] = [["x" * 101, None], ["short", None]]
    assert with_sample(TABLE, rows, is_whole=True).columns[1].common_values == ("short",)


def test_whole_table_tells_count_and_range() -> None:
    table = with_sample(TABLE, ROWS, is_whole=True)
    assert table.row_estimate == 4
    assert (table.columns[2].minimum, table.columns[2].maximum) == ("2023-01-01", "2024-02-01")


def test_part_of_a_table_tells_neither() -> None:
    table = with_sample(TABLE, ROWS, is_whole=False)
    assert table.row_estimate == 7 and table.columns[2].minimum is None


def test_empty_table_is_known_to_be_empty() -> None:
    table = with_sample(TABLE, [], is_whole=True)
    assert table.row_estimate == 0 and table.columns[1].common_values == ()


def test_dates_are_iso_or_nothing() -> None:
    table = with_dates(TABLE, ["day"], ["2024-01-01 10:00:00+00", "infinity"])
    assert (table.columns[2].minimum, table.columns[2].maximum) == ("2024-01-01T10:00:00+00:00", None)
