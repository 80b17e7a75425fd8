"""Every endpoint of the OpenAPI description, for everybody: the table in data/access.toml is the whole truth."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from django.conf import settings
from django.test import Client

from answerable.conversations.services.manage_sessions import open_session
from answerable.conversations.services.store_result import keep
from answerable.projects.api_tokens import issue_token
from answerable.projects.membership import Identity
from answerable.projects.models import Project, Role, Source
from answerable.projects.project_trail import record
from answerable.web.api import api
from tests.conversations import people as conversation
from tests.conversations.answers import answer
from tests.web.people import client_of, default_project, member

pytestmark = pytest.mark.django_db(transaction=True)
"""Streams close the connection of their thread, which here is the test's own: no transaction lasts over that."""

PEOPLE = ("nobody", "other", "viewer", "analyst", "curator", "admin")


@dataclass(frozen=True)
class Row:
    operation: str
    codes: dict[str, int]
    body: dict[str, Any] | None = None
    query: dict[str, str] = field(default_factory=dict)
    form: bool = False


ROWS = {
    row["operation"]: Row(**row)
    for row in tomllib.loads(Path(__file__).with_name("data").joinpath("access.toml").read_text())["row"]
}


def operations() -> Iterator[str]:
    for path, methods in api.get_openapi_schema(path_prefix="/api/")["paths"].items():
        for method in methods:
            yield f"{method.upper()} {path}"


@pytest.fixture
def people(tmp_path: Path) -> dict[str, Identity]:
    elsewhere = Project.objects.create(slug="elsewhere", name="Elsewhere")
    found = {"other": member("other", Role.ADMIN, elsewhere)}
    return found | {role.value: member(role.value, role) for role in Role}


@pytest.fixture
def things(people: dict[str, Identity], tmp_path: Path) -> dict[str, str]:
    """What the placeholders of paths, queries and bodies stand for."""
    (tmp_path / "towns.csv").write_text("town,people\nUlm,126\nBern,134\n")
    spec = str(tmp_path / "towns.csv")
    source = Source.objects.create(project=default_project(), name="towns", spec=spec)
    token, _secret = issue_token(people["analyst"], "script", 1)
    asked = conversation.request(open_session(people["viewer"].user, default_project(), [source]))
    query = conversation.query(asked)
    record("feedback_given", {"rating": "up"}, by="viewer", request_id=str(asked.pk))
    receipt = settings.WORKSPACE.root / "receipts" / f"{asked.pk}.json"
    receipt.parent.mkdir(exist_ok=True)
    receipt.write_text("{}")
    return {
        "source_id": str(source.pk),
        "token_id": str(token.pk),
        "username": "viewer",
        "provider": "nobody",
        "session_id": str(asked.session_id),
        "request_id": str(asked.pk),
        "query_id": str(query.pk),
        "result_id": str(keep(query, answer(pa.table({"town": ["Ulm"]}))).pk),
    }


@pytest.mark.parametrize("operation", sorted(operations()))
def test_everybody_gets_what_the_table_says(
    operation: str, people: dict[str, Identity], things: dict[str, str]
) -> None:
    assert operation in ROWS, f"{operation} has no row in data/access.toml"
    row = ROWS[operation]
    assert set(row.codes) == set(PEOPLE)
    got = {name: _ask(_client(name, people), row, things) for name in row.codes}
    assert got == row.codes


def _client(name: str, people: dict[str, Identity]) -> Client:
    return client_of(people[name]) if name in people else Client()


def _ask(client: Client, row: Row, things: dict[str, str]) -> int:
    method, path = row.operation.split(" ")
    query = {name: value.format(**things) for name, value in row.query.items()}
    sent = {} if row.form else {"data": _filled(row.body, things), "content_type": "application/json"}
    ask = getattr(client, method.lower())
    answered = ask(path.format(**things), query) if method == "GET" else ask(path.format(**things), **sent)
    if answered.streaming:  # the test client has closed all others; closing one twice closes the database
        answered.close()
    return int(answered.status_code)


def _filled(body: Any, things: dict[str, str]) -> Any:
    if isinstance(body, dict):
        return {name: _filled(value, things) for name, value in body.items()}
    return body.format(**things) if isinstance(body, str) else body
