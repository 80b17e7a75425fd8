"""What tables mean, over HTTP: for every member of the project, within the policy of their role."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from answerable.projects.models import Project, Role, Source
from answerable.projects.project_policy import set_own_policy
from tests.cli.command import answerable
from tests.web.people import client_of, default_project, member

pytestmark = pytest.mark.django_db

_CLINIC = """
CREATE TABLE wards (ward_id INTEGER PRIMARY KEY, ward_name TEXT, secret_code TEXT UNIQUE);
CREATE TABLE patients (patient_id INTEGER PRIMARY KEY, full_name TEXT, mood TEXT, is_test INTEGER,
    ward_code TEXT REFERENCES wards (secret_code), ward_id INTEGER REFERENCES wards (ward_id));
CREATE TABLE visits (visit_id INTEGER PRIMARY KEY, patient_id INTEGER REFERENCES patients (patient_id),
    visited_on DATE, fee_cents INTEGER, status TEXT);
INSERT INTO wards VALUES (1, 'North', 'K-1'), (2, 'South', 'K-2');
"""
_MOODS = ("mood-glad", "mood-grim", "mood-calm")
_STATES = ("visit-open", "visit-done", "visit-cancelled")


@pytest.fixture
def source(tmp_path: Path) -> Source:
    with sqlite3.connect(tmp_path / "clinic.db") as connection:
        connection.executescript(_CLINIC)
        patients = [(n, f"P {n}", _MOODS[n % 3], n % 2, f"K-{1 + n % 2}", 1 + n % 2) for n in range(1, 41)]
        connection.executemany("INSERT INTO patients VALUES (?, ?, ?, ?, ?, ?)", patients)
        visits = [(n, 1 + n % 40, f"2025-01-{1 + n % 28:02d}", 900 + n, _STATES[n % 3]) for n in range(1, 81)]
        connection.executemany("INSERT INTO visits VALUES (?, ?, ?, ?, ?)", visits)
    connection.close()
    return Source.objects.create(project=default_project(), name="Clinic", spec=str(tmp_path / "clinic.db"))


def _meaning(source: Source, client: Client) -> dict[str, Any]:
    response = client.get(f"/api/sources/{source.pk}/meaning")
    assert response.status_code == 200, response.content
    found: dict[str, Any] = response.json()
    return found


@pytest.mark.parametrize("role", list(Role))
def test_every_role_reads_what_tables_mean(source: Source, role: Role) -> None:
    meaning = _meaning(source, client_of(member("someone", role)))
    assert (meaning["source"], meaning["dialect"]) == ("Clinic", "sqlite")
    assert {entity["noun"] for entity in meaning["entities"]} == {"ward", "patient", "visit"}
    fee = next(one for one in meaning["measures"] if one["column"] == "fee_cents")
    assert (fee["unit"], fee["scale"], fee["clues"][0]["code"]) == ("money", 0.01, "measure_word")


def test_it_is_what_the_command_prints(source: Source, tmp_path: Path) -> None:
    told = _meaning(source, client_of(member("someone", Role.VIEWER)))
    done = answerable("profile", "--source", "clinic.db", "--meaning", "--json", cwd=tmp_path)
    (printed,) = json.loads(done.stdout)["sources"]
    assert {**told, "source": "clinic.db"} == printed


def test_strangers_and_other_projects_read_nothing(source: Source) -> None:
    path = f"/api/sources/{source.pk}/meaning"
    assert Client().get(path).status_code == 401
    other = Project.objects.create(slug="other", name="Other")
    assert client_of(member("else", Role.ADMIN, other)).get(path).status_code == 404


def _under(source: Source, **policy: Any) -> str:
    viewer = member("someone", Role.VIEWER)
    set_own_policy(source.project, policy, by="root")
    return json.dumps(_meaning(source, client_of(viewer)))


def test_blocked_columns_do_not_appear(source: Source) -> None:
    told = _under(source, blocked_columns=["patients.mood", "wards.secret_code"])
    assert '"mood"' not in told and _MOODS[0] not in told and "secret_code" not in told
    assert "patients" in told and _STATES[0] in told


def test_tables_that_are_not_allowed_do_not_appear(source: Source) -> None:
    told = _under(source, allowed_tables=["visits"])
    assert "visits" in told and "patients" not in told and "wards" not in told


@pytest.mark.parametrize("mode", ["masked_columns", "aggregate_only_columns"])
def test_values_of_restricted_columns_do_not_appear(source: Source, mode: str) -> None:
    assert _STATES[0] in json.dumps(_meaning(source, client_of(member("root", Role.ADMIN))))
    told = _under(source, **{mode: ["visits.status"]})
    assert not any(state in told for state in _STATES)


def test_values_of_rows_that_a_filter_hides_do_not_appear(source: Source) -> None:
    told = _under(source, required_filters={"visits": "fee_cents < 0"})
    assert "visits" in told and not any(state in told for state in _STATES)


def test_roles_of_the_policy_have_models_of_their_own(source: Source) -> None:
    policy = {"blocked_columns": ["visits.status"], "roles": {"all": {"blocked_columns": []}}}
    source.project.settings = {"policy_roles": {"admin": "all"}}
    source.project.save()
    set_own_policy(source.project, policy, by="root")
    viewer, admin = client_of(member("someone", Role.VIEWER)), client_of(member("root", Role.ADMIN))
    for _ in range(2):
        assert '"status"' not in json.dumps(_meaning(source, viewer))
        assert '"status"' in json.dumps(_meaning(source, admin))


def test_the_description_of_the_api_has_every_part(source: Source) -> None:
    described = client_of(member("root", Role.ADMIN)).get("/api/openapi.json").json()
    answer = described["paths"]["/api/sources/{source_id}/meaning"]["get"]["responses"]["200"]
    assert answer["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Meaning"}
    parts = described["components"]["schemas"]["Meaning"]["properties"]
    assert parts.keys() == _meaning(source, client_of(member("someone", Role.VIEWER))).keys()
