"""What can be saved: the shape of an entry, SQL that reads, passes the guard, and names what is there."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User

from answerable.kernel.errors import BadKnowledge
from answerable.kernel.schema import Column, DatabaseSchema, Kind, Table
from answerable.knowledge.models import CanonicalMetric, EntryChange, StoredEntry, model_of
from answerable.knowledge.services.save_entry import entry_faults, save_entry
from answerable.projects.models import Project
from tests.knowledge.entries import FULL, LEAST, store
from tests.web.people import default_project


def _table(name: str, *columns: str) -> Table:
    return Table(name, tuple(Column(column, "TEXT", Kind.TEXT) for column in columns), row_estimate=3)


USERS = Table("users", (Column("id", "INTEGER", Kind.INTEGER),), primary_key=("id",), row_estimate=3)
ORDERS = _table("orders", "id", "user_id", "amount", "net", "deleted_at", "ordered_on")
SHOP = DatabaseSchema("sqlite", (ORDERS, USERS))
STAFF = DatabaseSchema("postgres", (_table("staff", "id", "name"),))


def problems(kind: str, schemas: tuple[DatabaseSchema, ...] = (SHOP,), **said: Any) -> list[tuple[str, str]]:
    used = {"is_active": True} if kind == "learning" else {"status": "active"}
    found = entry_faults(model_of(kind).kind, {**FULL[kind], **used, **said}, schemas)
    return [(one.field, str(one.what)) for one in found]


@pytest.mark.parametrize("kind", FULL)
@pytest.mark.parametrize("schemas", [(), (SHOP,), (STAFF, SHOP)])
def test_what_fits_one_of_the_sources_is_without_fault(kind: str, schemas: tuple[DatabaseSchema, ...]) -> None:
    assert problems(kind, schemas) == []


SHAPES: list[tuple[str, dict[str, Any], str]] = [
    ("metric", {"sql_templates": "SELECT 1"}, "There is no field 'sql_templates'. Known: name, definition"),
    ("metric", {"name": " "}, "'name' is missing."),
    ("table_knowledge", {"description": ""}, "'description' is missing."),
    ("metric", {"unit": "x" * 51}, "'unit' has 51 characters; at most 50 are kept."),
    ("metric", {"unit": 5}, "'unit' must be a text."),
    ("metric", {"unit": "a\0b"}, "'unit' holds a sign that cannot be kept."),
    ("metric", {"caveats": "late"}, "'caveats' must be a list of texts."),
    ("metric", {"caveats": ["late", 5]}, "'caveats' must be a list of texts."),
    ("metric", {"status": "new"}, "'status' is 'new'; it may be 'draft', 'active' or 'retired'."),
    ("table_knowledge", {"column_notes": {"amount": 5}}, "'column_notes' must be texts by name."),
    ("table_knowledge", {"column_synonyms": {"amount": "x"}}, "'column_synonyms' must be lists of texts by name."),
    ("table_knowledge", {"related_tables": ["users"]}, "'related_tables' must be a list of records."),
    ("table_knowledge", {"related_tables": [{"note": "x"}]}, "'related_tables' lacks a text under 'table'."),
    ("table_knowledge", {"related_tables": [{"table": "users", "on": "x"}]}, "'related_tables' has no 'on'."),
    ("verified_query", {"verified_at": "last week"}, "'verified_at' must be a time"),
    ("learning", {"category": "typo"}, "'category' is 'typo'; it may be 'type_mismatch', 'filter_required'"),
    ("learning", {"promoted_to": "metric"}, "it may be 'business_rule' or 'verified_query'."),
    ("learning", {"confidence_score": 1.5}, "'confidence_score' must be a number from 0 to 1."),
    ("learning", {"times_applied": -1}, "'times_applied' must be a whole number, 0 or more."),
    ("learning", {"is_active": "yes"}, "'is_active' must be true or false."),
    ("learning", {"effect": {"kind": "drop_table"}}, "'effect' needs a 'kind': 'use_column'"),
    ("learning", {"effect": {"kind": "use_table", "wrong": "orders"}}, "'effect' lacks a text under 'right'."),
    ("business_rule", {"condition": ""}, "'term' needs 'condition' beside it."),
    ("business_rule", {"term": ""}, "'condition' needs 'term' beside it."),
    ("business_rule", {"applies_to_tables": []}, "'required_filter' needs 'applies_to_tables' beside it."),
]


@pytest.mark.parametrize(("kind", "said", "told"), SHAPES)
def test_the_shape_of_an_entry_is_looked_at(kind: str, said: dict[str, Any], told: str) -> None:
    ((_, problem),) = problems(kind, **said)
    assert told in problem


SQL: list[tuple[str, str, Any, str]] = [
    ("metric", "sql_template", "SELECT SUM(amount FROM orders", "The guard refuses it (keyword/"),
    ("metric", "sql_template", "DELETE FROM orders", "The guard refuses it (keyword/"),
    ("metric", "sql_template", "SELECT 1; SELECT 2", "The guard refuses it (keyword/"),
    (
        "metric",
        "sql_template",
        "SELECT SUM(amuont) FROM orders",
        "There is no column 'amuont' here. Did you mean 'amount'?",
    ),
    ("metric", "sql_template", "SELECT SUM(amount) FROM order", "There is no table 'order'."),
    (
        "metric",
        "sql_template",
        "SELECT SUM(amount) FROM orders WHERE region = {{region}}",
        "It does not fit: its definition has a variable that nothing fills: 'region'.",
    ),
    (
        "metric",
        "sql_template",
        "SELECT SUM({{date_range}}) FROM orders",
        "It does not fit: its definition uses a variable where no period can stand.",
    ),
    ("metric", "date_column", "orders.day", "'orders.day' is in no source."),
    ("verified_query", "sql", "SELECT * FROM pragma_table_info('orders')", "The guard refuses it ("),
    ("verified_query", "sql", "SELECT user_id FROM ordres", "There is no table 'ordres'."),
    ("verified_query", "tables_used", ["ordres"], "'ordres' is in no source."),
    ("business_rule", "applies_to_tables", ["orders", "ordres"], "'ordres' is in no source."),
    ("business_rule", "condition", "deleted_on IS NULL", "it names a table or a column that is not there"),
    ("business_rule", "required_filter", "1 = 1; DROP TABLE orders", "It does not fit: "),
    ("business_rule", "required_filter", "id IN (SELECT id FROM users)", "its condition looks at more than one row"),
    ("business_rule", "required_filter", "load_extension('x') IS NULL", "The guard refuses it ("),
    ("business_rule", "required_filter", "deleted_at IS NULL -- ok", "its condition holds a comment"),
    ("table_knowledge", "table_name", "ordres", "'ordres' is in no source."),
    ("table_knowledge", "column_notes", {"amuont": "cents"}, "'orders.amuont' is in no source."),
    ("table_knowledge", "column_synonyms", {"amuont": ["x"]}, "'orders.amuont' is in no source."),
    ("table_knowledge", "related_tables", [{"table": "user"}], "'user' is in no source."),
    ("table_knowledge", "related_tables", [{"table": "users", "join_hint": "user_id = users.uid"}], "not there"),
    ("learning", "corrected_sql", "DROP TABLE orders", "The guard refuses it ("),
    ("learning", "effect", {"kind": "use_column", "wrong": "orders.amount", "right": "orders.nett"}, "'orders.nett'"),
    ("learning", "effect", {"kind": "require_filter", "condition": "gone_at IS NULL"}, "not there"),
    ("learning", "effect", {"kind": "word_means", "word": "buyers", "name": "buyers"}, "'buyers' is in no source."),
]


@pytest.mark.parametrize(("kind", "field", "said", "told"), SQL)
def test_sql_and_names_are_held_against_the_data(kind: str, field: str, said: Any, told: str) -> None:
    found = problems(kind, **{field: said})
    assert any(at == field and told in problem for at, problem in found), found


@pytest.mark.parametrize(
    "template",
    [
        "SELECT SUM(amount) FROM orders WHERE {{date_range}}",
        "SELECT SUM(amount) FROM orders WHERE deleted_at IS NULL AND ordered_on BETWEEN {{date_range}}",
        "SELECT COUNT(*) FROM orders WHERE ordered_on >= '{{start_date}}' AND ordered_on < '{{end_date}}'",
        "SELECT SUM(amount) FROM orders",
        "SELECT user_id, COUNT(*) AS n FROM orders GROUP BY user_id ORDER BY n DESC",
    ],
)
def test_variables_that_stand_for_a_period_are_declared(template: str) -> None:
    assert problems("metric", sql_template=template) == []


@pytest.mark.parametrize(
    "sql", ["SELECT SUM(amount FROM orders", "DELETE FROM orders", "SELECT {{region}} FROM orders"]
)
def test_without_a_source_sql_is_still_read_and_guarded(sql: str) -> None:
    assert problems("metric", (), sql_template=sql) != []


def test_without_a_source_names_are_not_looked_up() -> None:
    assert problems("metric", (), sql_template="SELECT SUM(x) FROM y") == []


@pytest.mark.parametrize(("kind", "said"), [("metric", {"status": "retired"}), ("learning", {"is_active": False})])
def test_what_is_retired_may_speak_of_what_is_gone(kind: str, said: dict[str, Any]) -> None:
    assert problems(kind, (STAFF,)) != []
    assert problems(kind, (STAFF,), **said) == []


def saved(kind: str, entry: StoredEntry | None = None, **said: Any) -> StoredEntry:
    made = entry or model_of(kind)(project=default_project())
    return save_entry(made, said if entry else {**LEAST[kind], **said}, schemas=[SHOP])


@pytest.mark.django_db
def test_a_fault_is_one_line_and_nothing_is_saved() -> None:
    entry = saved("metric")
    with pytest.raises(BadKnowledge) as refused:
        saved("metric", entry, sql_template="SELECT SUM(amuont) FROM orders")
    assert refused.value.line() == "sql_template: There is no column 'amuont' here. Did you mean 'amount'?"
    assert refused.value.exit_code == 2
    assert CanonicalMetric.objects.get().sql_template == LEAST["metric"]["sql_template"]
    assert EntryChange.objects.count() == 1


@pytest.mark.django_db
def test_several_faults_are_counted() -> None:
    with pytest.raises(BadKnowledge) as refused:
        saved("metric", name="", unit="x" * 60)
    assert refused.value.line() == "name: 'name' is missing. 1 more fault."


@pytest.mark.django_db
def test_a_second_one_of_the_same_name_is_refused() -> None:
    saved("metric")
    with pytest.raises(BadKnowledge, match="There is 'MRR' in this project already"):
        saved("metric", name=" MRR ")
    save_entry(CanonicalMetric(project=Project.objects.create(slug="other", name="Other")), LEAST["metric"])


@pytest.mark.django_db
def test_what_is_not_given_stays_and_who_saved_it_is_in_history() -> None:
    entry, ada = store("metric", unit="USD"), User.objects.create_user("ada")
    save_entry(entry, {"owner": "Finance"}, schemas=[SHOP], by=ada)
    kept = CanonicalMetric.objects.get()
    assert (kept.unit, kept.owner, kept.version, kept.updated_by) == ("USD", "Finance", 2, ada)
    assert EntryChange.objects.all()[0].changed_by == ada
