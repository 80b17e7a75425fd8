"""The page where questions are asked."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from answerable.conversations.services.manage_sessions import own_session
from answerable.kernel.errors import SessionNotFound
from answerable.projects.models import Role
from answerable.web.api.authentication import signed_in
from answerable.web.pages.page_look import look
from answerable.web.pages.problem_page import problem_page
from answerable.web.pages.sign_in_required import sign_in_required
from answerable.web.request_language import request_language
from answerable.web.static_files import vega_url

__all__ = ["conversation"]

_STATIC = Path(__file__).parent.parent / "static"
_OTHERS = ("audit_", "catalogue_", "models_")
"""How modules of other pages begin."""


@require_safe
@sign_in_required
@ensure_csrf_cookie
def conversation(request: HttpRequest, session_id: UUID | None = None) -> HttpResponse:
    """The shell of the page; the modules fill it through the API. `session_id` is the conversation to open."""
    if session_id and not _is_own(request, session_id):
        return problem_page(request, 404, "no_conversation")
    lang = request_language()
    facts = {
        "lang": lang,
        "words": static(f"words/{lang}.json"),
        "vega": vega_url(),
        "session_id": session_id and str(session_id),
    }
    who = signed_in(request)
    is_admin = bool(who and who.role.reaches(Role.ADMIN))
    shown = {**look(request, lang), "facts": facts, "modules": modules(), "is_admin": is_admin}
    return render(request, "pages/conversation.html", shown)


def _is_own(request: HttpRequest, session_id: UUID) -> bool:
    assert request.user.is_authenticated
    try:
        own_session(session_id, request.user)
    except SessionNotFound:
        return False
    return True


@cache
def modules() -> tuple[str, ...]:
    """The page's own modules, so that the browser asks for all of them at once."""
    own = (path.name for path in (_STATIC / "js").glob("*.js") if not path.name.startswith(_OTHERS))
    return tuple(sorted(f"js/{name}" for name in own))
