"""The language of whoever sent this request."""

from __future__ import annotations

from django.utils.translation import get_language

from answerable.words.languages import LANGUAGES

__all__ = ["request_language"]


def request_language() -> str:
    """What Django chose by the visitor's cookie or browser, as one of ours."""
    chosen = (get_language() or "").split("-")[0]
    return chosen if chosen in LANGUAGES else LANGUAGES[0]
