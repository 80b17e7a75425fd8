from __future__ import annotations

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from answerable.answers.values import column_values, rows_as_dicts, unique_names
from tests.answers.tables import any_tables, any_text


def test_repeated_names_are_numbered() -> None:
    table = pa.table([pa.array([1]), pa.array([2]), pa.array([3])], names=["name", "name", "name"])
    assert rows_as_dicts(table) == [{"name": 1, "name_2": 2, "name_3": 3}]


def test_a_number_never_takes_a_name_that_is_there() -> None:
    assert unique_names(["a", "a", "a_2"]) == ["a", "a_3", "a_2"]


def test_a_column_without_a_name_gets_one() -> None:
    assert unique_names(["", "x", ""]) == ["column_1", "x", "column_3"]


@given(st.lists(st.sampled_from(["", "a", "a_2", "a_3", "column_1"]) | any_text))
def test_names_are_unique_and_unrepeated_ones_stay(names: list[str]) -> None:
    unique = unique_names(names)
    assert len(set(unique)) == len(unique) == len(names)
    assert all(new == old for new, old in zip(unique, names, strict=True) if old and names.count(old) == 1)


@given(any_tables())
def test_no_column_is_lost(table: pa.Table) -> None:
    for column in table.columns:
        values = column_values(column)
        assert len(values) == table.num_rows
        assert [value is None for value in values] == column.is_null().to_pylist()


def test_encoded_columns_read_like_plain_ones() -> None:
    plain = pa.array(["a", "b", "a", None])
    assert column_values(plain.dictionary_encode()) == ["a", "b", "a", None]
    import pyarrow.compute as compute

    assert column_values(compute.run_end_encode(plain)) == ["a", "b", "a", None]


def test_broken_utf8_arrives_escaped() -> None:
    broken = pa.array([b"ok", b"\xffbad"], pa.binary()).view(pa.string())
    assert column_values(broken) == ["ok", "\\xffbad"]


def test_struct_fields_of_one_name_both_arrive() -> None:
    doubled = pa.StructArray.from_arrays([pa.array([1]), pa.array([2])], ["a", "a"])
    assert column_values(doubled) == [{"a": 1, "a_2": 2}]


def test_an_empty_map_is_still_a_map() -> None:
    assert column_values(pa.array([[]], pa.map_(pa.string(), pa.int32()))) == [{}]


def test_nested_nanoseconds_arrive() -> None:
    nested = pa.array([[1]], pa.list_(pa.timestamp("ns")))
    assert column_values(nested) == [["1970-01-01T00:00:00.000000001"]]


def test_a_table_without_columns_has_no_rows() -> None:
    assert rows_as_dicts(pa.table({})) == []
