"""A folder's policy is on record before it decides anything, once for every change."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from answerable import sample
from answerable.agent import open_run_context
from answerable.kernel.errors import AuditUnavailable
from answerable.kernel.settings import load_settings

FIRST = '[policy]\nblocked_columns = ["customers.email"]\n'
SECOND = '[policy]\nallowed_tables = ["orders"]\n'


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    sample.write_sqlite(path := tmp_path_factory.mktemp("shop") / "shop.db")
    return path


def opened(folder: Path, shop: Path) -> list[list[str]]:
    """The keys of the policies that were recorded by now."""
    with open_run_context([str(shop)], load_settings(folder), folder=folder) as run_context:
        log = run_context.trail.path
    entries = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
    return [entry["event_data"]["keys"] for entry in entries if entry["event_type"] == "policy_changed"]


def write(folder: Path, text: str, number: int) -> None:
    (folder / "answerable.toml").write_text(text)
    os.utime(folder / "answerable.toml", ns=(number, number))


def test_every_change_is_recorded_once(tmp_path: Path, shop: Path) -> None:
    assert opened(tmp_path, shop) == []
    write(tmp_path, FIRST, 1)
    assert opened(tmp_path, shop) == [["blocked_columns"]]
    assert opened(tmp_path, shop) == [["blocked_columns"]]
    write(tmp_path, f"chat_rows = 10\n{FIRST}", 2)
    assert len(opened(tmp_path, shop)) == 1
    write(tmp_path, SECOND, 3)
    assert opened(tmp_path, shop)[1:] == [["allowed_tables"]]
    write(tmp_path, "", 4)
    assert opened(tmp_path, shop)[2:] == [[]]


def test_a_policy_that_cannot_be_recorded_decides_nothing(tmp_path: Path, shop: Path) -> None:
    write(tmp_path, FIRST, 1)
    (tmp_path / ".answerable" / "logs" / "data_agent_runs.jsonl").mkdir(parents=True)
    with pytest.raises(AuditUnavailable), open_run_context([str(shop)], load_settings(tmp_path), folder=tmp_path):
        pass


def test_a_change_is_recorded_though_the_file_was_given_its_old_time(tmp_path: Path, shop: Path) -> None:
    write(tmp_path, FIRST, 1)
    assert opened(tmp_path, shop) == [["blocked_columns"]]
    write(tmp_path, SECOND, 1)
    assert opened(tmp_path, shop)[1:] == [["allowed_tables"]]
