"""Regular expressions that a policy writes itself hold from the file to the answer and the record."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

import pytest

from answerable.agent import ask, say_yes
from answerable.agent.context.folder_policy import load_policy
from answerable.kernel.errors import AnswerableError, BadSetting
from answerable.kernel.settings import load_settings


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    with sqlite3.connect(tmp_path / "firm.db") as connection:
        connection.execute("CREATE TABLE staff (id INTEGER PRIMARY KEY, name TEXT, label TEXT, town TEXT)")
        connection.execute("CREATE VIEW badges AS SELECT id, label AS badge FROM staff")
        rows = [(n, f"Name {n}", f"EMP-{100000 + n}", "Ulm") for n in range(12)]
        connection.executemany("INSERT INTO staff VALUES (?, ?, ?, ?)", rows)
    connection.close()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write_policy(folder: Path, patterns: str) -> None:
    (folder / "answerable.toml").write_text(f"[policy]\nblocked_patterns = {patterns}\n", encoding="utf-8")


def answer(question: str) -> str:
    found = ask(question, "firm.db", settings=load_settings(), approve=say_yes)
    return f"{found.text} {found.table.to_pylist()}"


@pytest.mark.parametrize("question", ["show the label of all staff", "show badge of badges"])
def test_a_column_whose_values_fit_is_blocked_through_views_too(folder: Path, question: str) -> None:
    assert "EMP-100003" in answer(question)
    write_policy(folder, r"['/EMP-\d{6}/']")
    with pytest.raises(AnswerableError) as refused:
        answer(question)
    assert "EMP-1" not in f"{refused.value.line()} {getattr(refused.value, 'clarification', '')!r}"
    assert "Ulm" in answer("show the town of all staff")


def test_a_column_whose_name_fits_may_be_masked(folder: Path) -> None:
    write_policy(folder, "{'/(?i)lab.l/' = 'masked'}")
    said = answer("show the label of all staff")
    assert "EMP-" not in said


def test_what_fits_is_not_written_into_the_record(folder: Path) -> None:
    write_policy(folder, r"['/EMP-\d{6}/']")
    with pytest.raises(AnswerableError):
        answer("who is EMP-424242?")
    log = (folder / ".answerable" / "logs" / "data_agent_runs.jsonl").read_text(encoding="utf-8")
    assert "424242" not in log and "[redacted: pattern]" in log


@pytest.mark.parametrize("pattern", ["'/(a/'", r"'/(?=x)y/'", r"'/(a{90}){90}/'", "'/'", "'mail'"])
def test_a_pattern_that_cannot_be_used_is_a_bad_setting(folder: Path, pattern: str) -> None:
    write_policy(folder, f"[{pattern}]")
    with pytest.raises(BadSetting):
        load_policy(folder)


def test_a_catastrophic_pattern_does_not_hang(folder: Path) -> None:
    write_policy(folder, "['/(([A-Za-z0-9-]+)+)+!/']")
    began = time.process_time()
    assert "EMP-100003" in answer("show the label of all staff")
    assert time.process_time() - began < 20
