"""What a person may type as a source, and what is said when it cannot be."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import duckdb
import pytest

from answerable.kernel.errors import AnswerableError, BadSetting, BadSource, MissingExtra, SourceUnavailable
from answerable.kernel.settings import Settings
from answerable.sources import Limits, open_source

Make = Callable[[Path], str]


def _file(name: str, content: bytes = b"") -> Make:
    def make(folder: Path) -> str:
        (folder / name).write_bytes(content)
        return name

    return make


def _folder(name: str) -> Make:
    def make(folder: Path) -> str:
        (folder / name).mkdir()
        return name

    return make


def _typed(spec: str) -> Make:
    return lambda _: spec


BAD: dict[str, tuple[Make, type[AnswerableError], str]] = {
    "missing file": (_typed("nope.csv"), BadSource, "There is no file or folder 'nope.csv'."),
    "blank": (_typed("  "), BadSource, "The source is blank."),
    "name with a zero byte": (_typed("a\0b.csv"), BadSource, "There is no file or folder"),
    "folder without data": (_folder("bare"), BadSource, "The folder bare holds no data files."),
    "folder named like a file": (_folder("x.csv"), BadSource, "x.csv is a folder, not a file."),
    "empty csv": (_file("empty.csv"), BadSource, "empty.csv is empty."),
    "blank csv": (_file("blank.csv", b" \n\n"), BadSource, "blank.csv is empty."),
    "binary csv": (_file("b.csv", bytes(range(256)) * 20), BadSource, "b.csv is not a text file."),
    "picture named csv": (_file("p.csv", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), BadSource, "p.csv is a picture"),
    "empty json": (_file("e.json"), BadSource, "e.json is empty."),
    "broken json": (_file("b.json", b'{"a":'), BadSource, "b.json cannot be read"),
    "broken parquet": (_file("b.parquet", b"nope"), BadSource, "b.parquet cannot be read"),
    "broken excel": (_file("b.xlsx", b"nope"), BadSource, "b.xlsx cannot be read as an Excel workbook"),
    "empty database": (_file("e.db"), BadSource, "e.db is empty."),
    "text named db": (_file("t.db", b"hello"), BadSource, "t.db is neither a SQLite nor a DuckDB database."),
    "damaged sqlite": (
        _file("d.db", b"SQLite format 3\0" + b"\xff" * 500),
        BadSource,
        "d.db cannot be read as a SQLite",
    ),
    "damaged duckdb": (
        _file("d.duckdb", b"\0" * 8 + b"DUCK" + b"\xff" * 99),
        BadSource,
        "d.duckdb cannot be read as a DuckDB",
    ),
    "unknown suffix": (_file("a.doc", b"x"), BadSource, "a.doc is of no kind that can be read."),
    "unknown scheme": (_typed("ftp://host/x"), BadSource, "The scheme 'ftp://' is not known."),
    "url without a file": (_typed("sqlite://"), BadSource, "names no file"),
    "missing file by url": (_typed("duckdb:///nope.duckdb"), BadSource, "There is no file or folder 'nope.duckdb'."),
    "spark": (_typed("sc://host"), MissingExtra, "Spark Connect"),
    "driver not installed": (_typed("oracle://host/x"), MissingExtra, "The driver for oracle:// is not installed."),
    "variable not set": (
        _typed("postgresql://u:${SOURCE_NOT_SET}@h/x"),
        BadSetting,
        "SOURCE_NOT_SET is not set",
    ),
    "bad port": (_typed("postgresql://u:secret@h:port/x"), BadSource, "not a valid URL"),
    "unknown host": (_typed("postgresql://u:secret@no-such-host.invalid/x"), SourceUnavailable, "no-such-host.invalid"),
    "server down": (_typed("postgresql://u:secret@127.0.0.1:1/x"), SourceUnavailable, "127.0.0.1"),
}


@pytest.mark.parametrize(("make", "kind", "said"), BAD.values(), ids=BAD.keys())
def test_bad_input_gets_one_clear_line(make: Make, kind: type[AnswerableError], said: str, tmp_path: Path) -> None:
    spec = make(tmp_path)
    with pytest.raises(kind) as raised:
        open_source(spec, Settings(), folder=tmp_path)
    assert said in raised.value.message
    assert raised.value.hint
    assert "\n" not in raised.value.line()
    assert "secret" not in raised.value.line()
    assert len(raised.value.line()) < 400


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    (tmp_path / "customers.csv").write_text("id,name\n1,Ann\n")
    (tmp_path / "2024 orders (final).csv").write_text("id,total\n1,9.50\n")
    (tmp_path / "notes.txt").write_text("not data")
    (tmp_path / ".hidden.csv").write_text("a\n1\n")
    return tmp_path


def _tables(spec: str | list[str], folder: Path) -> list[str]:
    with open_source(spec, Settings(), folder=folder) as source:
        return sorted(table.name for table in source.schema().tables)


def test_folder_gives_a_table_for_each_data_file(shop: Path) -> None:
    assert _tables(".", shop) == ["customers", "t_2024_orders_final"]


def test_several_paths_make_one_source(shop: Path) -> None:
    (shop / "more").mkdir()
    (shop / "more" / "customers.csv").write_text("id\n7\n")
    assert _tables(["customers.csv", "more/customers.csv"], shop) == ["customers", "customers_2"]


def test_first_bytes_decide_not_the_suffix(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "really.duckdb")) as connection:
        connection.execute("CREATE TABLE s (a)")
    with duckdb.connect(str(tmp_path / "really.db")) as connection2:
        connection2.execute("CREATE TABLE d (a INTEGER)")
    with open_source("really.duckdb", Settings(), folder=tmp_path) as source:
        assert source.dialect == "sqlite"
    with open_source("really.db", Settings(), folder=tmp_path) as source:
        assert source.dialect == "duckdb"


@pytest.mark.parametrize("spec", ["sqlite:///a.db", "sqlite:////{folder}/a.db", "{folder}/a.db", "a.db", "."])
def test_ways_to_name_a_database_file(spec: str, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "a.db")) as connection:
        connection.execute("CREATE TABLE t (a)")
    assert _tables(spec.format(folder=tmp_path), tmp_path) == ["t"]


def test_changed_file_is_loaded_anew_while_open(shop: Path) -> None:
    path = shop / "customers.csv"
    with open_source(str(path), Settings(), folder=shop) as source:
        assert source.run("SELECT name FROM customers", Limits()).table.column(0).to_pylist() == ["Ann"]
        path.write_text("id,name,extra\n1,Bo,2\n")
        customers = source.schema().table("customers")
        assert customers and customers.column("extra")
        assert source.run("SELECT name FROM customers", Limits()).table.column(0).to_pylist() == ["Bo"]


def test_opening_changes_nothing_beside_the_workspace(shop: Path) -> None:
    before = {path.name for path in shop.iterdir()}
    with closing(sqlite3.connect(shop / "a.db")) as connection:
        connection.execute("CREATE TABLE t (a)")
    for spec in ("customers.csv", "a.db"):
        with open_source(spec, Settings(), folder=shop) as source:
            source.schema()
    assert {path.name for path in shop.iterdir()} == {*before, "a.db", ".answerable"}
