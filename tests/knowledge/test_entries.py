"""Every field, choice, order, index and rule of the five kinds of entry; and that no change escapes history."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, models, transaction

from answerable.kernel.knowledge import Category, applied_entry
from answerable.knowledge.models import MODELS, AgentLearning, EntryChange, StoredEntry, TableKnowledge, model_of
from answerable.knowledge_files.entry_fields import KINDS, PROMOTIONS, settle
from answerable.projects.models import Project
from tests.knowledge.entries import FULL, LEAST, store
from tests.web.people import default_project

pytestmark = pytest.mark.django_db
FIELDS = [(kind.name, one.name) for kind in KINDS for one in kind.fields]
KIND_NAMES = [kind.name for kind in KINDS]
RELATED = {
    "table_knowledge": "table_knowledge",
    "metric": "canonical_metrics",
    "verified_query": "verified_queries",
    "business_rule": "business_rules",
    "learning": "learnings",
}


def full(kind: str) -> StoredEntry:
    made = model_of(kind)(project=default_project())
    made.put(settle(made.kind, FULL[kind]))
    made.save()
    return model_of(kind)._default_manager.get(pk=made.pk)


@pytest.mark.parametrize(("kind", "name"), FIELDS)
def test_a_field_is_kept_as_it_was_given(kind: str, name: str) -> None:
    assert full(kind).plain()[name] == FULL[kind][name]


@pytest.mark.parametrize(
    ("kind", "name", "expected"),
    [
        ("table_knowledge", "use_cases", []),
        ("table_knowledge", "column_notes", {}),
        ("metric", "unit", ""),
        ("metric", "caveats", []),
        ("verified_query", "verified_at", None),
        ("business_rule", "applies_to_metrics", []),
        ("learning", "category", "other"),
        ("learning", "confidence_score", 0.5),
        ("learning", "times_applied", 0),
        ("learning", "is_active", True),
        ("learning", "promoted_to", ""),
    ],
)
def test_a_field_has_its_default(kind: str, name: str, expected: Any) -> None:
    assert store(kind).plain()[name] == expected


@pytest.mark.parametrize("kind", KIND_NAMES)
def test_the_id_is_a_uuid_that_values_bear(kind: str) -> None:
    entry = store(kind)
    assert isinstance(entry.pk, UUID)
    assert entry.value().id == str(entry.pk)


@pytest.mark.parametrize("kind", KIND_NAMES)
def test_an_entry_belongs_to_its_project_and_goes_with_it(kind: str) -> None:
    project = Project.objects.create(slug="other", name="Other")
    entry = store(kind, project)
    assert list(getattr(project, RELATED[kind]).all()) == [entry]
    project.delete()
    assert not model_of(kind)._default_manager.exists()


@pytest.mark.parametrize(
    ("kind", "shown"),
    [
        ("table_knowledge", "orders (Default)"),
        ("metric", "MRR (Default)"),
        ("verified_query", "Orders (Default)"),
        ("business_rule", "Cents (Default)"),
        ("learning", "Learning: Amounts are in cents...."),
    ],
)
def test_an_entry_is_shown_by_its_title(kind: str, shown: str) -> None:
    assert str(store(kind)) == shown


@pytest.mark.parametrize(("kind", "title"), [("table_knowledge", "table_name"), ("metric", "name")])
def test_a_project_has_one_of_each_table_and_metric(kind: str, title: str) -> None:
    store(kind)
    store(kind, Project.objects.create(slug="other", name="Other"))
    with pytest.raises(IntegrityError), transaction.atomic():
        store(kind)
    assert ("project", title) in model_of(kind)._meta.unique_together


@pytest.mark.parametrize("kind", ["verified_query", "business_rule", "learning"])
def test_others_may_share_a_title_and_get_files_of_their_own(kind: str) -> None:
    one, other = store(kind), store(kind)
    assert other.slug == f"{one.slug}-2"


@pytest.mark.parametrize(
    ("kind", "ordering"),
    [
        ("table_knowledge", ["table_name"]),
        ("metric", ["name"]),
        ("verified_query", ["name"]),
        ("business_rule", ["title"]),
        ("learning", ["-confidence_score", "-times_applied"]),
    ],
)
def test_entries_are_ordered(kind: str, ordering: list[str]) -> None:
    assert model_of(kind)._meta.ordering == ordering


def test_the_surest_and_most_used_learnings_come_first() -> None:
    for number, (confidence, times) in enumerate([(0.5, 1), (0.9, 0), (0.5, 7)]):
        store("learning", description=str(number), confidence_score=confidence, times_applied=times)
    assert [one.description for one in AgentLearning.objects.all()] == ["1", "2", "0"]


def test_active_learnings_of_a_project_are_indexed_by_confidence() -> None:
    indexed = [index.fields for index in AgentLearning._meta.indexes]
    assert indexed == [["project", "is_active", "-confidence_score"]]


def choices_of(name: str) -> list[tuple[str, str]]:
    found: Any = AgentLearning._meta.get_field(name)
    return [(str(value), str(label)) for value, label in found.choices]


def test_a_learning_has_one_of_eight_categories() -> None:
    assert choices_of("category") == [
        ("type_mismatch", "Column type mismatch"),
        ("filter_required", "Missing required filter"),
        ("join_pattern", "Correct join pattern"),
        ("aggregation", "Aggregation gotcha"),
        ("naming", "Column/table naming convention"),
        ("data_quality", "Data quality issue"),
        ("business_logic", "Business logic correction"),
        ("other", "Other"),
    ]
    assert [value for value, _ in choices_of("category")] == [*Category]


def test_a_learning_is_promoted_to_a_rule_or_a_query() -> None:
    assert choices_of("promoted_to") == [("business_rule", "Business Rule"), ("verified_query", "Verified Query")]
    assert [value for value, _ in choices_of("promoted_to")] == [*PROMOTIONS]


@pytest.mark.parametrize("said", [{"confidence_score": 1.01}, {"confidence_score": -0.1}, {"times_applied": -1}])
def test_confidence_is_a_share_and_times_applied_a_count(said: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        store("learning", **said)


@pytest.mark.parametrize(("kind", "name"), FIELDS)
def test_the_longest_text_is_that_of_its_column(kind: str, name: str) -> None:
    """Files refuse what a column could not hold."""
    told = next(one for one in model_of(kind).kind.fields if one.name == name)
    column: Any = model_of(kind)._meta.get_field(name)
    if isinstance(column, models.CharField) and told.longest is not None:
        assert told.longest == column.max_length
    elif isinstance(column, models.TextField):
        assert told.longest is None


@pytest.mark.parametrize(
    ("kind", "relation"),
    [("table_knowledge", "updated_by"), ("metric", "updated_by"), ("business_rule", "created_by")],
)
def test_who_saved_it_is_kept(kind: str, relation: str) -> None:
    ada = User.objects.create_user("ada")
    entry = model_of(kind)(project=default_project(), **LEAST[kind])
    entry.save(by=ada)
    assert getattr(model_of(kind)._default_manager.get(), relation) == ada
    ada.delete()
    assert getattr(model_of(kind)._default_manager.get(), relation) is None


@pytest.mark.parametrize(("kind", "name"), [("verified_query", "verified_by"), ("learning", "discovered_by_user")])
def test_a_person_is_an_account_where_there_is_one_and_a_name_where_not(kind: str, name: str) -> None:
    assert (getattr(full(kind), name), full(kind).plain()[name]) == (None, "ada")
    ada = User.objects.create_user("ada")
    entry = full(kind)
    assert (getattr(entry, name), entry.plain()[name]) == (ada, "ada")


@pytest.mark.parametrize("kind", [name for name in KIND_NAMES if name != "learning"])
def test_created_and_updated_are_told_by_the_clock(kind: str) -> None:
    entry: Any = store(kind)
    made = entry.updated_at
    entry.save()
    assert entry.created_at <= made < entry.updated_at


def test_created_is_told_of_a_learning() -> None:
    entry: Any = store("learning")
    assert entry.created_at is not None


# History


@pytest.mark.parametrize("kind", KIND_NAMES)
def test_a_change_is_kept_with_who_when_before_and_after(kind: str) -> None:
    ada = User.objects.create_user("ada")
    entry = store(kind)
    before = entry.plain()
    setattr(entry, entry.kind.title, "Other")
    entry.save(by=ada)
    changed, created = EntryChange.objects.all()
    assert (created.action, created.before, created.after, created.changed_by) == ("created", None, before, None)
    assert (changed.action, changed.before, changed.after) == ("updated", before, entry.plain())
    assert (changed.changed_by, changed.changed_by_name, changed.entry_id) == (ada, "ada", entry.pk)
    assert changed.changed_at >= created.changed_at


@pytest.mark.parametrize("kind", KIND_NAMES)
def test_versions_count_changes_and_nothing_else(kind: str) -> None:
    entry = store(kind)
    entry.save()
    assert (entry.version, EntryChange.objects.count()) == (1, 1)
    setattr(entry, entry.kind.title, "Other")
    entry.save()
    assert [one.version for one in EntryChange.objects.all()] == [2, 1]
    assert model_of(kind)._default_manager.get().version == 2


@pytest.mark.parametrize("kind", KIND_NAMES)
def test_the_version_that_a_receipt_cites_is_found_in_history(kind: str) -> None:
    entry = full(kind)
    assert EntryChange.objects.get(digest=applied_entry(entry.value()).version).entry_id == entry.pk


def test_a_deleted_entry_leaves_what_it_said() -> None:
    entry = store("metric")
    said, pk = entry.plain(), entry.pk
    entry.delete()
    last = EntryChange.objects.all()[0]
    assert (last.action, last.before, last.after, last.entry_id, last.version) == ("deleted", said, None, pk, 2)


def test_what_fails_to_be_saved_leaves_no_history() -> None:
    store("metric")
    with pytest.raises(IntegrityError), transaction.atomic():
        store("metric")
    assert EntryChange.objects.count() == 1


def test_some_fields_alone_are_saved_with_their_version() -> None:
    entry = TableKnowledge.objects.get(pk=store("table_knowledge").pk)
    entry.owner = "Finance"
    entry.save(update_fields=["owner"])
    kept = TableKnowledge.objects.get()
    assert (kept.owner, kept.version) == ("Finance", 2)


@pytest.mark.parametrize("kind", KIND_NAMES)
def test_texts_are_kept_without_space_around_them(kind: str) -> None:
    title = model_of(kind).kind.title
    entry = store(kind, None, **{title: "  Some\r\nwords \n"})
    assert getattr(entry, title) == "Some\nwords"


def test_every_kind_has_its_model() -> None:
    assert [model.kind for model in MODELS] == [*KINDS]
