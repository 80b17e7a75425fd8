"""A project has a policy of its own, or that of the folder; either way it holds for every run of the project."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client

from answerable.agent.question import Question
from answerable.agent.run import Agent, answer_of
from answerable.kernel.errors import AnswerableError, BadSetting
from answerable.projects.membership import Identity
from answerable.projects.models import Project, Role, Source
from answerable.projects.project_policy import policy_for, set_own_policy
from answerable.projects.project_sources import member_context
from tests.web.people import client_of, default_project, member

pytestmark = pytest.mark.django_db
JSON: dict[str, Any] = {"content_type": "application/json"}
NAMES = {"blocked_columns": ["staff.name"]}


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Source:
    with sqlite3.connect(tmp_path / "firm.db") as connection:
        connection.execute("CREATE TABLE staff (id INTEGER PRIMARY KEY, name TEXT NOT NULL, town TEXT)")
        connection.execute("INSERT INTO staff VALUES (1, 'Ann', 'Ulm'), (2, 'Bob', 'Bonn')")
    connection.close()
    (tmp_path / "answerable.toml").write_text('[policy]\nblocked_columns = ["staff.town"]\n')
    monkeypatch.chdir(tmp_path)
    return Source.objects.create(project=default_project(), name="firm", spec=str(tmp_path / "firm.db"))


@pytest.fixture
def admin() -> Identity:
    return member("root", Role.ADMIN)


@pytest.fixture
def client(admin: Identity) -> Client:
    return client_of(admin)


def readable(client: Client) -> set[str]:
    (table,) = client.get("/api/schema").json()["tables"]
    return {column["name"] for column in table["columns"]}


def log_entries() -> list[dict[str, Any]]:
    path = Path(settings.WORKSPACE.root) / "logs" / "data_agent_runs.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_the_folder_s_policy_holds_until_the_project_has_its_own(client: Client, source: Source) -> None:
    assert client.get("/api/policy").json() == {"policy": None, "warnings": []}
    assert readable(client) == {"id", "name"}
    put = client.put("/api/policy", {"policy": NAMES}, **JSON)
    assert put.status_code == 200 and put.json() == {"policy": NAMES, "warnings": []}
    assert readable(client) == {"id", "town"}
    assert client.delete("/api/policy").status_code == 204
    assert readable(client) == {"id", "name"}


def test_an_empty_policy_of_its_own_restricts_nothing(client: Client, source: Source) -> None:
    client.put("/api/policy", {"policy": {}}, **JSON)
    assert readable(client) == {"id", "name", "town"}


def test_a_run_of_the_project_is_held_to_it(admin: Identity, source: Source) -> None:
    def names() -> str:
        with member_context(admin, [source]) as context:
            return str(answer_of(Agent(context).ask(Question("show the name of all staff"))).table.to_pylist())

    admin.project.settings = {"confirm": "auto"}
    admin.project.save()
    assert "Ann" in names()
    set_own_policy(admin.project, NAMES, by="root")
    with pytest.raises(AnswerableError):
        names()


def test_another_project_keeps_its_own(admin: Identity, source: Source) -> None:
    other = Project.objects.create(slug="other", name="Other")
    set_own_policy(admin.project, NAMES, by="root")
    held = [policy_for(project, "") for project in (admin.project, other)]
    assert [policy.blocked_columns for policy in held if policy] == [{"staff.name"}, {"staff.town"}]


def test_a_change_is_on_the_record_with_who_made_it(client: Client, source: Source) -> None:
    client.put("/api/policy", {"policy": NAMES}, **JSON)
    changed = [entry["event_data"] for entry in log_entries() if entry["event_type"] == "policy_changed"][-1]
    assert (changed["project"], changed["by"]) == ("default", "root")
    assert changed["changed"]["policy"] == {"before": None, "after": NAMES}


@pytest.mark.parametrize(
    "policy", [{"blocked_colums": []}, {"blocked_patterns": ["/(a/"]}, {"roles": []}, {"minimum_group": 0}]
)
def test_what_cannot_be_read_is_refused_and_changes_nothing(
    client: Client, source: Source, policy: dict[str, Any]
) -> None:
    assert client.put("/api/policy", {"policy": policy}, **JSON).status_code == 400
    assert client.get("/api/policy").json()["policy"] is None


def test_names_that_no_source_has_are_told(client: Client, source: Source) -> None:
    put = client.put("/api/policy", {"policy": {"blocked_columns": ["staff.nam"]}}, **JSON)
    assert "staff.nam" in put.json()["warnings"][0]


def test_a_role_that_members_have_must_be_in_it(admin: Identity, source: Source) -> None:
    admin.project.settings = {"policy_roles": {"viewer": "intern"}}
    admin.project.save()
    with pytest.raises(BadSetting, match="intern"):
        set_own_policy(admin.project, NAMES, by="root")
    set_own_policy(admin.project, {**NAMES, "roles": {"intern": {"allowed_tables": []}}}, by="root")
    intern = policy_for(admin.project, "intern")
    assert intern and intern.allowed_tables == frozenset() and intern.blocked_columns == {"staff.name"}
