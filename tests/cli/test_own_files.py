"""The accounts of this installation are no source at any command, however they are spelled or linked."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.cli.command import Finished, answerable, complaints
from tests.receipts.made import kept

QUESTION = "how many users are there?"
COMMANDS = {
    "ask": ("ask", QUESTION, "--yes"),
    "chat": ("chat",),
    "profile": ("profile",),
    "serve": ("serve", "--no-open", "--port", "0"),
}
WAYS = {
    "path": ".answerable/answerable.db",
    "dots": "data/../.answerable/answerable.db",
    "link": "link.csv",
    "hard link": "hard.db",
    "folder above": ".answerable",
    "folder with a link": "data",
    "URL": "sqlite:///.answerable/answerable.db",
    "percent-encoded URL": "sqlite:///%2eanswerable%2fanswerable%2edb",
    "DuckDB's URL": "duckdb:///link.csv",
}
FOR_ALL_COMMANDS = ("path", "link", "percent-encoded URL")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("own")
    added = answerable("users", "add", "ann", "--role", "admin", cwd=folder, stdin="seven-red-herons\n")
    assert added.returncode == 0, added.stderr
    own = folder / ".answerable" / "answerable.db"
    (folder / "data").mkdir()
    (folder / "data" / "link.db").symlink_to(own)
    (folder / "link.csv").symlink_to(own)
    (folder / "hard.db").hardlink_to(own)
    shutil.copy(own, folder / "copy.db")
    return folder


def _is_refused(done: Finished) -> None:
    said = " ".join(complaints(done))
    assert done.returncode == 3, done.stdout + done.stderr
    assert "Answerable's own" in said and "no source" in said
    assert "ann" not in done.stdout.split() and "pbkdf2" not in done.stdout + done.stderr


@pytest.mark.parametrize("way", WAYS)
def test_a_question_reads_no_accounts(folder: Path, way: str) -> None:
    _is_refused(answerable(*COMMANDS["ask"], "--source", WAYS[way], cwd=folder))


@pytest.mark.parametrize("way", FOR_ALL_COMMANDS)
@pytest.mark.parametrize("command", ["chat", "profile", "serve"])
def test_no_other_command_reads_them(folder: Path, command: str, way: str) -> None:
    _is_refused(answerable(*COMMANDS[command], "--source", WAYS[way], cwd=folder))


@pytest.mark.parametrize("command", ["ask", "profile"])
def test_a_copy_of_them_is_known_by_its_tables(folder: Path, command: str) -> None:
    _is_refused(answerable(*COMMANDS[command], "--source", "copy.db", cwd=folder))


@pytest.mark.parametrize("way", ["path", "link", "URL"])
def test_a_receipt_that_names_them_is_not_verified(folder: Path, tmp_path: Path, way: str) -> None:
    source = {"name": "answerable.db", "kind": "sqlite", "dialect": "sqlite", "spec": [WAYS[way]]}
    sql = "SELECT username AS country, 1.0 AS total, 1 AS orders FROM auth_user"
    receipt = kept(tmp_path, source=source, sql=sql)
    _is_refused(answerable("verify", str(receipt), cwd=folder))
