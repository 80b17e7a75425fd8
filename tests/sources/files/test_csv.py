"""CSV files as they come."""

from __future__ import annotations

import csv
import json
import math
from pathlib import Path
from typing import Any

import pytest

from answerable.kernel.settings import Settings
from answerable.sources import Limits, Result, open_source

ZOO = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "cases" / "csv_zoo.jsonl").read_text(encoding="utf-8").splitlines()
]


def load(path: Path) -> tuple[dict[str, str], Result]:
    with open_source(str(path), Settings(), folder=path.parent) as source:
        (table,) = source.schema().tables
        result = source.run(f'SELECT * FROM "{table.name}"', Limits(rows=200_000))
    return {column.name: column.data_type for column in table.columns}, result


@pytest.mark.parametrize("case", ZOO, ids=[case["id"] for case in ZOO])
def test_zoo(case: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / f"zoo{case.get('suffix', '.csv')}"
    path.write_bytes(case["text"].encode(case.get("encoding", "utf-8")))
    types, result = load(path)
    assert types == case["types"]
    rows = [list(row) for row in zip(*(column.to_pylist() for column in result.table.columns), strict=True)]
    assert [[_plain(cell) for cell in row] for row in rows] == case["rows"]


def _plain(cell: Any) -> Any:
    if isinstance(cell, float) and math.isinf(cell):
        return str(cell)
    return cell if cell is None or isinstance(cell, bool | int | float | str) else str(cell)


def test_thousand_columns(tmp_path: Path) -> None:
    path = tmp_path / "wide.csv"
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(
            [[f"c{n}" for n in range(1000)], *([n * row for n in range(1000)] for row in (1, 2))]
        )
    types, result = load(path)
    assert len(types) == 1000
    assert set(types.values()) == {"BIGINT"}
    assert result.table.column("c999").to_pylist() == [999, 1998]


def test_type_of_a_late_value_counts(tmp_path: Path) -> None:
    path = tmp_path / "late.csv"
    path.write_text("n,m,k\n" + "1,1,\n" * 30_000 + "x,1.5,7\n")
    types, result = load(path)
    assert types == {"n": "VARCHAR", "m": "DECIMAL(18,2)", "k": "BIGINT"}
    assert result.table.num_rows == 30_001


def test_late_longer_line_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "late.csv"
    path.write_text("a,b\n" + "1,2\n" * 5_000 + "1,2,3\n")
    types, result = load(path)
    assert list(types) == ["a", "b", "column2"]
    assert result.table.column("column2").to_pylist()[-1] == 3


def test_rows_keep_their_order(tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    path.write_text("n,t\n" + "".join(f"{n},text {n}\n" for n in range(150_000)))
    _, result = load(path)
    assert result.table.column("n").to_pylist() == list(range(150_000))


@pytest.mark.slow
def test_hundred_megabytes_load_with_progress_and_little_memory(tmp_path: Path) -> None:
    from tests.sources.files.peak import peak_megabytes

    path = tmp_path / "large.csv"
    line = '{},customer {},{}.50,2024-{:02d}-{:02d},"a note, quoted, for {}"\n'
    many = "".join(line.format(n, n % 999, n % 500, n % 12 + 1, n % 28 + 1, n) for n in range(100_000, 200_000))
    with path.open("w") as file:
        file.write("id,name,amount,day,note\n")
        file.writelines(many for _ in range(18))
    assert path.stat().st_size > 100_000_000
    megabytes, told = peak_megabytes(path)
    assert megabytes < 1_000
    assert told
    assert all(share is None or 0 <= share <= 1 for share in told)
