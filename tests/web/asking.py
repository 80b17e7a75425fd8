"""A program that talks to the chat over HTTP: it reads the raw stream and holds every event to its model."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import httpx

from tests.waiting import PATIENCE
from tests.web.b_models import ConfirmationResponse, read_event
from tests.web.serving import Server

__all__ = ["Asker", "Event", "kinds", "one", "owners_token"]

Event = dict[str, Any]


def kinds(told: list[Event]) -> list[str]:
    return [event["type"] for event in told if event["type"] != "status"]


def one(told: list[Event], kind: str) -> Event:
    (found,) = [event for event in told if event["type"] == kind]
    return found


def owners_token(server: Server) -> str:
    """Made in the browser that followed the sign-in link."""
    with closing(server.signed_in()) as browser:
        made = browser.post("/api/tokens", json={"name": "tests"}, headers=server.csrf(browser))
        made.raise_for_status()
        return str(made.json()["token"])


@dataclass(frozen=True)
class Asker:
    """Somebody with an API token."""

    client: httpx.Client

    @classmethod
    @contextmanager
    def with_token(cls, server: Server, token: str) -> Iterator[Asker]:
        headers = {"Authorization": f"Bearer {token}"}
        with httpx.Client(base_url=server.url, headers=headers, trust_env=False, timeout=PATIENCE) as client:
            yield cls(client)

    def ask(self, message: str, **given: Any) -> list[Event]:
        with self.asking(message, **given) as events:
            return list(events)

    @contextmanager
    def asking(self, message: str, **given: Any) -> Iterator[Iterator[Event]]:
        with self._stream("/api/chat", {"message": message, **given}) as events:
            yield events

    def confirm(self, told: list[Event], approved: bool = True, **given: Any) -> Event:
        answer = self.client.post("/api/chat/confirm", json=self.decision(told, approved, **given))
        assert answer.status_code == 200, answer.text
        ConfirmationResponse.model_validate_json(answer.text)
        found: Event = json.loads(answer.text, parse_float=Decimal)
        return found

    @contextmanager
    def confirming(self, told: list[Event], approved: bool = True, **given: Any) -> Iterator[Iterator[Event]]:
        with self._stream("/api/chat/confirm", self.decision(told, approved, **given)) as events:
            yield events

    @staticmethod
    def decision(told: list[Event], approved: bool, **given: Any) -> dict[str, Any]:
        session = one(told, "session")["session_id"]
        query = one(told, "confirm_required")["query_id"]
        return {"session_id": session, "query_id": query, "approved": approved, **given}

    def get(self, path: str, **query: Any) -> Any:
        answer = self.client.get(path, params=query)
        assert answer.status_code == 200, answer.text
        return json.loads(answer.text, parse_float=Decimal)

    def status(self, told: list[Event]) -> str:
        """Of the request that was asked, as it stands now."""
        asked = one(told, "session")
        requests = self.get(f"/api/sessions/{asked['session_id']}")["requests"]
        (found,) = [one["status"] for one in requests if one["request_id"] == asked["request_id"]]
        return str(found)

    @contextmanager
    def _stream(self, path: str, body: dict[str, Any]) -> Iterator[Iterator[Event]]:
        headers = {"Accept": "text/event-stream"}
        with self.client.stream("POST", path, json=body, headers=headers) as answer:
            if answer.status_code != 200:
                answer.read()
                raise AssertionError(f"{answer.status_code} {answer.text}")
            assert answer.headers["content-type"].startswith("text/event-stream")
            yield _events(answer.iter_lines())


def _events(lines: Iterator[str]) -> Iterator[Event]:
    name = ""
    for line in lines:
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            data = line.removeprefix("data: ")
            assert read_event(data).type == name
            yield json.loads(data, parse_float=Decimal)
        else:
            assert line == "" or line.startswith(":"), line
