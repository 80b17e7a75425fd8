"""Values, names, identifiers and states as people say them: each question of the table gives the rows meant."""

from __future__ import annotations

import sqlite3
import tomllib
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pytest

from answerable.guard import check
from answerable.kernel.settings import Settings
from answerable.language.business.business_reader import BusinessReader
from answerable.language.question.dates.date_spans import Calendar
from answerable.semantics import build_semantics
from answerable.sources import open_source

Row = tuple[Any, ...]
Best = Callable[[str], str]

_FOLDER = Path(__file__).parent / "values"
_CASES: dict[str, list[tuple[str, str]]] = tomllib.loads((_FOLDER / "cases.toml").read_text(encoding="utf-8"))
_TODAY = Calendar(date(2025, 7, 15))


def _questions() -> Iterator[tuple[str, str, str]]:
    for source, cases in _CASES.items():
        yield from ((source, question, gold) for question, gold in cases)


@pytest.fixture(scope="module", params=["sqlite", "duckdb"])
def engine(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def paths(engine: str, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("values")
    return {source: _built(folder / f"{source}.{engine}") for source in _CASES}


def _built(path: Path) -> Path:
    script = (_FOLDER / f"{path.stem}.sql").read_text(encoding="utf-8")
    with closing(duckdb.connect(str(path)) if path.suffix == ".duckdb" else sqlite3.connect(path)) as connection:
        for statement in script.split(";\n"):
            connection.execute(statement)
        connection.commit()
    return path


@pytest.fixture(scope="module")
def best(paths: dict[str, Path]) -> dict[str, Best]:
    return {source: _reader(path) for source, path in paths.items()}


def _reader(path: Path) -> Best:
    with closing(open_source(str(path), Settings(), folder=path.parent)) as source:
        schema = source.schema()
    reader = BusinessReader(schema, build_semantics(schema), _TODAY)

    def first(question: str) -> str:
        sql = reader.read(question)[0].sql
        assert check(sql, dialect=schema.dialect, schema=schema).allowed
        return sql

    return first


@pytest.mark.parametrize(("source", "question", "gold"), list(_questions()))
def test_best_reading_shows_the_rows_that_are_meant(
    source: str, question: str, gold: str, paths: dict[str, Path], best: dict[str, Best]
) -> None:
    sql = best[source](question)
    assert _covers(_rows(paths[source], sql), _rows(paths[source], gold)), sql


def _rows(path: Path, sql: str) -> list[Row]:
    opened = duckdb.connect(str(path), read_only=True) if path.suffix == ".duckdb" else sqlite3.connect(path)
    with closing(opened) as connection:
        rows: list[Row] = connection.execute(sql).fetchall()
    return [tuple(float(cell) if isinstance(cell, Decimal) else cell for cell in row) for row in rows]


def _covers(rows: list[Row], wanted: list[Row]) -> bool:
    """The same rows in any order, each with the cells that are wanted among its own."""
    left = list(rows)
    for expected in wanted:
        found = next((row for row in left if all(cell in row for cell in expected)), None)
        if found is None:
            return False
        left.remove(found)
    return not left
