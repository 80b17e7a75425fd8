"""The page where questions are asked."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.translation import get_language
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_safe

from answerable.web.files import vega_url
from answerable.web.pages.words import LANGUAGES, words

__all__ = ["conversation"]

_STATIC = Path(__file__).parent.parent / "static"
_THEMES = ("light", "dark")


@require_safe
@login_required
@ensure_csrf_cookie
def conversation(request: HttpRequest, session_id: UUID | None = None) -> HttpResponse:
    """The shell of the page; the modules fill it through the API. `session_id` is the conversation to open."""
    lang = page_language()
    facts = {
        "lang": lang,
        "words": static(f"words/{lang}.json"),
        "vega": vega_url(),
        "session_id": session_id and str(session_id),
    }
    return render(request, "pages/conversation.html", {**look(request, lang), "facts": facts, "modules": modules()})


def page_language() -> str:
    """What Django chose by the visitor's cookie or browser, as one of ours."""
    chosen = (get_language() or "").split("-")[0]
    return chosen if chosen in LANGUAGES else LANGUAGES[0]


def look(request: HttpRequest, lang: str) -> dict[str, Any]:
    """What every page needs: its language, its words, and the theme the visitor keeps in a cookie."""
    theme = request.COOKIES.get("theme", "")
    return {"lang": lang, "words": words(lang), "theme": theme if theme in _THEMES else "", "languages": LANGUAGES}


@cache
def modules() -> tuple[str, ...]:
    """The page's own modules, so that the browser asks for all of them at once. Those of the record are another's."""
    own = (path.name for path in (_STATIC / "js").glob("*.js") if not path.name.startswith("audit_"))
    return tuple(sorted(f"js/{name}" for name in own))
