"""The page where a project's admins choose its language model."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from answerable.projects.models import Role
from answerable.web.api.authentication import signed_in
from answerable.web.pages.page_look import look
from answerable.web.pages.problem_page import problem_page
from answerable.web.pages.sign_in_required import sign_in_required
from answerable.web.request_language import request_language

__all__ = ["models"]


@require_safe
@sign_in_required
@ensure_csrf_cookie
def models(request: HttpRequest) -> HttpResponse:
    """The shell of the page; what may be chosen is the API's to say."""
    who = signed_in(request)
    if who is None or not who.role.reaches(Role.ADMIN):
        return problem_page(request, 403, "not_yours")
    lang = request_language()
    facts = {"lang": lang, "words": static(f"words/{lang}.json")}
    return render(request, "pages/models.html", {**look(request, lang), "facts": facts})
