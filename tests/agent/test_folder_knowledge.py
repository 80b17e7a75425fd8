"""A folder of knowledge beside the data changes what is answered: path, trust, SQL, provenance and receipt say so."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from answerable import ask
from answerable.agent.batch_translation import translate_batch
from answerable.agent.context.folder_knowledge import folder_knowledge
from answerable.answers import Answer
from answerable.kernel.errors import BadKnowledge
from answerable.kernel.knowledge import applied_entry
from answerable.kernel.settings import Settings, load_settings

METRIC = """\
name: Headcount
definition: People who have not left.
sql_template: SELECT COUNT(*) FROM staff WHERE left_on IS NULL
caveats: [Contractors are missing.]
"""
QUERY = """\
name: Team sizes
description: How large are the teams?
sql: SELECT team, COUNT(*) AS people FROM staff GROUP BY team
"""
RULE = """\
title: Tests are no people
description: Accounts of tests are in the table, too.
applies_to_tables: [staff]
required_filter: is_test = 0
"""
COUNT = "how many staff are there?"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    with sqlite3.connect(tmp_path / "firm.db") as connection:
        connection.executescript(
            """CREATE TABLE staff (id INTEGER PRIMARY KEY, name TEXT, team TEXT, left_on DATE, is_test INTEGER);
            INSERT INTO staff VALUES (1, 'Ann', 'Sales', NULL, 0), (2, 'Bob', 'Sales', '2025-01-01', 0),
                                     (3, 'Cat', 'Legal', NULL, 0), (4, 'Test', 'Legal', NULL, 1);"""
        )
    connection.close()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def put(folder: Path, path: str, text: str) -> Path:
    file = folder / "knowledge" / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def answer(question: str, source: str = "firm.db") -> Answer:
    settings = load_settings(flags={"confirm": "never"})
    return ask(question, source, settings=settings)


def cell(found: Answer) -> object:
    (row,) = found.table.to_pylist()
    (value,) = row.values()
    return value


def test_a_metric_is_governed_and_changes_the_answer(folder: Path) -> None:
    put(folder, "metrics/headcount.yaml", METRIC)
    found = answer("headcount")
    assert (found.path, found.trust.level, cell(found)) == ("metric", "governed", 3)
    assert "left_on IS NULL" in found.sql


def test_provenance_and_receipt_cite_the_version(folder: Path) -> None:
    put(folder, "metrics/headcount.yaml", METRIC)
    found = answer("headcount by team")
    (applied,) = [one for one in found.provenance.applied if one.kind == "metric"]
    (metric,) = folder_knowledge(["firm.db"], Settings()).metrics
    assert (applied.version, applied.id) == (applied_entry(metric).version, "metrics/headcount")
    (receipt,) = (folder / ".answerable" / "receipts").glob("*.json")
    cited = json.loads(receipt.read_text())["knowledge"]
    assert {"kind": "metric", "name": "Headcount", "version": applied.version} in cited


def test_a_verified_query_is_verified(folder: Path) -> None:
    put(folder, "queries/teams.yaml", QUERY)
    found = answer("please tell me how large the teams are")
    assert (found.path, found.trust.level) == ("verified_query", "verified")


def test_a_rule_adds_its_filter(folder: Path) -> None:
    assert cell(answer(COUNT)) == 4
    put(folder, "business/tests.yaml", RULE)
    found = answer(COUNT)
    assert "is_test = 0" in found.sql
    assert cell(found) == 3
    assert "Tests are no people" in [one.name for one in found.provenance.applied]


def test_a_table_of_another_name_is_found_by_its_synonym(folder: Path) -> None:
    put(folder, "tables/staff.yaml", "table_name: staff\ndescription: One row a person.\nsynonyms: [crew members]\n")
    found = answer("how many crew members are there?")
    assert cell(found) == 4


def test_a_changed_definition_holds_at_once(folder: Path) -> None:
    file = put(folder, "metrics/headcount.yaml", METRIC)
    assert cell(answer("headcount")) == 3
    file.write_text(METRIC.replace("left_on IS NULL", "left_on IS NULL AND is_test = 0"), encoding="utf-8")
    assert cell(answer("headcount")) == 2
    file.write_text(METRIC + "status: draft\n", encoding="utf-8")
    assert folder_knowledge(["firm.db"], Settings()).is_empty


def test_a_batch_is_translated_with_it(folder: Path) -> None:
    put(folder, "metrics/headcount.yaml", METRIC)
    line = json.dumps({"id": 1, "source": "firm.db", "question": "headcount"})
    (told,) = [json.loads(one) for one in translate_batch([line], Settings())]
    assert (told["path"], told["trust"]) == ("metric", "governed")


def test_what_a_folder_says_harmful_is_guarded_like_anybodys(folder: Path) -> None:
    put(folder, "metrics/headcount.yaml", METRIC.replace("SELECT COUNT(*) FROM staff", "DELETE FROM staff"))
    put(folder, "business/tests.yaml", RULE.replace("is_test = 0", "1 = 1; DROP TABLE staff"))
    found = answer(COUNT)
    assert (cell(found), found.path) == (4, "embedded")


def test_a_faulty_file_is_told_and_nothing_is_answered(folder: Path) -> None:
    put(folder, "metrics/headcount.yaml", METRIC + "units: people\n")
    with pytest.raises(BadKnowledge, match=r"metrics/headcount\.yaml, line 5: There is no field 'units'"):
        answer(COUNT)


@pytest.mark.parametrize(
    ("specs", "names"),
    [
        (["firm.db"], ["near"]),
        (["data/shop.csv"], ["data"]),
        (["data"], ["data", "near"]),
        (["data/shop.csv", "firm.db"], ["data", "near"]),
        (["sqlite:///firm.db"], ["near"]),
        (["sqlite:///data/shop.db"], ["data"]),
        (["postgresql://me@host/firm"], ["near"]),
        (["elsewhere/firm.db"], []),
    ],
)
def test_the_folder_is_beside_the_data(tmp_path: Path, specs: list[str], names: list[str]) -> None:
    (tmp_path / "elsewhere").mkdir()
    put(tmp_path, "business/near.yaml", "title: near\ndescription: x\n")
    put(tmp_path / "data", "business/data.yaml", "title: data\ndescription: x\n")
    assert [rule.title for rule in folder_knowledge(specs, Settings(), tmp_path).rules] == names


def test_a_setting_names_the_folder_or_none(tmp_path: Path) -> None:
    put(tmp_path, "business/near.yaml", "title: near\ndescription: x\n")
    put(tmp_path / "other", "business/other.yaml", "title: other\ndescription: x\n")
    assert folder_knowledge(["firm.db"], Settings(knowledge="none"), tmp_path).is_empty
    (rule,) = folder_knowledge(["firm.db"], Settings(knowledge="other/knowledge"), tmp_path).rules
    assert rule.title == "other"
    with pytest.raises(BadKnowledge, match="There is no folder"):
        folder_knowledge(["firm.db"], Settings(knowledge="nowhere"), tmp_path)


def test_a_metric_is_defined_in_one_folder(tmp_path: Path) -> None:
    put(tmp_path, "metrics/headcount.yaml", METRIC)
    put(tmp_path / "data", "metrics/headcount.yaml", METRIC)
    with pytest.raises(BadKnowledge, match="'Headcount' is known from"):
        folder_knowledge(["data/shop.csv", "firm.db"], Settings(), tmp_path)
