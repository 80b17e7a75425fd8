"""Schemas are kept for an hour, and never longer than they are true."""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from answerable.kernel.schema import Column, DatabaseSchema, ForeignKey, Kind, Table
from answerable.kernel.settings import Settings
from answerable.sources import open_source
from answerable.sources.schema_cache import SchemaCache
from answerable.sources.worker.frames import schema_from_json, schema_to_json

SCHEMA = DatabaseSchema(
    "sqlite",
    (
        Table(
            "orders",
            (
                Column("id", "INTEGER", Kind.INTEGER, nullable=False),
                Column("day", "DATE", Kind.DATE, minimum="2024-01-01", cells=("2024-01-01", None, 7, 0.5)),
            ),
            namespace="shop",
            primary_key=("id",),
            foreign_keys=(ForeignKey(("id",), "x", ("id",), inferred=True),),
            comment="שלום",
            row_estimate=7,
            cells_are_all=True,
        ),
    ),
)


@pytest.fixture
def cache(tmp_path: Path) -> SchemaCache:
    return SchemaCache(tmp_path / "schemas", "postgresql://user:***@host/db", 3600)


def test_every_field_survives() -> None:
    assert schema_from_json(schema_to_json(SCHEMA)) == SCHEMA


def test_what_was_put_is_got(cache: SchemaCache) -> None:
    assert cache.get() is None
    cache.put(SCHEMA)
    assert cache.get() == SCHEMA


def test_the_same_file_gives_the_same_schema_and_a_new_one_another(cache: SchemaCache) -> None:
    cache.put(SCHEMA)
    first = cache.get()
    assert cache.get() is first
    cache.put(replace(SCHEMA, tables=()))
    renewed = cache.get()
    assert renewed is not None and renewed.tables == ()


def test_thousands_of_values_are_kept_as_they_are(cache: SchemaCache) -> None:
    values = tuple(f' Città {number}\n"☃" ' for number in range(2_000))
    name = Column("name", "TEXT", Kind.TEXT, common_values=values, distinct_estimate=9_000)
    schema = replace(SCHEMA, tables=(replace(SCHEMA.tables[0], columns=(name,)),))
    cache.put(schema)
    assert cache.get() == schema


def test_an_hour_later_it_is_gone(cache: SchemaCache) -> None:
    cache.put(replace(SCHEMA, read_at=datetime.now(UTC) - timedelta(seconds=3601)))
    assert cache.get() is None


def test_another_source_has_another_place(cache: SchemaCache) -> None:
    cache.put(SCHEMA)
    assert replace(cache, identity="other").get() is None


@pytest.mark.parametrize(
    "content", ["", "{", "[]", '{"dialect": 1}', '{"tables": [{}], "read_at": "x", "dialect": "y"}']
)
def test_damaged_cache_counts_as_none(cache: SchemaCache, content: str) -> None:
    cache.put(SCHEMA)
    cache.path.write_text(content)
    assert cache.get() is None


def test_cache_that_cannot_be_written_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    SchemaCache(tmp_path / "file" / "schemas", "x", 3600).put(SCHEMA)


def test_source_reads_again_when_told_or_when_its_file_changed(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    _execute(path, "CREATE TABLE a (x)")
    with open_source(str(path), Settings(), folder=tmp_path) as source:
        first = source.schema()
        assert source.schema().read_at == first.read_at
        assert source.schema(refresh=True).read_at > first.read_at
    _execute(path, "CREATE TABLE b (x)")
    os.utime(path, ns=(time.time_ns(), time.time_ns()))
    with open_source(str(path), Settings(), folder=tmp_path) as source:
        assert source.schema().table("b")


def _execute(path: Path, sql: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(sql)
