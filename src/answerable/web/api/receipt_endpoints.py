"""Receipts: proof of an answer as a file, and whether it still holds."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from ninja import Router, Schema

from answerable.agent.proof.verify_receipt import EXIT_CODES
from answerable.conversations.services.open_requests import own_request
from answerable.conversations.services.session_receipts import receipt_file, recheck_request
from answerable.projects.models import Role
from answerable.web.api.authentication import identity, require
from answerable.web.request_language import request_language

__all__ = ["router"]

router = Router(tags=["receipts"])


class Rechecked(Schema):
    verdict: str
    """same, data changed, schema changed, knowledge changed or tampered."""
    reasons: list[str]
    remarks: list[str]
    exit_code: int
    """That of `answerable verify`."""


@router.get("/receipts/{uuid:request_id}")
def read_receipt(request: HttpRequest, request_id: UUID) -> HttpResponse:
    """The receipt of a request of one's own, as the file that `answerable verify` takes."""
    data = receipt_file(own_request(request_id, identity(request).user)).read_bytes()
    response = HttpResponse(data, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="receipt-{request_id}.json"'
    return response


@router.post("/receipts/{uuid:request_id}/recheck", response=Rechecked, auth=require(Role.ANALYST))
def recheck(request: HttpRequest, request_id: UUID) -> dict[str, Any]:
    """Run the query of an answer of one's own again, with no model, and say whether it gives the same."""
    who, lang = identity(request), request_language()
    found = recheck_request(own_request(request_id, who.user), who.role)
    return {
        "verdict": found.verdict.value,
        "reasons": [reason.render(lang) for reason in found.reasons],
        "remarks": [remark.render(lang) for remark in found.remarks],
        "exit_code": EXIT_CODES[found.verdict],
    }
