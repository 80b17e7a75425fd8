"""A file is what it holds, whatever its name says; more than can be held is refused at once, in one line."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from answerable.kernel.errors import AnswerableError, BadSource
from answerable.kernel.settings import Settings
from answerable.sources import Limits, open_source
from tests.sources.files.odd_files import KINDS, wide_table, write_bomb, write_kind
from tests.waiting import PATIENCE

READABLE = ("csv", "json", "sqlite", "duckdb", "parquet", "xlsx")
REFUSED = {"zip": "is a ZIP archive", "gzip": "is a gzip archive", "png": "is a picture"}
NAMES = ("towns.csv", "towns.json", "towns.parquet", "towns.xlsx", "towns.db", "towns.duckdb")
DATABASES = (".db", ".duckdb")
TEXTS = ("csv", "json")


def _size_of_all(path: Path) -> object:
    with open_source(str(path), Settings(), folder=path.parent) as source:
        table = source.schema().tables[0].name
        return source.run(f'SELECT sum("size") AS n FROM "{table}"', Limits()).table.to_pydict()["n"][0]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", READABLE)
def test_the_content_decides(kind: str, name: str, tmp_path: Path) -> None:
    """Of text only the name can tell that it is meant for something else; then it is refused in one line."""
    path = write_kind(kind, tmp_path / name)
    is_database = path.suffix in DATABASES
    is_promised = kind in TEXTS and path.suffix in (".parquet", ".xlsx", *DATABASES)
    is_csv_in_json = kind == "csv" and path.suffix == ".json"
    if is_promised or is_csv_in_json or (is_database and kind in ("parquet", "xlsx")):
        with pytest.raises(BadSource) as caught:
            _size_of_all(path)
        assert name in caught.value.line() and str(tmp_path) not in caught.value.line()
    else:
        assert _size_of_all(path) == 3


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", REFUSED)
def test_what_nothing_here_can_read_is_named(kind: str, name: str, tmp_path: Path) -> None:
    path = write_kind(kind, tmp_path / name)
    with pytest.raises(BadSource) as caught:
        _size_of_all(path)
    wanted = "neither a SQLite nor a DuckDB database" if path.suffix in DATABASES else REFUSED[kind]
    assert wanted in caught.value.line() and "\n" not in caught.value.line()


def test_every_kind_is_tried() -> None:
    assert {*READABLE, *REFUSED} == set(KINDS)


def _refused(path: Path, **settings: int) -> str:
    before = time.monotonic()
    with pytest.raises(AnswerableError) as caught:
        open_source(str(path), Settings(**settings), folder=path.parent)  # type: ignore[arg-type]
    assert time.monotonic() - before < PATIENCE
    return caught.value.line()


@pytest.mark.parametrize("columns", [5_000, 200_000])
def test_a_wide_csv_is_refused_at_once(columns: int, tmp_path: Path) -> None:
    (tmp_path / "wide.csv").write_text(wide_table(columns))
    assert "wide.csv has more than 2,000 columns" in _refused(tmp_path / "wide.csv")


def test_a_line_that_is_wider_than_the_first_counts(tmp_path: Path) -> None:
    (tmp_path / "late.csv").write_text("a,b\n" + "1,2\n" * 300 + ",".join("1" * 30) + "\n")
    assert "late.csv has 30 columns; at most 20" in _refused(tmp_path / "late.csv", file_columns=20)


def test_wide_objects_and_wide_parquet_are_refused(tmp_path: Path) -> None:
    (tmp_path / "wide.json").write_text("{" + ", ".join(f'"c{n}": 1' for n in range(30)) + "}\n")
    assert "wide.json has 30 columns; at most 20" in _refused(tmp_path / "wide.json", file_columns=20)
    write_kind("parquet", tmp_path / "two.parquet")
    assert "two.parquet has 2 columns; at most 1" in _refused(tmp_path / "two.parquet", file_columns=1)
    write_kind("xlsx", tmp_path / "two.xlsx")
    assert "two.xlsx has 2 columns; at most 1" in _refused(tmp_path / "two.xlsx", file_columns=1)


def test_a_line_without_end_is_refused(tmp_path: Path) -> None:
    (tmp_path / "long.csv").write_bytes(b"a,b\n1,2\n" + b"x" * (17 << 20))
    assert "long.csv has a line of more than 16 MB" in _refused(tmp_path / "long.csv")


@pytest.mark.parametrize("name", ["bomb.xlsx", "bomb.csv"])
def test_a_workbook_that_unpacks_without_end_is_refused(name: str, tmp_path: Path) -> None:
    path = write_bomb(tmp_path / name, megabytes=64)
    assert path.stat().st_size < 1 << 20
    assert "holds 64 MB once unpacked; at most 32 MB" in _refused(path, file_unpacked_mb=32)


def test_a_workbook_that_lies_about_its_size_is_refused(tmp_path: Path) -> None:
    """The directory of the archive says one byte, the sheet has 64 MB."""
    path = write_bomb(tmp_path / "liar.xlsx", megabytes=64)
    data, size = path.read_bytes(), (64 << 20).to_bytes(4, "little")
    path.write_bytes(data.replace(size, (1).to_bytes(4, "little")))
    assert "liar.xlsx holds more than 32 MB once unpacked" in _refused(path, file_unpacked_mb=32)


def test_as_many_columns_as_may_be_are_read(tmp_path: Path) -> None:
    (tmp_path / "wide.csv").write_text(wide_table(2_000))
    with open_source("wide.csv", Settings(), folder=tmp_path) as source:
        assert source.run('SELECT "c1999" FROM wide', Limits()).table.num_rows == 1
