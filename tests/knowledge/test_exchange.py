"""Between a project and its files: nothing lost, nothing done twice, nothing done by halves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from answerable.kernel.errors import BadKnowledge, NotFound, TooLate
from answerable.kernel.schema import Column, DatabaseSchema, Kind, Table
from answerable.knowledge.models import MODELS, AgentLearning, BusinessRule, CanonicalMetric, EntryChange, VerifiedQuery
from answerable.knowledge.services.import_entries import ImportReport, import_entries
from answerable.knowledge.services.promote_learning import promote_learning
from answerable.knowledge.services.read_entries import entries_of, known_of_project
from answerable.knowledge_files.entry_fields import KINDS, settle
from answerable.knowledge_files.knowledge_folder import read_folder
from answerable.knowledge_files.write_entry import write_folder
from answerable.projects.models import Project
from answerable.projects.project_knowledge import export_knowledge, project_called, promote_in_project
from tests.knowledge.entries import FULL, store
from tests.web.people import default_project

pytestmark = pytest.mark.django_db
KIND_NAMES = [kind.name for kind in KINDS]
ORDERS = DatabaseSchema(
    "sqlite", (Table("orders", tuple(Column(name, "TEXT", Kind.TEXT) for name in ("id", "amount", "deleted_at"))),)
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "knowledge"
    write_folder(folder, [(kind, "full", settle(kind, FULL[kind.name])) for kind in KINDS])
    return folder


def imported(folder: Path, project: Project | None = None, **given: Any) -> ImportReport:
    return import_entries(project or default_project(), read_folder(folder), **given)


def counts(report: ImportReport) -> tuple[int, int, int]:
    created, updated, unchanged = (report.count(action) for action in ("created", "updated", "unchanged"))
    return created, updated, unchanged


def content(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def rows() -> list[dict[str, Any]]:
    return [dict(row) for model in MODELS for row in model._default_manager.values()]


def test_what_was_imported_is_unchanged_the_second_time(folder: Path) -> None:
    assert counts(imported(folder)) == (5, 0, 0)
    before = rows()
    assert counts(imported(folder)) == (0, 0, 5)
    assert (rows(), EntryChange.objects.count()) == (before, 5)


@pytest.mark.parametrize("form", ["yaml", "json"])
def test_export_import_export_is_the_same_bytes(folder: Path, tmp_path: Path, form: str) -> None:
    imported(folder)
    store("verified_query", name="Same"), store("verified_query", name="Same")
    store("learning", description="x\n\ttabbed: #no comment\n\n- 'quoted' \"text\" \\ 월매출 😀")
    export_knowledge(default_project(), tmp_path / "one", form)
    other = Project.objects.create(slug="other", name="Other")
    assert counts(imported(tmp_path / "one", other)) == (8, 0, 0)
    export_knowledge(other, tmp_path / "two", form)
    assert content(tmp_path / "one") == content(tmp_path / "two")
    assert len(content(tmp_path / "one")) == 8
    assert counts(imported(tmp_path / "two")) == (0, 0, 8)


def test_export_over_an_export_changes_nothing(folder: Path) -> None:
    imported(folder)
    before = content(folder)
    export_knowledge(default_project(), folder)
    assert content(folder) == before


def test_a_changed_file_updates_its_entry_with_history(folder: Path) -> None:
    imported(folder)
    path = folder / "metrics" / "full.yaml"
    path.write_text(path.read_text().replace("unit: USD", "unit: Euro"))
    assert counts(imported(folder)) == (0, 1, 4)
    metric = CanonicalMetric.objects.get()
    assert (metric.unit, metric.version) == ("Euro", 2)
    assert EntryChange.objects.filter(entry_id=metric.pk).count() == 2


def test_a_renamed_file_is_still_its_entry(folder: Path) -> None:
    imported(folder)
    pk = CanonicalMetric.objects.get().pk
    (folder / "metrics" / "full.yaml").rename(folder / "metrics" / "mrr.yaml")
    report = imported(folder)
    assert counts(report) == (0, 1, 4)
    assert [plan.diff() for plan in report.plans if plan.action == "updated"] == [
        "rename from metrics/full.yaml\nrename to metrics/mrr.yaml"
    ]
    assert (CanonicalMetric.objects.get().pk, CanonicalMetric.objects.get().slug) == (pk, "mrr")


def test_a_file_may_give_its_entry_another_title(folder: Path) -> None:
    imported(folder)
    pk = CanonicalMetric.objects.get().pk
    path = folder / "metrics" / "full.yaml"
    path.write_text(path.read_text().replace("name: MRR", "name: ARR"))
    assert counts(imported(folder)) == (0, 1, 4)
    assert (CanonicalMetric.objects.get().pk, CanonicalMetric.objects.get().name) == (pk, "ARR")


def test_what_has_no_file_stays(folder: Path) -> None:
    kept = store("metric", name="Kept")
    imported(folder)
    assert CanonicalMetric.objects.filter(pk=kept.pk).exists()


def test_an_entry_made_by_hand_is_found_by_its_title(folder: Path) -> None:
    made = store("metric", name="MRR")
    assert made.slug == "mrr"
    assert counts(imported(folder)) == (4, 1, 0)
    assert (CanonicalMetric.objects.get().pk, CanonicalMetric.objects.get().slug) == (made.pk, "full")


def test_the_title_of_another_entry_is_not_taken(folder: Path) -> None:
    imported(folder)
    store("metric", name="ARR")
    path = folder / "metrics" / "full.yaml"
    path.write_text(path.read_text().replace("name: MRR", "name: ARR"))
    with pytest.raises(BadKnowledge, match=r"metrics/full\.yaml, line 1: There is 'ARR' in this project already"):
        imported(folder)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.folder)
def test_a_faulty_file_of_any_kind_changes_nothing(folder: Path, kind: Any) -> None:
    path = folder / kind.folder / "full.yaml"
    path.write_text(path.read_text() + "nonsense: 1\n")
    with pytest.raises(BadKnowledge, match=f"{kind.folder}/full.yaml, line"):
        imported(folder)
    assert (rows(), EntryChange.objects.count()) == ([], 0)


def test_a_file_that_does_not_fit_the_sources_changes_nothing(folder: Path) -> None:
    with pytest.raises(BadKnowledge) as refused:
        imported(folder, schemas=[ORDERS])
    told = [str(fault) for fault in refused.value.faults]
    assert "tables/full.yaml, line 11: 'users' is in no source." in told
    assert rows() == []


def test_a_dry_run_shows_the_difference_and_changes_nothing(folder: Path) -> None:
    imported(folder)
    before = rows()
    path = folder / "metrics" / "full.yaml"
    path.write_text(path.read_text().replace("unit: USD", "unit: Euro"))
    report = imported(folder, is_dry=True)
    (diff,) = [plan.diff() for plan in report.plans if plan.action != "unchanged"]
    assert "-unit: USD\n+unit: Euro" in diff
    assert diff.startswith("--- metrics/full.yaml\n+++ metrics/full.yaml")
    assert rows() == before


# What a run is given


def test_a_project_knows_its_active_entries_by_the_ids_of_their_rows(folder: Path) -> None:
    imported(folder)
    store("metric", Project.objects.create(slug="other", name="Other"), name="Elsewhere")
    known = known_of_project(default_project())
    assert [entry.id for entry in known.entries()] == [
        str(row.pk) for row in entries_of(default_project()) if row.kind.folder in ("tables", "business")
    ]


def test_what_is_known_is_the_same_object_until_an_entry_changes() -> None:
    metric = store("metric")
    first = known_of_project(default_project())
    assert known_of_project(default_project()) is first
    metric.delete()
    assert known_of_project(default_project()).is_empty


# Promotion


def learning(**said: Any) -> AgentLearning:
    return AgentLearning.objects.create(
        project=default_project(), description="Orders are deleted softly.", applies_to_tables=["orders"], **said
    )


def test_a_required_filter_becomes_a_rule_and_the_learning_retires() -> None:
    held = learning(effect={"kind": "require_filter", "condition": "deleted_at IS NULL"})
    promote_learning(held, "business_rule", schemas=[ORDERS])
    rule, after = BusinessRule.objects.get(), AgentLearning.objects.get()
    assert (rule.title, rule.required_filter) == ("Orders are deleted softly.", "deleted_at IS NULL")
    assert (after.promoted_to, after.is_active) == ("business_rule", False)


def test_what_no_rule_can_do_the_learning_goes_on_doing() -> None:
    held = learning(effect={"kind": "use_column", "wrong": "orders.id", "right": "orders.amount"})
    promote_learning(held, "business_rule", schemas=[ORDERS])
    assert AgentLearning.objects.get().is_active


def test_a_corrected_query_is_verified_for_a_question() -> None:
    held = learning(corrected_sql="SELECT SUM(amount) FROM orders WHERE deleted_at IS NULL")
    with pytest.raises(BadKnowledge, match="needs the question"):
        promote_learning(held, "verified_query", schemas=[ORDERS])
    promote_learning(held, "verified_query", question="What did we sell?", schemas=[ORDERS])
    query = VerifiedQuery.objects.get()
    assert (query.description, query.sql, query.tables_used) == ("What did we sell?", held.corrected_sql, ["orders"])
    assert query.verified_at is not None
    with pytest.raises(TooLate, match="promoted already"):
        promote_learning(held, "business_rule")


def test_what_does_not_fit_is_not_promoted() -> None:
    held = learning(effect={"kind": "require_filter", "condition": "gone IS NULL"})
    with pytest.raises(BadKnowledge):
        promote_learning(held, "business_rule", schemas=[ORDERS])
    assert AgentLearning.objects.get().promoted_to == ""
    assert not BusinessRule.objects.exists()


def test_a_learning_is_promoted_by_its_name_or_id() -> None:
    held = learning()
    with pytest.raises(NotFound, match="no learning 'none'"):
        promote_in_project(default_project(), "none", "business_rule")
    promote_in_project(default_project(), held.slug, "business_rule")
    assert AgentLearning.objects.get().promoted_to == "business_rule"


def test_an_unknown_project_is_told() -> None:
    default_project()
    with pytest.raises(NotFound, match="no project 'sales'"):
        project_called("sales")
    assert project_called("default") == default_project()


# Django's command


def test_the_management_command_imports_and_reports(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("import_knowledge", str(folder), dry_run=True)
    assert "+name: MRR" in capsys.readouterr().out
    assert rows() == []
    call_command("import_knowledge", str(folder))
    assert capsys.readouterr().out == "created: 5, updated: 0, unchanged: 0\n"
    call_command("import_knowledge", str(folder))
    assert capsys.readouterr().out == "created: 0, updated: 0, unchanged: 5\n"


def test_the_management_command_names_every_fault(folder: Path) -> None:
    (folder / "metrics" / "full.yaml").write_text("name: x\n")
    with pytest.raises(CommandError, match=r"metrics/full.yaml, line 1: 'definition' is missing.\nmetrics/full.yaml"):
        call_command("import_knowledge", str(folder))
