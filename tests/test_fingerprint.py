"""The fingerprint of a result depends on its values and on nothing else."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal

import pyarrow as pa
import pytest

from answerable.kernel.fingerprint import Fingerprint
from answerable.sources.worker.arrow_normalisation import plain_batches, plain_schema

VALUES = pa.table(
    {
        "number": pa.array([1, None, 3]),
        "text": ["a", None, "👩‍👩‍👧"],
        "flag": [True, None, False],
        "money": pa.array([Decimal("1.10"), None, Decimal("2.20")], pa.decimal128(12, 2)),
        "at": pa.array([datetime(2024, 1, 1, tzinfo=UTC), None, None], pa.timestamp("us", tz="UTC")),
        "list": pa.array([[1, None], None, []], pa.list_(pa.int64())),
        "struct": pa.array([{"a": "x"}, None, {"a": None}]),
        "map": pa.array([[("k", 1)], None, []], pa.map_(pa.string(), pa.int64())),
        "bytes": [b"\0\xff", None, b""],
        "nothing": pa.nulls(3),
    }
)


def fingerprint(table: pa.Table, rows_a_batch: int = 10**9) -> str:
    reader = pa.RecordBatchReader.from_batches(table.schema, table.to_batches(max_chunksize=rows_a_batch))
    made = Fingerprint(plain_schema(table.schema))
    for batch in plain_batches(reader):
        made.add(batch)
    return made.hexdigest()


@pytest.mark.parametrize("name", VALUES.column_names)
def test_any_changed_value_changes_it(name: str) -> None:
    column = VALUES.select([name])
    turned = column.take([2, 1, 0])
    assert (fingerprint(column) == fingerprint(turned)) == (column.to_pylist() == turned.to_pylist())


@pytest.mark.parametrize("name", VALUES.column_names)
def test_a_null_is_not_an_empty_value(name: str) -> None:
    column = VALUES.select([name])
    assert (fingerprint(column.slice(1, 1)) == fingerprint(column.slice(2, 1))) == (column[name][2].as_py() is None)


def test_batches_do_not_matter() -> None:
    table = pa.concat_tables([VALUES] * 50)
    assert len({fingerprint(table, size) for size in (10**9, 64, 7, 2, 1)}) == 1


def test_slices_do_not_matter() -> None:
    longer = pa.concat_tables([VALUES, VALUES])
    assert fingerprint(longer.slice(3, 3)) == fingerprint(VALUES)
    assert fingerprint(longer.slice(1, 3)) == fingerprint(longer.take([1, 2, 3]))


def test_what_lies_under_a_null_does_not_matter() -> None:
    validity = pa.py_buffer(b"\x05")
    hidden = [pa.Array.from_buffers(pa.int64(), 3, [validity, pa.array([1, x, 3]).buffers()[1]]) for x in (7, 8)]
    assert hidden[0].to_pylist() == [1, None, 3]
    assert fingerprint(pa.table({"a": hidden[0]})) == fingerprint(pa.table({"a": hidden[1]}))


def test_how_text_is_packed_does_not_matter() -> None:
    plain = pa.array(["a", "b", "a", None])
    packed = [plain, plain.cast(pa.large_string()), plain.dictionary_encode(), plain.cast(pa.string_view())]
    assert len({fingerprint(pa.table({"t": array})) for array in packed}) == 1


def test_names_types_and_order_matter() -> None:
    made = [
        pa.table({"a": [1, 2]}),
        pa.table({"b": [1, 2]}),
        pa.table({"a": pa.array([1, 2], pa.int32())}),
        pa.table({"a": [2, 1]}),
        pa.table({"a": [1, 2]}).slice(0, 0),
    ]
    assert len({fingerprint(table) for table in made}) == len(made)


def test_large_results_hash_like_small_ones() -> None:
    """Blocks above a megabyte are hashed by other threads."""
    wide = pa.table({f"c{number}": ["x" * 100] * 20_000 for number in range(3)})
    assert wide.nbytes > 1 << 20
    assert fingerprint(wide) == fingerprint(wide, 100)
