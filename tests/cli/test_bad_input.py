"""Bad input gets one clear line and the right exit code, changes nothing, and never shows a traceback or a secret."""

from __future__ import annotations

import fnmatch
import gzip
import json
import socket
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from answerable import sample
from tests.cli.command import Finished, answerable, complaints
from tests.sources.files.odd_files import PNG, wide_table, write_bomb

pytestmark = pytest.mark.slow  # the files it makes take seconds

CASES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("data").joinpath("bad_inputs.toml").read_text())[
    "case"
]
IDS = [case["name"] for case in CASES]
ASKED_BACK = 4
NOT_IN_THE_DATA = "question about nothing in the data"
"""A question back is no error, and is not called one."""
A_HANG = 60
"""Seconds; a connection that nobody limits waits more than two minutes, a busy machine may need ten for anything."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bad")
    sample.write_sqlite(folder / "shop.db")
    (folder / "empty-folder").mkdir()
    (folder / "folder.csv").mkdir()
    (folder / "empty.csv").touch()
    (folder / "binary.csv").write_bytes(bytes(range(256)) * 40)
    (folder / "fake.db").write_bytes(b"this is not a database" * 100)
    (folder / "notes.doc").write_text("notes")
    (folder / "picture.csv").write_bytes(PNG)
    (folder / "packed.csv").write_bytes(gzip.compress(b"a,b\n1,2\n"))
    (folder / "wide.csv").write_text(wide_table(5_000))
    (folder / "long_line.csv").write_bytes(b"a,b\n" + b"x" * (17 << 20))
    write_bomb(folder / "bomb.xlsx", megabytes=1_500)
    return folder


@pytest.fixture
def values(request: pytest.FixtureRequest, case: dict[str, Any]) -> Iterator[dict[str, Any]]:
    with socket.socket() as nobody_listens:
        nobody_listens.bind(("127.0.0.1", 0))  # and nobody else can
        port = nobody_listens.getsockname()[1]
        values: dict[str, Any] = {"closed_port": port, "long_question": "orders " * 143}
        if case.get("needs") == "postgres":
            values["postgres_wrong_password"] = _with_password(request.getfixturevalue("postgres_url"))
        if case.get("needs") == "mysql":
            values["mysql_wrong_password"] = _with_password(request.getfixturevalue("mariadb_url"))
        yield values


def _with_password(url: str) -> str:
    scheme, rest = url.split("://", 1)
    account, place = rest.rsplit("@", 1)
    return f"{scheme}://{account.split(':')[0]}:CANARY-secret@{place}"


def run(case: dict[str, Any], folder: Path, values: dict[str, Any], *more: str) -> Finished:
    question = case.get("question", "how many orders are there?").format(**values)
    source = case.get("source", "shop.db").format(**values)
    return answerable("ask", question, "--source", source, *case.get("extra", []), *more, cwd=folder)


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_it_gets_one_line_and_its_exit_code(case: dict[str, Any], folder: Path, values: dict[str, Any]) -> None:
    began = time.monotonic()
    done = run(case, folder, values)
    lines = complaints(done)
    assert done.returncode == case["exit"], done.stderr
    assert done.stdout == ""
    is_error = done.returncode != ASKED_BACK and case["name"] != NOT_IN_THE_DATA
    assert lines[0].startswith("Error: ") == is_error, lines[0]
    assert fnmatch.fnmatchcase(lines[0].removeprefix("Error: "), case["line"].replace("[", "[[]")), lines[0]
    assert len(lines) == 1
    assert "CANARY-secret" not in done.stderr
    assert time.monotonic() - began < A_HANG


@pytest.mark.parametrize("case", [case for case in CASES if "extra" not in case], ids=lambda case: str(case["name"]))
def test_with_json_the_error_is_an_object_on_stdout(case: dict[str, Any], folder: Path, values: dict[str, Any]) -> None:
    done = run(case, folder, values, "--json")
    answer = json.loads(done.stdout)
    assert done.returncode == case["exit"]
    assert answer["error"]["message"]
    assert answer["error"]["code"]
    assert answer["sql"] in (None, "")
    assert "CANARY-secret" not in done.stdout + done.stderr


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    answerable("ask", "how many orders?", "--source", "missing.csv", cwd=tmp_path)
    answerable("ask", " ", "--source", "missing.csv", cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []
