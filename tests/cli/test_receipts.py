"""`verify` and `diff` as a person types them: the verdict on the first line, and its exit code."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.agent.sales import QUESTION, sqlite_sales
from tests.cli.command import answerable, complaints
from tests.receipts.made import kept


@pytest.fixture
def receipt(tmp_path: Path) -> str:
    """Its path as `ask` prints it."""
    sqlite_sales(tmp_path)
    told = answerable("ask", QUESTION, "--source", "sales.db", cwd=tmp_path).stdout
    found = re.search(r"^Receipt: (\S+) · re-check it with: answerable verify (\S+)$", told, re.M)
    assert found is not None, told
    assert found[1] == found[2]
    return found[1]


def test_what_ask_prints_can_be_verified(tmp_path: Path, receipt: str) -> None:
    done = answerable("verify", receipt, cwd=tmp_path)
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "same")
    assert "Signed by this installation" in done.stdout


def test_json_has_the_path_and_verify_tells_what_changed(tmp_path: Path) -> None:
    sales = sqlite_sales(tmp_path)
    told = json.loads(answerable("ask", QUESTION, "--source", "sales.db", "--json", cwd=tmp_path).stdout)
    first = told["receipt"]
    assert Path(first).is_file()
    sales.change_data()
    done = answerable("verify", first, "--json", cwd=tmp_path)
    assert done.returncode == 10
    found = json.loads(done.stdout)
    assert found["verdict"] == "data changed"
    assert {"what": "total_amount of Germany", "was": 13.5, "now": 14.5} in found["figures"]
    second = json.loads(answerable("ask", QUESTION, "--source", "sales.db", "--json", cwd=tmp_path).stdout)["receipt"]
    difference = answerable("diff", first, second, cwd=tmp_path)
    assert difference.returncode == 0
    assert "data: The data has changed." in difference.stdout
    assert "total_amount of Germany: 13.5 → 14.5" in difference.stdout
    causes = json.loads(answerable("diff", first, second, "--json", cwd=tmp_path).stdout)["causes"]
    assert [cause["kind"] for cause in causes] == ["data"]


def test_a_changed_file_is_tampered(tmp_path: Path, receipt: str) -> None:
    path = tmp_path / receipt
    path.write_text(path.read_text().replace("Germany leads", "Germany trails"))
    done = answerable("verify", receipt, cwd=tmp_path)
    assert (done.returncode, done.stdout.splitlines()[0]) == (13, "tampered")
    difference = answerable("diff", receipt, receipt, cwd=tmp_path)
    assert (difference.returncode, "tampered" in difference.stdout) == (13, True)


def test_a_diff_leaves_nothing_behind(tmp_path: Path, receipt: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    given = str(tmp_path / receipt)
    done = answerable("diff", given, given, cwd=elsewhere)
    assert (done.returncode, "The results are the same." in done.stdout) == (0, True)
    assert list(elsewhere.iterdir()) == []


@pytest.mark.parametrize("name", ["missing.json", "sales.db", "."])
def test_what_is_no_receipt_is_bad_input(tmp_path: Path, name: str) -> None:
    sqlite_sales(tmp_path)
    done = answerable("verify", name, cwd=tmp_path)
    assert done.returncode == 2
    assert complaints(done)[0].startswith("Error: ")
    assert "Traceback" not in done.stderr


def test_what_may_not_run_any_more_is_refused(tmp_path: Path, receipt: str) -> None:
    (tmp_path / "answerable.toml").write_text('[policy]\nblocked_columns = ["amount"]\n')
    assert answerable("verify", receipt, cwd=tmp_path).returncode == 3


def test_a_source_whose_name_is_too_long_is_not_there(tmp_path: Path) -> None:
    source = {"name": "shop.db", "kind": "sqlite", "dialect": "sqlite", "spec": ["a" * 5_000 + ".db"]}
    done = answerable("verify", str(kept(tmp_path, source=source)), cwd=tmp_path)
    assert (done.returncode, "There is no file or folder" in done.stderr) == (2, True)


def test_a_source_that_was_moved_can_be_named(tmp_path: Path, receipt: str) -> None:
    (tmp_path / "sales.db").rename(tmp_path / "moved.db")
    done = answerable("verify", receipt, cwd=tmp_path)
    assert (done.returncode, "sales.db" in done.stderr, "--source" in done.stderr) == (2, True, True)
    assert answerable("verify", receipt, "--source", "moved.db", cwd=tmp_path).returncode == 0
