"""`answerable knowledge`: files into a project and out again, at the terminal."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from tests.cli.command import answerable

METRIC = "name: MRR\ndefinition: Sum of active subscriptions.\nsql_template: SELECT SUM(amount) FROM orders\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "knowledge" / "metrics").mkdir(parents=True)
    (tmp_path / "knowledge" / "learnings").mkdir()
    (tmp_path / "knowledge" / "metrics" / "mrr.yaml").write_text(METRIC)
    (tmp_path / "knowledge" / "learnings" / "late.yaml").write_text("description: Orders come late.\n")
    return tmp_path


def test_a_folder_goes_into_a_project_and_comes_out_as_it_was(folder: Path) -> None:
    dry = answerable("knowledge", "import", "knowledge", "--dry-run", cwd=folder)
    assert dry.returncode == 0, dry.stderr
    assert "+name: MRR" in dry.stdout and "Nothing was changed." in dry.stdout
    done = answerable("knowledge", "import", "knowledge", "--json", cwd=folder)
    told = json.loads(done.stdout)
    assert (told["created"], told["updated"], told["unchanged"], told["dry_run"]) == (2, 0, 0, False)
    listed = answerable("knowledge", "list", cwd=folder).stdout.splitlines()
    assert listed == ["metric\tmrr\tactive\tMRR", "learning\tlate\tactive\tOrders come late."]
    assert answerable("knowledge", "list", "knowledge", cwd=folder).stdout.splitlines() == listed
    answerable("knowledge", "promote", "late", "--to", "business_rule", cwd=folder)
    exported = answerable("knowledge", "export", "out", cwd=folder)
    assert exported.stdout == "3 entries written to out.\n"
    assert (folder / "out" / "metrics" / "mrr.yaml").read_text() == METRIC
    assert (folder / "out" / "business" / "orders-come-late.yaml").read_text().startswith("title: Orders come late.\n")


def test_faults_are_told_line_by_line_and_nothing_is_imported(folder: Path) -> None:
    (folder / "knowledge" / "metrics" / "mrr.yaml").write_text(METRIC + "units: USD\ncaveats: late\n")
    done = answerable("knowledge", "import", "knowledge", cwd=folder)
    assert done.returncode == 2
    lines = done.stderr.splitlines()
    assert any("metrics/mrr.yaml, line 4: There is no field 'units'." in line for line in lines)
    assert any("metrics/mrr.yaml, line 5: 'caveats' must be a list of texts." in line for line in lines)
    assert answerable("knowledge", "list", cwd=folder).stdout == ""


def test_ask_and_chat_read_the_folder_beside_the_data(folder: Path) -> None:
    with sqlite3.connect(folder / "shop.db") as connection:
        connection.execute("CREATE TABLE orders (id INTEGER PRIMARY KEY, amount INTEGER)")
        connection.execute("INSERT INTO orders VALUES (1, 40), (2, 2)")
    connection.close()
    asked = answerable("ask", "MRR", "--source", "shop.db", "--json", cwd=folder)
    told = json.loads(asked.stdout)
    assert (told["path"], told["trust"]["level"], told["rows"]) == ("metric", "governed", [{"mrr": 42}])
    assert told["provenance"]["applied"][0]["name"] == "MRR"
    assert "42" in answerable("chat", "--source", "shop.db", cwd=folder, stdin="MRR\n").stdout
    (folder / "knowledge" / "metrics" / "mrr.yaml").write_text("name: MRR\n")
    refused = answerable("ask", "MRR", "--source", "shop.db", cwd=folder)
    assert refused.returncode == 2
    assert "metrics/mrr.yaml, line 1: 'definition' is missing." in refused.stderr
