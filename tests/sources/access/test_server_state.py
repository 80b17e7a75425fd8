"""Answerable's own files are no source, however they are spelled or linked; files of people are."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from answerable.kernel.errors import AnswerableError, BadSource, Refused
from answerable.kernel.settings import Settings
from answerable.sources import open_source

SECRET = "session of somebody"


def _database(path: Path, *statements: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(path)) as connection:
        for statement in ("CREATE TABLE t (x)", f"INSERT INTO t VALUES ('{SECRET}')", *statements):
            connection.execute(statement)
        connection.commit()
    return path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a workspace, and every way into it that a person could lay."""
    here = tmp_path / "here"
    state = here / ".answerable"
    own = _database(state / "answerable.db")
    (state / "logs").mkdir()
    (state / "logs" / "data_agent_runs.jsonl").touch()
    (state / "receipts").mkdir()
    (state / "receipts" / "r.json").write_text(f'{{"a": "{SECRET}"}}\n')
    (state / "uploads" / "p" / "1").mkdir(parents=True)
    (state / "uploads" / "p" / "1" / "link.csv").symlink_to(own)
    (here / "link.db").symlink_to(own)
    (here / "link.csv").symlink_to(own)
    (here / "folder").symlink_to(state)
    (here / "hard.db").hardlink_to(own)
    (here / "among").mkdir()
    (here / "among" / "towns.csv").write_text("a,b\n1,2\n")
    (here / "among" / "r.json").symlink_to(state / "receipts" / "r.json")
    (here / "one").mkdir()
    (here / "one" / "x.db").symlink_to(own)
    _database(here / "own.db")
    (here / "own.db-wal").symlink_to(own)
    monkeypatch.chdir(here)
    return here


WAYS = [
    ".answerable/answerable.db",
    "./.answerable/../.answerable/answerable.db",
    "../here/.answerable/answerable.db",
    "link.db",
    "link.csv",
    "folder/answerable.db",
    "hard.db",
    "among",
    "one",
    "own.db",
    ".answerable",
    "folder",
    ".answerable/logs",
    ".answerable/logs/data_agent_runs.jsonl",
    ".answerable/uploads",
    ".answerable/uploads/p/1/link.csv",
    ".answerable/receipts",
    ".answerable/cache",
    ".answerable/not-there.db",
    "/proc/self/cwd/.answerable/answerable.db",
    "sqlite:///.answerable/answerable.db",
    "sqlite:///link.db?mode=ro&immutable=1",
    "sqlite:///%2Eanswerable%2Fanswerable.db",
    "SQLITE:///hard.db",
    "sqlite+pysqlite:///.answerable/answerable.db",
    "sqlite+pysqlite:///link.db?uri=true",
    "duckdb:///.answerable/answerable.db",
    "duckdb:///folder/answerable.db?access_mode=read_only",
]


@pytest.mark.parametrize("spec", WAYS)
def test_state_is_refused(folder: Path, spec: str) -> None:
    with pytest.raises(Refused) as caught:
        open_source(spec, Settings())
    assert "Answerable's own files" in caught.value.line()


@pytest.mark.parametrize("spec", [str(Path("/proc/self/root")), "/dev/fd/9", "/proc/self/fd/9"])
def test_descriptors_and_roots_of_processes_lead_nowhere_else(folder: Path, spec: str) -> None:
    descriptor = os.open(folder / ".answerable" / "answerable.db", os.O_RDONLY)
    try:
        path = f"{spec}{folder}/.answerable/answerable.db" if spec.endswith("root") else f"{spec[:-1]}{descriptor}"
        with pytest.raises(Refused):
            open_source(path, Settings())
    finally:
        os.close(descriptor)


@pytest.mark.parametrize("spec", ["sqlite:///file:.answerable/answerable.db?uri=true", "sqlite:///file:link.db"])
def test_file_addresses_are_not_read(folder: Path, spec: str) -> None:
    with pytest.raises(BadSource, match="'file:' address"):
        open_source(spec, Settings())


def test_another_workspace_is_state_too(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(Refused):
        open_source(".answerable/answerable.db", Settings(workspace=str(tmp_path / "other")))


def test_checkpoints_and_their_key_are_state(folder: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept" / "0a" / "checkpoints.jsonl"
    kept.parent.mkdir(parents=True)
    kept.write_text('{"a": 1}\n')
    with pytest.raises(Refused):
        open_source(str(kept), Settings(audit_checkpoints=str(tmp_path / "kept")))


def test_a_copy_of_the_accounts_is_known_by_its_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names = ("auth_user", "django_session", "projects_apitoken", "projects_signinlink")
    copy = _database(tmp_path / "backup.db", *(f"CREATE TABLE {name} (id)" for name in names))
    with open_source(str(copy), Settings()) as source, pytest.raises(Refused, match="own accounts"):
        source.schema()


def test_uploads_the_sample_and_files_beside_the_workspace_are_sources(folder: Path) -> None:
    upload = folder / ".answerable" / "uploads" / "p" / "2" / "towns.csv"
    upload.parent.mkdir()
    upload.write_text("name,size\na,1\n")
    sample = _database(folder / ".answerable" / "sample" / "shop.db")
    for spec in (upload, sample, folder / "among" / "towns.csv", _database(folder / "plain.db")):
        with open_source(str(spec), Settings()) as source:
            assert len(source.schema().tables) == 1


@pytest.mark.parametrize(
    "view",
    [
        "SELECT * FROM read_text('.answerable/receipts/r.json')",
        "SELECT * FROM read_json('.answerable/receipts/r.json')",
        "SELECT * FROM glob('.answerable/*')",
    ],
)
def test_a_view_in_a_duckdb_file_reads_no_file(folder: Path, view: str) -> None:
    import duckdb

    from answerable.sources import Limits

    with duckdb.connect(str(folder / "views.duckdb")) as connection:
        connection.execute(f"CREATE VIEW v AS {view}")
    with open_source("views.duckdb", Settings()) as source, pytest.raises(AnswerableError) as caught:
        source.run("SELECT * FROM v", Limits(rows=10, seconds=5, memory_mb=512))
    assert SECRET not in caught.value.line()


def test_files_outside_the_root_are_refused_there_or_not(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.csv").write_text("a,b\n1,2\n")
    (folder / "among" / "out.csv").symlink_to(tmp_path / "outside.csv")
    settings = Settings(sources_root="among")
    complaints = set()
    for spec in ("../outside.csv", "../missing.csv", "among/out.csv", "among/../../outside.csv", "sqlite:///../x.db"):
        with pytest.raises(Refused) as caught:
            open_source(spec, settings)
        complaints.add(caught.value.message.partition("' ")[2])
    assert complaints == {"is outside the folder for sources."}
    with open_source("among/towns.csv", settings) as source:
        assert source.schema().tables


def test_a_file_replaced_after_the_look_is_not_read(folder: Path) -> None:
    """What was looked at is what is opened, though its name has come to lead to something else."""
    from answerable.sources.access.opened_files import opened_as
    from answerable.sources.sqlite.engine import SQLiteEngine

    plain = _database(folder / "plain.db")
    found = plain.stat()
    arguments: Any = {"path": str(plain), "file_id": (found.st_dev, found.st_ino)}
    SQLiteEngine(**arguments).open()
    plain.rename(folder / "moved.db")
    plain.symlink_to(folder / ".answerable" / "answerable.db")
    with pytest.raises(BadSource, match="was replaced"):
        SQLiteEngine(**arguments).open()
    with pytest.raises(BadSource, match="was replaced"), opened_as(plain, arguments["file_id"], folder):
        pass


@pytest.fixture
def shared(folder: Path) -> Path:
    """A folder of data that is the workspace at once, as `--workspace .` makes it."""
    state = folder / ".answerable"
    (state / "uploads").rename(state / "moved-uploads")
    _database(state / "plain.db")
    (state / "towns.csv").write_text("a,b\n1,2\n")
    (state / "hard.csv").hardlink_to(state / "receipts" / "r.json")
    (state / "data").mkdir()
    (state / "data" / "towns.csv").write_text("a,b\n1,2\n")
    return state


@pytest.mark.parametrize("spec", ["plain.db", "towns.csv", "data", "data/towns.csv", "sqlite:///plain.db"])
def test_files_beside_the_state_of_the_folder_one_works_in_are_sources(
    shared: Path, monkeypatch: pytest.MonkeyPatch, spec: str
) -> None:
    monkeypatch.chdir(shared)
    with open_source(spec, Settings(workspace=".")) as source:
        assert source.schema().tables


@pytest.mark.parametrize(
    "spec",
    ["answerable.db", "../.answerable/answerable.db", "receipts", "receipts/r.json", "hard.csv", "logs", "../link.db"],
)
def test_its_state_is_none(shared: Path, monkeypatch: pytest.MonkeyPatch, spec: str) -> None:
    monkeypatch.chdir(shared)
    for name in ("answerable.db-wal", ".answerable.db.x1"):
        (shared / name).touch()
        with pytest.raises(Refused):
            open_source(name, Settings(workspace="."))
    with pytest.raises(Refused, match="Answerable's own files"):
        open_source(spec, Settings(workspace="."))


def test_a_folder_gives_no_state_with_its_data(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link to state among the data stops it; without one the data is read, and only that."""
    monkeypatch.chdir(shared)
    (shared / "hard.csv").unlink()
    with open_source(".", Settings(workspace=".")) as source:
        assert [table.name for table in source.schema().tables] == ["towns"]
    (shared / "towns.csv").unlink()
    (shared / "plain.db").unlink()
    with pytest.raises(Refused):
        open_source(".", Settings(workspace="."))


def test_from_elsewhere_the_whole_workspace_is_state(shared: Path) -> None:
    with pytest.raises(Refused) as caught:
        open_source(str(shared / "towns.csv"), Settings())
    assert "--workspace" in caught.value.line()
