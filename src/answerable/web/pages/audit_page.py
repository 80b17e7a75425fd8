"""The page of one request's record."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from answerable.conversations.models import QueryRequest
from answerable.projects.models import Role
from answerable.web.api.authentication import Identity, signed_in
from answerable.web.pages.page_look import look
from answerable.web.pages.sign_in_required import sign_in_required
from answerable.web.request_language import request_language

__all__ = ["audit"]


@require_safe
@sign_in_required
@ensure_csrf_cookie
def audit(request: HttpRequest, request_id: UUID) -> HttpResponse:
    """The shell of the page; whether there is such a request, and for whom, is the API's to say."""
    lang, who = request_language(), signed_in(request)
    facts = {
        "lang": lang,
        "words": static(f"words/{lang}.json"),
        "request_id": str(request_id),
        "may_verify": bool(who and who.role.reaches(Role.ADMIN)),
    }
    back = _conversation_of(request_id, who)
    return render(request, "pages/audit.html", {**look(request, lang), "facts": facts, "back": back})


def _conversation_of(request_id: UUID, who: Identity | None) -> str:
    """Where the visitor asked it; home, which is `/`, where they did not."""
    asked = who and QueryRequest.objects.filter(pk=request_id, session__user=who.user).first()
    return f"/c/{asked.session_id}" if asked else "/"
