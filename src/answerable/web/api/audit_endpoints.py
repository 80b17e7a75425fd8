"""The audit trail: what was recorded of a request, evidence of it, and whether the trail is as it was written."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from ninja import Router, Schema

from answerable.conversations.services import recheck_answer
from answerable.projects.models import Role
from answerable.web.api.authentication import identity, require
from answerable.web.api.event_json import reply
from answerable.web.request_language import request_language

__all__ = ["router"]

router = Router(tags=["audit"])


class EntryOut(Schema):
    entry_id: str
    request_id: str
    sequence_number: int
    parent_hash: str
    timestamp: str
    event_type: str
    event_data: dict[str, Any]
    actor: str
    hash: str


class Timeline(Schema):
    request_id: UUID
    entries: list[EntryOut]


class SignedCheckpoint(Schema):
    log: str
    size: int
    root: str
    time: str
    key_id: str


class TrailVerification(Schema):
    ok: bool
    files: int
    entries: int
    bad_file: str | None
    bad_line: int | None
    problem: str
    checkpoint: SignedCheckpoint | None
    """The latest one that the trail agrees with."""
    unsealed: int
    """Entries after it."""
    warnings: list[str]


@router.get("/audit/requests/{uuid:request_id}", response=Timeline)
def read_timeline(request: HttpRequest, request_id: UUID) -> HttpResponse:
    """What was recorded of a request of one's own, in order; admins may see those of their project."""
    entries = recheck_answer.timeline(request_id, identity(request))
    return reply({"request_id": str(request_id), "entries": [entry._asdict() for entry in entries]})


@router.get("/audit/requests/{uuid:request_id}/evidence")
def read_evidence(request: HttpRequest, request_id: UUID) -> HttpResponse:
    """A ZIP file: the entries, a signed checkpoint, a proof for each entry, the receipt, and how to check them."""
    response = HttpResponse(recheck_answer.evidence(request_id, identity(request)), content_type="application/zip")
    response["Content-Disposition"] = f'attachment; filename="evidence-{request_id}.zip"'
    return response


@router.post("/audit/verify", response=TrailVerification, auth=require(Role.ADMIN))
def verify(request: HttpRequest) -> dict[str, Any]:
    """Check every entry, every file and every checkpoint of this server's trail."""
    return recheck_answer.verify_trail(request_language())
