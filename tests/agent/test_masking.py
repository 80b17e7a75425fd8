"""Masked values never leave: whatever the engine gave, in whatever order it came."""

from __future__ import annotations

from datetime import date
from typing import Any

import pyarrow as pa
import pytest

from answerable.agent.execution.canonical_rows import in_canonical_order
from answerable.agent.execution.masking import MASK, mask_result, withhold_words
from answerable.guard import Policy, check
from answerable.guard.verdict import RowOrder, Verdict
from answerable.kernel.errors import QueryFailed, Refused
from answerable.kernel.fingerprint import fingerprint_of
from answerable.kernel.schema import Column, DatabaseSchema, Index, Table
from answerable.sources import Result

LONG = "a_name_that_goes_on_and_on_until_it_is_longer_than_sixty_characters"
PEOPLE = Table(
    "people",
    (Column("id", "INTEGER"), *(Column(name, "TEXT") for name in ("name", "email", LONG))),
    primary_key=("id",),
    indexes=(Index("by_email", ("name", "email")),),
)
SCHEMA = DatabaseSchema("sqlite", (PEOPLE, Table("towns", (Column("town", "TEXT"),))))
POLICY = Policy.from_dict({"masked_columns": ["people.email", f"people.{LONG}"]})


def verdict_on(sql: str) -> Verdict:
    verdict = check(sql, dialect="sqlite", schema=SCHEMA, policy=POLICY)
    assert verdict.errors == ()
    return verdict


def result(columns: dict[str, list[Any]], *, is_truncated: bool = False) -> Result:
    table = pa.table(columns)
    return Result(table, is_truncated, 1, fingerprint_of(table), warnings=("ada@x.org is no number",))


def shown(sql: str, columns: dict[str, list[Any]], **about: bool) -> dict[str, list[Any]]:
    seen: dict[str, list[Any]] = mask_result(result(columns, **about), verdict_on(sql)).table.to_pydict()
    return seen


PLAIN = "SELECT name, email FROM people ORDER BY id"
TWO: dict[str, list[Any]] = {"name": ["Ada", "Bo"], "email": ["ada@x.org", None]}


def test_values_are_masked_and_missing_ones_stay_missing() -> None:
    assert shown(PLAIN, TWO) == {"name": ["Ada", "Bo"], "email": [MASK, None]}


def test_what_a_function_made_of_a_masked_value_is_masked_though_it_is_missing() -> None:
    sql = "SELECT name, upper(email) AS email FROM people ORDER BY id"
    assert shown(sql, TWO) == {"name": ["Ada", "Bo"], "email": [MASK, MASK]}


@pytest.mark.parametrize(
    "columns",
    [
        {"name": ["Ada"], "phone": ["1"], "email": ["ada@x.org"]},
        {"email": ["ada@x.org"], "name": ["Ada"]},
        {"name": ["Ada"], "mail": ["ada@x.org"]},
        {"name": ["Ada"]},
    ],
    ids=["one more", "swapped", "renamed", "one less"],
)
def test_columns_that_changed_since_the_verdict_are_refused(columns: dict[str, list[Any]]) -> None:
    with pytest.raises(Refused, match="columns are not those the guard expected"):
        shown(PLAIN, columns)


def test_names_are_compared_as_the_engine_folds_them() -> None:
    assert shown(PLAIN, {"NAME": ["Ada"], "Email": ["ada@x.org"]}) == {"NAME": ["Ada"], "Email": [MASK]}


@pytest.mark.parametrize("name", [LONG, LONG[:60], LONG + "_1"])
def test_a_long_name_may_be_cut_or_numbered_by_the_engine(name: str) -> None:
    assert shown(f"SELECT {LONG} FROM people ORDER BY id", {name: ["secret"]}) == {name: [MASK]}


def test_a_long_name_of_other_letters_is_refused() -> None:
    with pytest.raises(Refused):
        shown(f"SELECT {LONG} FROM people ORDER BY id", {LONG[:59] + "X": ["secret"]})


def test_the_fingerprint_is_that_of_what_is_shown() -> None:
    given, verdict = result(TWO), verdict_on(PLAIN)
    seen = mask_result(given, verdict)
    assert seen.fingerprint == fingerprint_of(seen.table) != given.fingerprint


def test_a_result_without_restrictions_stays_as_it_is() -> None:
    given = result({"town": ["Oslo", "Bonn"]})
    assert mask_result(given, verdict_on("SELECT town FROM towns")) is given


def test_warnings_of_the_engine_are_withheld_with_restricted_tables() -> None:
    assert mask_result(result(TWO), verdict_on(PLAIN)).warnings == ()
    assert mask_result(result({"n": [1]}), verdict_on("SELECT count(*) AS n FROM people")).warnings == ()


# -- what is cut off ----------------------------------------------------------------------------------------------

BY_HIDDEN = "SELECT name, email FROM people"


def test_a_cut_that_hidden_values_may_decide_is_refused() -> None:
    assert shown(BY_HIDDEN, TWO)["name"] == ["Ada", "Bo"]
    with pytest.raises(Refused, match="over 2 rows, and a restricted column may decide"):
        shown(BY_HIDDEN, TWO, is_truncated=True)


def test_a_cut_in_a_certain_order_shows_no_missing_values() -> None:
    """Which of the rows that look the same were cut off is not told."""
    by_name = "SELECT name, email FROM people ORDER BY name"
    assert shown(by_name, TWO, is_truncated=True) == {"name": ["Ada", "Bo"], "email": [MASK, MASK]}


def test_a_cut_that_nothing_hidden_decides_shows_where_a_value_is_missing() -> None:
    assert shown(PLAIN, TWO, is_truncated=True)["email"] == [MASK, None]


def test_a_cut_that_nothing_hidden_decides_is_shown() -> None:
    assert shown("SELECT town FROM towns", {"town": ["Oslo"]}, is_truncated=True) == {"town": ["Oslo"]}


def test_words_of_the_engine_are_withheld() -> None:
    error = withhold_words(QueryFailed("'ada@x.org' is no number", category="type_mismatch"))
    assert error.category == "type_mismatch"
    assert "ada" not in f"{error.message} {error.hint}"
    assert error.message == "The database could not run this query."
    assert "withheld" in error.hint


# -- the order of rows --------------------------------------------------------------------------------------------


def ordered(rows: list[tuple[Any, ...]], keys: tuple[int, ...] | None, dialect: str = "sqlite") -> list[Any]:
    columns = {f"c{place}": list(values) for place, values in enumerate(zip(*rows, strict=True))}
    table = in_canonical_order(pa.table(columns), RowOrder(keys), dialect)
    return [tuple(row.values()) for row in table.to_pylist()]


def test_rows_without_an_order_are_sorted_by_all_they_show() -> None:
    assert ordered([(2, "b"), (1, "b"), (2, "a"), (1, None)], ()) == [(1, "b"), (1, None), (2, "a"), (2, "b")]


def test_rows_that_are_equal_in_the_sort_key_are_sorted_by_the_rest() -> None:
    assert ordered([("z", 3), ("z", 1), ("a", 2), ("z", 0)], (0,)) == [("z", 1), ("z", 3), ("a", 2), ("z", 0)]


def test_all_keys_together_decide_what_is_equal() -> None:
    rows = [(1, 1, "b"), (1, 2, "a"), (1, 2, "A"), (1, 1, "a")]
    assert ordered(rows, (0, 1)) == [(1, 1, "b"), (1, 2, "A"), (1, 2, "a"), (1, 1, "a")]


@pytest.mark.parametrize("dialect", ["mysql", "mariadb"])
def test_texts_that_mariadb_takes_for_equal_are_one_run(dialect: str) -> None:
    rows = [("á ", 2), ("A", 1), ("a", 0)]
    assert ordered(rows, (0,), dialect) == [("A", 1), ("a", 0), ("á ", 2)]
    assert ordered(rows, (0,), "postgres") == rows


def test_numbers_that_are_no_number_are_equal() -> None:
    nan = float("nan")
    assert [row[1] for row in ordered([(nan, 2), (nan, 1), (1.5, 0)], (0,))] == [1, 2, 0]


def test_values_that_arrow_cannot_sort_are_sorted_by_their_looks() -> None:
    rows = [([2], date(2025, 1, 2)), ([1], date(2025, 1, 2)), ([1], date(2025, 1, 1)), (None, None)]
    assert ordered(rows, ()) == [
        ([1], date(2025, 1, 1)),
        ([1], date(2025, 1, 2)),
        ([2], date(2025, 1, 2)),
        (None, None),
    ]


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([9, 10], pa.int64()),
        ([9.5, 10.5], pa.float64()),
        (["a", "it's"], pa.string()),
        (["a", "it's"], pa.large_string()),
        ([pa.MonthDayNano([1, 9, 0]), pa.MonthDayNano([2, 10, 0])], pa.month_day_nano_interval()),
    ],
)
def test_values_of_every_kind_are_sorted_by_their_own_order(values: list[Any], kind: pa.DataType) -> None:
    table = pa.table({"a": pa.array(values[::-1], kind)})
    assert in_canonical_order(table, RowOrder(()), "sqlite").column("a").to_pylist() == values


def test_dates_are_sorted_by_time() -> None:
    rows = [(date(2025, 10, 1),), (date(2025, 9, 1),)]
    assert ordered(rows, ()) == rows[::-1]


@pytest.mark.parametrize("keys", [None, (2,), (0, 5)])
def test_rows_stay_where_their_order_is_sure_or_cannot_be_known(keys: tuple[int, ...] | None) -> None:
    rows = [(2, "b"), (1, "a")]
    assert ordered(rows, keys) == rows


def test_no_order_is_no_change() -> None:
    table = pa.table({"a": [2, 1]})
    assert in_canonical_order(table, None, "sqlite") is table
    one = pa.table({"a": [2]})
    assert in_canonical_order(one, RowOrder(()), "sqlite") is one
