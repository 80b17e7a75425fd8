"""The receipt of a request, and whether what it says still holds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings as django_settings

from answerable.agent.context.cancellation import Stop
from answerable.agent.proof.recheck import recheck
from answerable.agent.proof.verify_receipt import check_receipt, tampered_with
from answerable.conversations.services.session_context import context_opener, settings_for
from answerable.kernel.errors import BadSource, NotFound
from answerable.kernel.messages import msg
from answerable.projects.project_trail import name_of
from answerable.receipts import Comparison, place_of

if TYPE_CHECKING:
    from answerable.conversations.models import QueryRequest
    from answerable.projects.models import Role
    from answerable.receipts import Comparison, Receipt

__all__ = ["receipt_file", "recheck_request"]


def receipt_file(request: QueryRequest) -> Path:
    path = place_of(django_settings.WORKSPACE.root, str(request.pk))
    if not path.is_file():
        raise NotFound(msg("conversations.no_receipt"), hint=msg("conversations.only_answers_have_one"))
    return path


def recheck_request(request: QueryRequest, role: Role) -> Comparison:
    """Its query run again under what holds for the asker today. Raises as a question does."""
    checked = check_receipt(receipt_file(request), django_settings.ANSWERABLE)
    if checked.tampered or checked.receipt is None:
        return tampered_with(checked)
    return _compared(request, checked.receipt, role)


def _compared(request: QueryRequest, receipt: Receipt, role: Role) -> Comparison:
    settings, _remark = settings_for(request.session, role)
    with context_opener(request.session, settings)(Stop()) as run_context:
        name = receipt.source["name"]
        if name not in {source.name for source in run_context.sources}:
            raise BadSource(
                msg("conversations.source_disconnected", name=name), hint=msg("conversations.connect_again")
            )
        return recheck(receipt, run_context, by=name_of(request.session.user))
