"""`answerable audit` as scripts and people use it."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from tests.audit.judge import changed_on_purpose
from tests.cli.command import Finished, answerable


@pytest.fixture(scope="module")
def answered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which one question was answered."""
    folder = tmp_path_factory.mktemp("answered")
    (folder / "sales.csv").write_text("id,amount\n1,10\n2,20\n")
    (folder / "answerable.toml").write_text('audit_checkpoints = "apart"\n')
    done = answerable("ask", "How many sales are there?", "--source", "sales.csv", "--yes", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def folder(answered: Path, tmp_path: Path) -> Path:
    """A copy to spoil. Its checkpoints are moved to where a log of this folder's has them."""
    shutil.copytree(answered, tmp_path, dirs_exist_ok=True)
    return tmp_path


def audit(folder: Path, *arguments: str) -> Finished:
    return answerable("audit", *arguments, cwd=folder)


def log_of(folder: Path) -> Path:
    return folder / ".answerable" / "logs" / "data_agent_runs.jsonl"


def request_of(folder: Path) -> str:
    entries = map(json.loads, log_of(folder).read_text().splitlines())
    return str(next(entry["request_id"] for entry in entries if entry["event_type"] == "tool_called"))


def test_a_log_as_it_was_written(answered: Path) -> None:
    done = audit(answered, "verify", "--json")
    found = json.loads(done.stdout)
    assert done.returncode == 0
    keys = "ok log files entries bad_file bad_line problem checkpoint unsealed warnings"
    assert list(found) == keys.split()
    assert (found["ok"], found["bad_line"], found["unsealed"], found["warnings"]) == (True, None, 0, [])
    assert found["checkpoint"]["size"] == found["entries"] == len(log_of(answered).read_text().splitlines())
    text = audit(answered, "verify", "--roots").stdout
    assert "every one is as it was written" in text
    assert found["checkpoint"]["key_id"] in text


def test_nothing_recorded_yet(tmp_path: Path) -> None:
    done = audit(tmp_path, "verify")
    where = tmp_path / ".answerable" / "logs" / "data_agent_runs.jsonl"
    assert (done.returncode, done.stdout) == (0, f"Nothing has been recorded yet.\nThe log would be {where}.\n")


def test_a_changed_line_is_named(folder: Path) -> None:
    log = changed_on_purpose(log_of(folder))
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join([lines[0], lines[1].replace(b"COUNT", b"count"), *lines[2:]]))
    done = audit(folder, "verify")
    assert done.returncode == 13
    assert "Line 2 of data_agent_runs.jsonl is not as it was written" in done.stdout
    found = json.loads(audit(folder, "verify", "--json").stdout)
    assert (found["ok"], found["bad_line"], found["bad_file"]) == (False, 2, "data_agent_runs.jsonl")


def test_a_log_cut_short_is_found_by_a_checkpoint_that_was_kept(answered: Path, folder: Path) -> None:
    assert audit(answered, "export", "--request", request_of(answered), "--to", str(folder / "kept")).returncode == 0
    log = log_of(folder)
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:2]))
    alone = audit(folder, "verify")
    assert alone.returncode == 0
    assert "There is no checkpoint" in alone.stdout
    done = audit(folder, "verify", "--against", "kept/checkpoint.json")
    assert done.returncode == 13
    assert "Line 3" in done.stdout
    assert "signed for" in done.stdout


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff\x00" * 50_000, b"[" * 60_000, None])
def test_a_checkpoint_that_is_none_is_one_clear_line(answered: Path, tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "c.json").write_bytes(content)
    done = audit(answered, "verify", "--against", str(tmp_path / "c.json"))
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
    assert "checkpoint" in done.stderr


def test_a_request_is_told_as_a_timeline(answered: Path) -> None:
    request = request_of(answered)
    text = audit(answered, "show", "--request", request).stdout
    assert request in text
    for event in ("request submitted", "plan created", "policy decision", "tool called", "observation recorded"):
        assert event in text
    assert audit(answered, "show", "--request", f".answerable/receipts/{request}.json").stdout == text
    found = json.loads(audit(answered, "show", "--request", request, "--json").stdout)
    assert found["request_id"] == request
    assert {entry["request_id"] for entry in found["entries"]} == {request}
    nothing = audit(answered, "show", "--request", "no\x1b[31m")
    assert nothing.returncode == 2
    assert "\x1b" not in nothing.stderr


def test_a_timeline_keeps_what_was_recorded_in_one_piece(answered: Path) -> None:
    request = request_of(answered)
    entries = json.loads(audit(answered, "show", "--request", request, "--json").stdout)["entries"]
    (called,) = [entry for entry in entries if entry["event_type"] == "tool_called"]
    text = audit(answered, "show", "--request", request).stdout.splitlines()
    assert f"      arguments.query: {called['event_data']['arguments']['query']}" in text
    assert not [line for line in text if line != line.rstrip()]


def test_no_command_is_the_help_and_nothing_else(tmp_path: Path) -> None:
    done = audit(tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == audit(tmp_path, "--help").stdout
    assert "..." not in done.stderr.partition("Commands:")[2], "every line is whole"


def test_a_log_that_is_gone_is_said_to_be_missing(folder: Path) -> None:
    asked = answerable("ask", "How many sales are there?", "--source", "sales.csv", "--yes", cwd=folder)
    assert asked.returncode == 0, asked.stderr
    log_of(folder).unlink()
    done = audit(folder, "verify")
    assert done.returncode == 13
    assert done.stdout.startswith("data_agent_runs-000001.jsonl: the file is missing, but its entries were signed for.")
    assert " 0 entries" not in done.stdout


def test_evidence_is_exported_and_checked_elsewhere(answered: Path, tmp_path: Path) -> None:
    request = request_of(answered)
    done = audit(answered, "export", "--request", request, "--to", str(tmp_path / "evidence"), "--json")
    made = json.loads(done.stdout)
    assert done.returncode == 0, done.stderr
    (tmp_path / "away").mkdir()
    shutil.move(tmp_path / "evidence", tmp_path / "away" / "evidence")
    checked = audit(tmp_path / "away", "check", "evidence", "--json")
    found = json.loads(checked.stdout)
    assert checked.returncode == 0
    assert (found["entries"], found["request_id"], found["key_id"]) == (made["entries"], request, made["key_id"])
    entries = tmp_path / "away" / "evidence" / "entries.jsonl"
    entries.write_bytes(entries.read_bytes().replace(b"COUNT", b"count", 1))
    spoiled = audit(tmp_path / "away", "check", "evidence")
    assert spoiled.returncode == 13
    assert spoiled.stdout.startswith("Not proved: entry ")


@pytest.mark.parametrize("lines_kept", [2, None], ids=["cut short", "a line changed"])
def test_no_evidence_is_made_of_a_log_that_was_changed(folder: Path, lines_kept: int | None) -> None:
    (folder / "sales.csv").write_text("id,amount\n1,10\n")
    asked = answerable("ask", "How many sales are there?", "--source", "sales.csv", "--yes", cwd=folder)
    assert asked.returncode == 0, asked.stderr
    log, request = changed_on_purpose(log_of(folder)), request_of(folder)
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:lines_kept]).replace(b"COUNT", b"count", 1))
    done = audit(folder, "export", "--request", request, "--to", "evidence")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (5, "", 1), done.stderr
    assert "is not the one that was signed for. See what 'answerable audit verify' says." in done.stderr
    assert not list((folder / "evidence").glob("*"))


def test_what_is_no_evidence_is_one_clear_line(tmp_path: Path) -> None:
    done = audit(tmp_path, "check", ".")
    assert done.returncode == 2
    assert "is not a folder of evidence: public_key" in done.stderr


def test_a_key_that_is_none_is_told_and_spoils_nothing(folder: Path) -> None:
    shutil.rmtree(folder / "apart")
    export = ("export", "--request", request_of(folder), "--to")
    assert audit(folder, *export, "before").returncode == 0
    [key] = (folder / "apart").rglob("signing.key")
    good = key.read_bytes()
    key.write_bytes(b"nonsense")
    found = json.loads(audit(folder, "verify", "--json").stdout)
    assert found["ok"]
    assert "is not an Ed25519 key" in found["warnings"][0]
    assert "Nothing more is signed for" in " ".join(answerable("doctor", cwd=folder).stdout.split())
    unsigned = audit(folder, *export, "after")
    assert (unsigned.returncode, "is not an Ed25519 key" in unsigned.stderr) == (5, True)  # evidence is signed
    assert audit(folder, "check", "before").returncode == 0
    key.write_bytes(good)
    assert audit(folder, *export, "after").returncode == 0


def test_a_pipe_in_place_of_a_file_keeps_nobody_waiting(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    kept = audit(folder, "verify", "--against", "pipe")
    assert (kept.returncode, kept.stderr.count("\n")) == (2, 1)
    log_of(folder).unlink()
    os.mkfifo(log_of(folder))
    log = audit(folder, "verify")
    assert (log.returncode, log.stderr.count("\n")) == (5, 1)
    assert "not a regular file" in log.stderr


def test_a_failure_is_an_object_too(tmp_path: Path) -> None:
    for arguments in (
        ["audit", "verify", "--against", "x"],
        ["audit", "check", "x"],
        ["verify", "x"],
        ["diff", "x", "x"],
    ):
        done = answerable(*arguments, "--json", cwd=tmp_path)
        assert (done.returncode, list(json.loads(done.stdout)["error"])) == (2, ["code", "message", "hint"])


def test_who_deleted_the_log_to_begin_anew_is_told_how(tmp_path: Path) -> None:
    (tmp_path / "sales.csv").write_text("id,amount\n1,10\n2,20\n")
    (tmp_path / "answerable.toml").write_text('audit_checkpoints = "apart"\n')
    ask = ("ask", "How many sales are there?", "--source", "sales.csv", "--yes")
    assert answerable(*ask, cwd=tmp_path).returncode == 0
    shutil.rmtree(tmp_path / ".answerable")
    assert answerable(*ask, cwd=tmp_path).returncode == 0
    done = audit(tmp_path, "verify")
    assert done.returncode == 13
    *_, kept_in = done.stdout.split("move its checkpoints aside: ")
    (tmp_path / kept_in.strip().removesuffix(".")).rename(tmp_path / "old")
    assert answerable(*ask, cwd=tmp_path).returncode == 0
    assert audit(tmp_path, "verify").returncode == 0
