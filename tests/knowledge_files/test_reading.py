"""Files of knowledge: what they may look like, and every fault with its file and line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from answerable.kernel.errors import BadKnowledge
from answerable.kernel.knowledge import AgentLearning, ColumnNote, TableKnowledge, UseColumn
from answerable.knowledge_files.entry_fields import KINDS, EntryKind, settle
from answerable.knowledge_files.entry_shape import shape_faults
from answerable.knowledge_files.entry_slug import LONGEST_SLUG, free_slug, slug_of
from answerable.knowledge_files.knowledge_folder import known_in_folder, read_folder
from answerable.knowledge_files.read_entry import LARGEST
from answerable.knowledge_files.write_entry import entry_text, write_folder
from tests.knowledge.entries import FULL, LEAST

BY_NAME = {kind.name: kind for kind in KINDS}
METRIC = """\
name: MRR
definition: Sum of active subscriptions.
sql_template: |
  SELECT SUM(amount)
  FROM orders
unit: USD
"""


def put(folder: Path, path: str, text: str | bytes) -> Path:
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return folder


def faults(folder: Path) -> list[str]:
    with pytest.raises(BadKnowledge) as refused:
        read_folder(folder)
    return [str(fault) for fault in refused.value.faults]


@pytest.mark.parametrize("form", ["yaml", "json"])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.folder)
@pytest.mark.parametrize("entries", [FULL, LEAST])
def test_what_is_written_is_read_again(
    tmp_path: Path, kind: EntryKind, form: str, entries: dict[str, dict[str, Any]]
) -> None:
    plain = settle(kind, entries[kind.name])
    write_folder(tmp_path, [(kind, "one", plain)], form)
    (found,) = read_folder(tmp_path)
    assert (found.kind, found.slug, found.plain) == (kind, "one", plain)


_TEXT = st.text(st.characters(codec="utf-8", exclude_characters=[chr(n) for n in range(32) if chr(n) not in "\n\t\r"]))


@settings(max_examples=300, deadline=None)
@given(name=_TEXT.filter(str.strip), text=_TEXT.filter(str.strip), lines=st.lists(_TEXT.filter(str.strip)))
@pytest.mark.parametrize("form", ["yaml", "json"])
def test_any_text_survives_its_file(
    tmp_path_factory: pytest.TempPathFactory, form: str, name: str, text: str, lines: list[str]
) -> None:
    kind = BY_NAME["table_knowledge"]
    said = {"table_name": name[:255], "description": text, "use_cases": lines, "column_notes": {name: text}}
    if shape_faults(kind, said):
        return
    plain, folder = settle(kind, said), tmp_path_factory.mktemp("any")
    write_folder(folder, [(kind, "one", plain)], form)
    (found,) = read_folder(folder)
    assert found.plain == plain
    assert entry_text(kind, found.plain, form) == entry_text(kind, plain, form)


def test_a_file_is_short_and_reads_well() -> None:
    said = {"name": "MRR", "definition": "Sum.", "sql_template": "SELECT SUM(amount)\nFROM orders", "tags": ["finance"]}
    assert entry_text(BY_NAME["metric"], said) == (
        "name: MRR\ndefinition: Sum.\nsql_template: |-\n  SELECT SUM(amount)\n  FROM orders\ntags:\n  - finance\n"
    )


def test_what_is_not_written_is_as_it_is_by_itself(tmp_path: Path) -> None:
    (found,) = read_folder(put(tmp_path, "metrics/mrr.yaml", METRIC))
    assert found.plain["sql_template"] == "SELECT SUM(amount)\nFROM orders"
    assert (found.plain["caveats"], found.plain["status"]) == ([], "active")


def test_words_of_yaml_are_words(tmp_path: Path) -> None:
    text = "name: 2024\ndefinition: no\nsql_template: 'null'\nunit: 1e3\nowner: ~\ntags: [yes, 12:30, 2024-01-31]\n"
    (found,) = read_folder(put(tmp_path, "metrics/mrr.yaml", text))
    assert [found.plain[name] for name in ("name", "definition", "sql_template", "unit", "owner")] == [
        "2024",
        "no",
        "null",
        "1e3",
        "",
    ]
    assert found.plain["tags"] == ["yes", "12:30", "2024-01-31"]


def test_json_may_hold_tabs_and_escapes(tmp_path: Path) -> None:
    text = '{"table_name":"orders",\n\t"description":"a\\/b \\ud83d\\ude00 \\\\ud83d\\n",\n\t"owner":null}'
    (found,) = read_folder(put(tmp_path, "tables/orders.json", text))
    assert found.plain["description"] == "a/b 😀 \\ud83d"
    assert found.lines == {"table_name": 1, "description": 2, "owner": 3}


FAULTS: list[tuple[str, str | bytes, str]] = [
    ("metrics/a.yaml", METRIC + "units: USD\n", "metrics/a.yaml, line 7: There is no field 'units'. Known: name"),
    ("metrics/a.yaml", METRIC + "caveats: late\n", "metrics/a.yaml, line 7: 'caveats' must be a list of texts."),
    ("metrics/a.yaml", METRIC + "unit: EUR\n", "metrics/a.yaml, line 7: 'unit' is written twice."),
    (
        "metrics/a.yaml",
        METRIC + "tags: [a\n",
        "metrics/a.yaml, line 8: It is no YAML: did not find expected ',' or ']'",
    ),
    ("metrics/a.yaml", METRIC + "tags: !!python/name:os.system\n", "metrics/a.yaml, line 7: Tags like"),
    ("metrics/a.yaml", METRIC + "tags: &t [a]\ncaveats: *t\n", "metrics/a.yaml, line 8: References like '*t'"),
    ("metrics/a.yaml", METRIC + "---\nname: x\n", "metrics/a.yaml, line 7: It holds more than one document"),
    ("metrics/a.yaml", "name: MRR\nunit: USD\n", "metrics/a.yaml, line 1: 'definition' is missing."),
    ("metrics/a.yaml", "", "metrics/a.yaml, line 1: The file is empty."),
    ("metrics/a.yaml", "- name: MRR\n", "metrics/a.yaml, line 1: It holds no fields"),
    ("metrics/a.yaml", "[a]: b\n", "metrics/a.yaml, line 1: The name of a field is a text."),
    ("metrics/a.yaml", METRIC.encode() + b"owner: \xff\n", "metrics/a.yaml, line 7: It is no text in UTF-8."),
    ("metrics/a.yaml", "[" * 100_000, "metrics/a.yaml, line 1: It is nested too deeply."),
    ("metrics/a.yaml", "#" * (LARGEST + 1), "metrics/a.yaml, line 1: It is larger than 1,000,000 bytes."),
    ("metrics/--.yaml", METRIC, "metrics/--.yaml, line 1: The name of the file has no letters."),
    ("queries/a.json", '{"name": "a",\n"description": }', "queries/a.json, line 2: It is no JSON: Expecting value."),
    ("queries/a.json", '{"name": "a",\n"sql": 5}', "queries/a.json, line 1: 'description' is missing."),
    ("learnings/a.yaml", "description: x\n\nconfidence_score: much\n", "learnings/a.yaml, line 3: 'confidence_score'"),
    ("learnings/a.yaml", "description: x\ntimes_applied: 1.5\n", "learnings/a.yaml, line 2: 'times_applied' must be"),
    ("learnings/a.yaml", "description: x\nis_active: maybe\n", "learnings/a.yaml, line 2: 'is_active' must be true"),
    (
        "learnings/a.yaml",
        "description: x\neffect:\n  kind: typo\n",
        "learnings/a.yaml, line 2: 'effect' needs a 'kind'",
    ),
    ("business/a.yaml", "title: x\ndescription: y\nterm: z\n", "business/a.yaml, line 3: 'term' needs 'condition'"),
]


@pytest.mark.parametrize(("path", "text", "told"), FAULTS)
def test_a_fault_names_its_file_and_line(tmp_path: Path, path: str, text: str | bytes, told: str) -> None:
    assert faults(put(tmp_path, path, text))[0].startswith(told)


def test_all_faults_of_all_files_are_told(tmp_path: Path) -> None:
    put(tmp_path, "metrics/a.yaml", METRIC + "units: USD\ncaveat: late\n")
    put(tmp_path, "tables/b.yaml", "table_name: x\n")
    assert [fault.partition(":")[0] for fault in faults(tmp_path)] == [
        "tables/b.yaml, line 1",
        "metrics/a.yaml, line 7",
        "metrics/a.yaml, line 8",
    ]


@pytest.mark.parametrize("other", ["metrics/mrr.json", "metrics/MRR.yml"])
def test_two_files_are_not_one_entry(tmp_path: Path, other: str) -> None:
    put(tmp_path, "metrics/mrr.yaml", METRIC)
    put(tmp_path, other, json.dumps({**LEAST["metric"], "name": "Another"}))
    (told,) = faults(tmp_path)
    assert told.endswith("holds the same entry.")


def test_a_metric_has_one_definition(tmp_path: Path) -> None:
    put(tmp_path, "metrics/one.yaml", METRIC)
    put(tmp_path, "metrics/two.yaml", "\n" + METRIC)
    assert faults(tmp_path) == ["metrics/two.yaml, line 2: 'metrics/one.yaml' holds the same entry."]


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    for path in ("metrics/README.md", "metrics/.mrr.yaml", "notes/a.yaml", "a.yaml"):
        put(tmp_path, path, "[")
    assert read_folder(tmp_path) == ()


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert faults(tmp_path / "none") == [f"There is no folder '{tmp_path / 'none'}'."]


# Values


def test_values_bear_the_place_of_their_file_as_id(tmp_path: Path) -> None:
    put(tmp_path, "metrics/MRR.yaml", METRIC)
    (metric,) = known_in_folder(tmp_path).metrics
    assert (metric.id, metric.unit) == ("metrics/mrr", "USD")


def test_notes_and_synonyms_of_columns_are_one(tmp_path: Path) -> None:
    said = {**FULL["table_knowledge"], "column_synonyms": {"amount": ["turnover"], "id": ["number"]}}
    write_folder(tmp_path, [(BY_NAME["table_knowledge"], "orders", said)])
    (table,) = known_in_folder(tmp_path).tables
    assert isinstance(table, TableKnowledge)
    assert table.column_notes == (
        ColumnNote("amount", "Stored in cents.", ("turnover",)),
        ColumnNote("id", "", ("number",)),
    )


def test_an_effect_is_a_value(tmp_path: Path) -> None:
    write_folder(tmp_path, [(BY_NAME["learning"], "one", {**FULL["learning"], "is_active": True})])
    (learning,) = known_in_folder(tmp_path).learnings
    assert isinstance(learning, AgentLearning)
    assert learning.effect == UseColumn("orders.amount", "orders.net")


@pytest.mark.parametrize("status", ["draft", "retired"])
def test_drafts_and_what_is_retired_are_not_known(tmp_path: Path, status: str) -> None:
    assert known_in_folder(put(tmp_path, "metrics/mrr.yaml", METRIC + f"status: {status}\n")).is_empty


def test_a_changed_file_is_read_again_and_no_other(tmp_path: Path) -> None:
    first = known_in_folder(put(tmp_path, "metrics/mrr.yaml", METRIC))
    assert known_in_folder(tmp_path) is first
    put(tmp_path, "metrics/mrr.yaml", METRIC.replace("USD", "Euro"))
    assert known_in_folder(tmp_path).metrics[0].unit == "Euro"


# Names of files


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Churn Rate (monthly)", "churn-rate-monthly"),
        ("월매출", "월매출"),
        ("  a__b ", "a-b"),
        ("../../etc", "etc"),
        ("?", ""),
    ],
)
def test_a_title_makes_a_name(title: str, slug: str) -> None:
    assert slug_of(title) == slug


def test_a_name_is_short_and_stays_itself() -> None:
    slug = slug_of("a very long title " * 20)
    assert len(slug) <= LONGEST_SLUG and slug_of(slug) == slug


def test_a_taken_name_gets_a_number() -> None:
    assert free_slug("MRR", {"mrr", "mrr-2"}, "metric") == "mrr-3"
    assert free_slug("?", set(), "metric") == "metric"


def test_a_file_of_another_format_is_not_passed_over(tmp_path: Path) -> None:
    put(tmp_path, "metrics/mrr.json", "{}")
    with pytest.raises(BadKnowledge, match="is in the way"):
        write_folder(tmp_path, [(BY_NAME["metric"], "mrr", LEAST["metric"])])
