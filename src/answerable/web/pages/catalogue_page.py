"""The page that says what the tables and columns of each source mean."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from answerable.web.pages.page_look import look
from answerable.web.pages.sign_in_required import sign_in_required
from answerable.web.request_language import request_language

__all__ = ["catalogue"]


@require_safe
@sign_in_required
@ensure_csrf_cookie
def catalogue(request: HttpRequest, source_id: UUID | None = None) -> HttpResponse:
    """The shell of the page; which sources there are, and what may be told of them, is the API's to say."""
    lang = request_language()
    facts = {"lang": lang, "words": static(f"words/{lang}.json"), "source_id": source_id and str(source_id)}
    return render(request, "pages/catalogue.html", {**look(request, lang), "facts": facts})
