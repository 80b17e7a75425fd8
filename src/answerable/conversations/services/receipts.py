"""The receipt of a request, and whether what it says still holds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings as django_settings

from answerable.conversations.services.desks import lease_for, settings_for
from answerable.errors import BadSource, NotFound
from answerable.projects.recording import name_of

if TYPE_CHECKING:
    from answerable.conversations.models import QueryRequest
    from answerable.projects.models import Role
    from answerable.receipts import Comparison, Receipt

__all__ = ["receipt_file", "recheck_request"]


def receipt_file(request: QueryRequest) -> Path:
    from answerable.receipts import place_of

    path = place_of(django_settings.WORKSPACE.root, str(request.pk))
    if not path.is_file():
        raise NotFound("This request has no receipt.", hint="Only what was answered has one.")
    return path


def recheck_request(request: QueryRequest, role: Role) -> Comparison:
    """Its query run again under what holds for the asker today. Raises as a question does."""
    from answerable.agent.verifying import check_receipt
    from answerable.receipts import Comparison, Verdict

    checked = check_receipt(receipt_file(request), django_settings.ANSWERABLE)
    if checked.tampered or checked.receipt is None:
        return Comparison(Verdict.TAMPERED, (checked.tampered,), checked.remarks)
    return _compared(request, checked.receipt, role)


def _compared(request: QueryRequest, receipt: Receipt, role: Role) -> Comparison:
    from answerable.agent.rechecking import recheck
    from answerable.agent.stopping import Stop

    settings, _remark = settings_for(request.session, role)
    with lease_for(request.session, settings)(Stop()) as desk:
        name = receipt.source["name"]
        if name not in {source.name for source in desk.sources}:
            raise BadSource(f"The source '{name}' is not connected any more.", hint="Connect it again.")
        return recheck(receipt, desk, by=name_of(request.session.user))
