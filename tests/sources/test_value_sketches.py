"""Sketches tell which values a column has, within limits, and never of columns that hold none of their cells."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from answerable.kernel.errors import QueryFailed
from answerable.kernel.schema import Column, DatabaseSchema, Kind, Table
from answerable.kernel.value_hashes import MOST_HASHES, hash_of_value, sketch_of
from answerable.sources.value_sketches import with_sketches
from answerable.sources.worker.frames import schema_from_json, schema_to_json

NUMBERS: list[object] = list(range(1000, 2500))
TABLE = Table("t", (Column("id", "INTEGER", Kind.INTEGER, cells=(1000, 1001)),), row_estimate=1500)
SCHEMA = DatabaseSchema("sqlite", (TABLE,))


def _sampled(table: str, column: str, count: int) -> list[object]:
    return NUMBERS[:count]


def test_sketch_holds_the_least_hashes_and_the_range() -> None:
    sketch = with_sketches(SCHEMA, _sampled).tables[0].columns[0].sketch
    assert sketch is not None and sketch.is_complete
    assert (sketch.distinct, sketch.least, sketch.greatest) == (1500, 1000, 2499)
    assert sketch.hashes == tuple(sorted(map(hash_of_value, NUMBERS)))[:MOST_HASHES]


def test_equal_numbers_hash_alike_in_every_engine() -> None:
    assert hash_of_value(7) == hash_of_value(7.0) == hash_of_value(Decimal("7.00")) == hash_of_value("7")


def test_table_whose_cells_are_all_needs_none() -> None:
    whole = DatabaseSchema("sqlite", (replace(TABLE, cells_are_all=True),))
    assert with_sketches(whole, _sampled) == whole


def test_restricted_column_gets_none() -> None:
    silent = DatabaseSchema("sqlite", (replace(TABLE, columns=(replace(TABLE.columns[0], cells=()),)),))
    assert with_sketches(silent, _sampled).tables[0].columns[0].sketch is None


def test_column_that_cannot_be_read_gets_none() -> None:
    def fails(table: str, column: str, count: int) -> list[object]:
        raise QueryFailed("no", category="other")

    assert with_sketches(SCHEMA, fails).tables[0].columns[0].sketch is None


def test_sketch_survives_the_cache_and_old_caches_have_none() -> None:
    schema = with_sketches(SCHEMA, _sampled)
    packed = schema_to_json(schema)
    assert schema_from_json(packed).tables[0].columns[0].sketch == schema.tables[0].columns[0].sketch
    del packed["tables"][0]["columns"][0]["sketch"]
    assert schema_from_json(packed).tables[0].columns[0].sketch is None


def test_nothing_makes_no_sketch() -> None:
    assert sketch_of([None], is_complete=True) is None
