"""A run with a model may be stopped at any moment and gone on with; it never mixes set-ups."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from benchmarks.model_run_file import RunFile, read_lines

SETUP = {"engine": "local:small", "pairs": 0}


def line(name: str, failure: str = "") -> dict[str, Any]:
    return {"id": name, "use": {"failure": failure}}


def begun(path: Path, setup: dict[str, Any] | None = None) -> RunFile:
    file = RunFile(path, setup or SETUP)
    file.begin()
    return file


def names(path: Path) -> list[str]:
    return [one["id"] for one in read_lines(path)]


def test_a_run_goes_on_after_a_line_that_was_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    begun(path).add(line("a"))
    with path.open("a") as file:
        file.write('{"id": "b", "use": {"fail')
    again = begun(path)
    assert again.done == {"a"}
    again.add(line("b"))
    assert names(path) == ["a", "b"]


def test_a_file_of_another_set_up_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    begun(path).add(line("a"))
    before = path.read_bytes()
    with pytest.raises(SystemExit, match="name another"):
        begun(path, {**SETUP, "pairs": 10})
    assert path.read_bytes() == before


def test_a_question_without_a_reply_counts_once_the_next_has_one(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    file = begun(path)
    file.add(line("a", "cut off"))
    assert names(path) == []
    file.add(line("b"))
    assert names(path) == ["a", "b"]
    file.add(line("c", "cut off"))
    file.end()
    assert names(path) == ["a", "b", "c"]


def test_a_model_that_is_not_there_ends_the_run_without_a_line(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    file = begun(path)
    with pytest.raises(SystemExit, match="not reached"):
        for name in "abcd":
            file.add(line(name, "not reached"))
    assert names(path) == []
