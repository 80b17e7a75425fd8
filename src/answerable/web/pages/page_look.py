"""What every page needs to look right: its words and the visitor's theme."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest

from answerable.web.pages.page_words import LANGUAGES, words

__all__ = ["look"]

_THEMES = ("light", "dark")


def look(request: HttpRequest, lang: str) -> dict[str, Any]:
    """What every page needs: its language, its words, and the theme the visitor keeps in a cookie."""
    theme = request.COOKIES.get("theme", "")
    return {"lang": lang, "words": words(lang), "theme": theme if theme in _THEMES else "", "languages": LANGUAGES}
