"""One question on the same data in five places gives the same numbers: those of SQL written by hand."""

from __future__ import annotations

import json
import sqlite3
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from answerable import sample
from tests.cli.command import answerable

QUESTION = "total revenue by month in 2024"
BY_HAND = """
    SELECT substr(order_date, 1, 7), CAST(round(sum(round(revenue * 100))) AS INTEGER)
    FROM orders WHERE order_date >= '2024-01-01' AND order_date <= '2024-12-31'
    GROUP BY 1 ORDER BY 1
"""
"""Revenue in cents, so that nothing rests on floating point."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shop")
    sample.write_sqlite(folder / "shop.db")
    sample.write_csv(folder / "csv")
    sample.write_parquet(folder / "parquet")
    return folder


@pytest.fixture(scope="module")
def expected(folder: Path) -> list[tuple[str, Decimal]]:
    connection = sqlite3.connect(folder / "shop.db")
    rows = connection.execute(BY_HAND).fetchall()
    connection.close()
    return [(month, Decimal(cents) / 100) for month, cents in rows]


def ask(source: str, folder: Path) -> dict[str, Any]:
    done = answerable("ask", QUESTION, "--source", source, "--json", "--yes", cwd=folder)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout, parse_float=Decimal)
    return answer


def numbers(answer: dict[str, Any]) -> list[tuple[str, Decimal]]:
    return [(str(month), Decimal(total)) for month, total in (row.values() for row in answer["rows"])]


@pytest.mark.parametrize("place", ["shop.db", "csv", "parquet"])
def test_files_give_the_numbers_written_by_hand(place: str, folder: Path, expected: list[tuple[str, Decimal]]) -> None:
    answer = ask(place, folder)
    assert len(expected) == 12
    assert numbers(answer) == expected
    assert answer["row_count"] == 12
    assert answer["is_truncated"] is False
    assert answer["chart"]["kind"] == "line"


@pytest.mark.parametrize("server", ["postgres_shop_url", "mariadb_shop_url"])
def test_servers_give_the_numbers_written_by_hand(
    server: str, folder: Path, expected: list[tuple[str, Decimal]], request: pytest.FixtureRequest
) -> None:
    assert numbers(ask(request.getfixturevalue(server), folder)) == expected
