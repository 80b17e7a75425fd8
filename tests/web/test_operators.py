"""Django's admin over knowledge: operators alone, one sign-in, the same checks and history as anywhere."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from answerable.knowledge.models import MODELS, CanonicalMetric, EntryChange, StoredEntry
from answerable.projects.models import Role, Source
from tests.knowledge.entries import FULL, store
from tests.web.people import client_of, default_project, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("root", password="CANARY-root-password-1"))
    return client


def page(model: type[StoredEntry], view: str = "changelist", *arguments: object) -> str:
    return reverse(f"operators:knowledge_{model._meta.model_name}_{view}", args=arguments)


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_kind_of_entry_is_registered(operator: Client, model: type[StoredEntry]) -> None:
    entry = store(model.kind.name)
    assert operator.get(page(model)).status_code == 200
    assert operator.get(page(model, "add")).status_code == 200
    shown = operator.get(page(model, "change", entry.pk))
    assert shown.status_code == 200 and entry.title in shown.content.decode()
    assert shown["Cache-Control"] == "no-store" or "no-store" in shown["Cache-Control"]
    assert shown["Content-Security-Policy"].startswith("default-src 'none'")


def test_strangers_go_to_the_one_sign_in_and_members_no_further() -> None:
    asked = Client().get("/operators/")
    assert (asked.status_code, asked["Location"]) == (302, "/operators/login/?next=/operators/")
    assert Client().get(asked["Location"])["Location"] == "/sign-in/?next=%2Foperators%2F"
    admin = client_of(member("ada", Role.ADMIN))
    assert admin.get("/operators/login/?next=/operators/").status_code == 403
    assert Client().post("/operators/login/", {"username": "root", "password": "x"}).status_code == 302


def test_accounts_are_not_there(operator: Client) -> None:
    assert operator.get("/operators/auth/user/").status_code == 404


@pytest.fixture
def form(tmp_path: Path) -> dict[str, object]:
    with sqlite3.connect(tmp_path / "shop.db") as connection:
        connection.execute("CREATE TABLE orders (id INTEGER PRIMARY KEY, amount INTEGER, ordered_on DATE)")
    connection.close()
    project = default_project()
    Source.objects.create(project=project, name="shop", spec=str(tmp_path / "shop.db"))
    said = {**FULL["metric"], "synonyms": "[]", "caveats": "[]", "tags": '["finance"]', "status": "active"}
    return {**said, "project": str(project.pk), "slug": "", "updated_by": ""}


def test_an_operator_saves_with_history(operator: Client, form: dict[str, object]) -> None:
    assert operator.post(page(CanonicalMetric, "add"), form).status_code == 302
    metric, change = CanonicalMetric.objects.get(), EntryChange.objects.get()
    assert (metric.tags, metric.version, metric.slug) == (["finance"], 1, "mrr")
    assert (change.action, change.changed_by_name) == ("created", "root")
    operator.post(
        page(CanonicalMetric, "changelist"),
        {"action": "delete_selected", "_selected_action": str(metric.pk), "post": "yes"},
    )
    assert not CanonicalMetric.objects.exists()
    assert EntryChange.objects.all()[0].action == "deleted"


def test_what_does_not_fit_is_refused_with_its_reason(operator: Client, form: dict[str, object]) -> None:
    wrong = {**form, "sql_template": "SELECT SUM(amuont) FROM orders"}
    shown = operator.post(page(CanonicalMetric, "add"), wrong)
    assert shown.status_code == 200
    assert "There is no column &#x27;amuont&#x27; here. Did you mean &#x27;amount&#x27;?" in shown.content.decode()
    assert not CanonicalMetric.objects.exists()


def test_history_is_read_and_never_written(operator: Client) -> None:
    store("metric")
    change = EntryChange.objects.get()
    assert operator.get(reverse("operators:knowledge_entrychange_changelist")).status_code == 200
    assert operator.get(reverse("operators:knowledge_entrychange_add")).status_code == 403
    assert operator.post(reverse("operators:knowledge_entrychange_delete", args=[change.pk])).status_code == 403
