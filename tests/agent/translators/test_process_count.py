"""A small machine has one translator: a second would take memory and no less time."""

from __future__ import annotations

from pathlib import Path

import pytest

from answerable.agent.translators import core_count, processes_on


@pytest.mark.parametrize(("cores", "wanted", "processes"), [(1, 2, 1), (1, 16, 1), (2, 2, 2), (2, 1, 1), (8, 4, 4)])
def test_one_core_has_one_translator(cores: int, wanted: int, processes: int) -> None:
    assert processes_on(cores, wanted) == processes


@pytest.mark.parametrize("quota", ["100000 100000", "50000 100000", "199999 100000"])
def test_a_container_with_one_core_has_one(quota: str, tmp_path: Path) -> None:
    (tmp_path / "cpu.max").write_text(f"{quota}\n")
    assert core_count(tmp_path / "cpu.max") == 1


@pytest.mark.parametrize("quota", ["max 100000", "", "nonsense", "99900000 100000"])
def test_what_bounds_nothing_changes_nothing(quota: str, tmp_path: Path) -> None:
    (tmp_path / "cpu.max").write_text(quota)
    assert core_count(tmp_path / "cpu.max") == core_count(tmp_path / "missing") >= 1
