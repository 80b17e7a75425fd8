"""Who came in and what was changed at the web door is in the audit trail, and nothing they showed for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings
from django.test import Client

from answerable.conversations.services.manage_sessions import open_session
from answerable.conversations.services.open_requests import move
from answerable.kernel.errors import AuditUnavailable
from answerable.kernel.workspace import Workspace
from answerable.projects.models import ApiToken, Member, Role, Source
from answerable.projects.sign_in_links import make_link
from tests.conversations import people as conversation
from tests.web.people import client_of, default_project, member
from tests.web.trail import log, recorded

pytestmark = pytest.mark.django_db

JSON: dict[str, Any] = {"content_type": "application/json"}
WRONG = "CANARY-typed-into-the-wrong-field"


def told(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    repeated = {"request_id", "sequence_number", "actor", "entry_id"}
    return [
        {"event": one["event_type"], **{key: value for key, value in one["event_data"].items() if key not in repeated}}
        for one in entries
    ]


def test_signing_in_by_password_is_recorded_and_so_is_a_wrong_one() -> None:
    member("ann", Role.VIEWER)
    with recorded() as entries:
        Client().post("/sign-in/", {"username": "ann", "password": WRONG})
        Client().post("/sign-in/", {"username": WRONG, "password": WRONG})
        Client().post("/sign-in/", {"username": "ann", "password": "CANARY-ann-password-1"})
    refused = {"event": "sign_in_refused", "how": "password", "reason": "wrong name or password"}
    assert told(entries) == [
        {**refused, "account": "ann"},
        {**refused, "account": None},
        {"event": "signed_in", "how": "password", "by": "ann"},
    ]
    assert WRONG not in log().read_text()


def test_signing_in_by_link_is_recorded_without_it() -> None:
    secret = make_link(member("ann", Role.VIEWER).user)
    with recorded() as entries:
        Client().post("/sign-in/link/", {"key": secret})
        Client().post("/sign-in/link/", {"key": secret})
    assert told(entries) == [
        {"event": "signed_in", "how": "link", "by": "ann"},
        {"event": "sign_in_refused", "how": "link", "reason": "unknown, used or old", "account": None},
    ]
    assert secret not in log().read_text()


def test_links_that_do_not_work_fill_no_log() -> None:
    with recorded() as entries:
        for number in range(30):
            Client().post("/sign-in/link/", {"key": f"no-link-{number}"})
    assert len(entries) == 5


def test_who_cannot_be_recorded_is_not_let_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    member("ann", Role.VIEWER)
    (tmp_path / "logs" / "data_agent_runs.jsonl").mkdir(parents=True)
    monkeypatch.setattr(settings, "WORKSPACE", Workspace(tmp_path))
    client = Client()
    answer = client.post("/sign-in/", {"username": "ann", "password": "CANARY-ann-password-1"})
    assert (answer.status_code, client.get("/api/me").status_code) == (503, 401)


def test_members_come_change_and_go_on_the_record() -> None:
    admin, _ann = member("root", Role.ADMIN), member("ann", Role.VIEWER)
    client = client_of(admin)
    with recorded() as entries:
        for role in ("curator", "curator"):
            client.put("/api/members", {"username": "ann", "role": role}, **JSON)
        client.delete("/api/members/ann")
    ann = {"event": "member_changed", "project": "default", "member": "ann", "by": "root"}
    assert told(entries) == [
        {**ann, "before": "viewer", "after": "curator"},
        {**ann, "before": "curator", "after": None},
    ]


def test_without_a_record_nothing_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    client, _ann = client_of(member("root", Role.ADMIN)), member("ann", Role.VIEWER)
    (tmp_path / "logs" / "data_agent_runs.jsonl").mkdir(parents=True)
    monkeypatch.setattr(settings, "WORKSPACE", Workspace(tmp_path))
    answers = [
        client.put("/api/members", {"username": "ann", "role": "admin"}, **JSON),
        client.delete("/api/members/ann"),
        client.post("/api/tokens", {"name": "script"}, **JSON),
    ]
    assert [answer.status_code for answer in answers] == [503] * 3
    assert Member.objects.get(user__username="ann").role == Role.VIEWER
    assert not ApiToken.objects.exists()


def test_tokens_and_sources_are_on_the_record_without_their_secrets(tmp_path: Path) -> None:
    (tmp_path / "towns.csv").write_text("town,people\nUlm,126\n")
    client = client_of(member("root", Role.ADMIN))
    with recorded() as entries:
        token = client.post("/api/tokens", {"name": "script"}, **JSON).json()
        client.delete(f"/api/tokens/{token['id']}")
        source = client.post("/api/sources", {"spec": str(tmp_path / "towns.csv")}, **JSON).json()
        client.delete(f"/api/sources/{source['id']}")
    ours = ("token_changed", "source_changed")  # a policy that another test left may be noticed here too
    changes = [(one["event"], one["change"], one["by"]) for one in told(entries) if one["event"] in ours]
    assert changes == [
        ("token_changed", "issued", "root"),
        ("token_changed", "revoked", "root"),
        ("source_changed", "connected", "root"),
        ("source_changed", "removed", "root"),
    ]
    assert token["token"][:12] not in log().read_text()


def test_what_the_policy_blocks_is_in_no_name_but_an_account_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "answerable.toml").write_text('[policy]\nblocked_patterns = ["email", "phone"]\n')
    (tmp_path / "towns.csv").write_text("name\nUlm\n")
    monkeypatch.chdir(tmp_path)
    client = client_of(member("root@example.com", Role.ADMIN))
    member("ann@example.com", Role.VIEWER)
    with recorded() as entries:
        client.post("/api/sources", {"spec": "towns.csv", "name": "of canary@example.com, 010-1234-5678"}, **JSON)
        client.put("/api/members", {"username": "ann@example.com", "role": "curator"}, **JSON)
    source, changed = (
        one["event_data"] for one in entries if one["event_type"] in ("source_changed", "member_changed")
    )
    assert source["name"] == "of [redacted: email], [redacted: phone]"
    assert (changed["member"], changed["by"]) == ("ann@example.com", "root@example.com")


def test_feedback_and_the_end_of_a_conversation_are_on_the_record() -> None:
    ann = member("ann", Role.VIEWER)
    source = Source.objects.create(project=default_project(), name="towns", spec="towns.csv")
    asked = conversation.request(open_session(ann.user, default_project(), [source]))
    client = client_of(ann)
    with recorded() as entries:
        client.post("/api/feedback", {"request_id": str(asked.pk), "rating": "down", "comment": WRONG}, **JSON)
        for _ in range(2):
            client.delete(f"/api/sessions/{asked.session_id}")
    given, ended = entries
    assert (given["event_type"], given["request_id"]) == ("feedback_given", str(asked.pk))
    assert ended["event_type"] == "session_terminated" and UUID(ended["request_id"]).version == 4
    assert WRONG not in log().read_text()


def test_who_cancels_what_waits_for_their_word_is_on_the_record() -> None:
    ann = member("ann", Role.ANALYST)
    source = Source.objects.create(project=default_project(), name="towns", spec="towns.csv")
    query = conversation.query(conversation.request(open_session(ann.user, default_project(), [source])))
    for status in ("generating", "validating", "awaiting_confirm"):
        assert move(query.request, status)
    with recorded() as entries:
        client_of(ann).post(f"/api/requests/{query.request_id}/cancel", **JSON)
    said = {"event": "confirmation_given", "decision": "cancelled", "rule": "confirm", "sql_hash": query.sql_hash}
    assert told(entries) == [{**said, "by": "ann"}]


def test_settings_of_a_project_change_on_the_record_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = default_project()
    project.settings = {"chat_rows": 100}
    with recorded() as entries:
        project.save()
        project.save()
    changed = {"chat_rows": {"before": None, "after": 100}}
    assert told(entries) == [{"event": "policy_changed", "project": "default", "changed": changed}]
    (tmp_path / "logs" / "data_agent_runs.jsonl").mkdir(parents=True)
    monkeypatch.setattr(settings, "WORKSPACE", Workspace(tmp_path))
    project.settings = {"chat_rows": 10_000}
    with pytest.raises(AuditUnavailable):
        project.save()
    project.refresh_from_db()
    assert project.settings == {"chat_rows": 100}
