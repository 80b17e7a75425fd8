"""Whatever is sent, the server does not fall over: requests made from the OpenAPI description, and broken ones."""

from __future__ import annotations

import json
import random
import string
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.handlers.wsgi import WSGIHandler
from django.test import Client
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error

from answerable.projects.api_tokens import issue_token
from answerable.projects.models import Role
from answerable.web.api import api
from tests.web.people import client_of, member

pytestmark = pytest.mark.django_db(transaction=True)
"""Streams close the connection of their thread, which here is the test's own: no transaction lasts over that."""

DESCRIPTION = json.loads(json.dumps(api.get_openapi_schema(path_prefix="/api/")))
described = schemathesis.openapi.from_dict(DESCRIPTION)
described.app = WSGIHandler()
MALFORMED = 1_000


@pytest.fixture
def as_admin() -> dict[str, str]:
    _token, secret = issue_token(member("root", Role.ADMIN), "test", days=1)
    return {"Authorization": f"Bearer {secret}"}


@described.parametrize()
@settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
def test_no_request_is_a_server_error(case: schemathesis.Case[Any], as_admin: dict[str, str]) -> None:
    case.call_and_validate(headers=as_admin, checks=[not_a_server_error])


def _endpoints_with_bodies() -> list[tuple[str, str]]:
    return [
        (method, path.replace("{", "").replace("}", ""))
        for path, methods in DESCRIPTION["paths"].items()
        for method, told in methods.items()
        if "requestBody" in told
    ]


def _malformed(dice: random.Random) -> Iterator[bytes]:
    """Bytes that are no JSON, JSON of the wrong shape, and fields of the wrong kind, without end."""
    kinds: list[Any] = [None, True, -1, 1e400, "", "\0", "\ud800", [], {}, [[[]]], {"spec": {}}, 10**400]
    while True:
        yield bytes(dice.randrange(256) for _ in range(dice.randrange(64)))
        yield json.dumps(dice.choice(kinds)).encode()
        names = ["spec", "name", "message", "session_id", "source_id", "role", "username", "approved", "days", "rating"]
        yield json.dumps({dice.choice(names): dice.choice(kinds) for _ in range(dice.randrange(4))}).encode()
        yield ("[" * dice.randrange(5_000)).encode()
        yield json.dumps({"".join(dice.choices(string.printable, k=8)): "x" * dice.randrange(10_000)}).encode()


@pytest.mark.slow
def test_a_thousand_malformed_bodies_are_each_the_senders_mistake() -> None:
    client: Client = client_of(member("root", Role.ADMIN))
    dice = random.Random(20)
    bodies, endpoints = _malformed(dice), _endpoints_with_bodies()
    for _ in range(MALFORMED):
        method, path = dice.choice(endpoints)
        body = next(bodies)
        answer = client.generic(method.upper(), path, body, content_type="application/json")
        assert 400 <= answer.status_code < 500, (method, path, body[:80], answer.content[:200])
        assert set(answer.json()["error"]) == {"code", "message", "hint"}
