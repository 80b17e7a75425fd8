"""The language that this run of the command speaks: of `--lang`, else of the settings, else of the question."""

from __future__ import annotations

from contextvars import ContextVar

from answerable.words.languages import chosen_language

__all__ = ["output_language", "speak"]

_language: ContextVar[str] = ContextVar("output_language", default="en")


def speak(chosen: str | None, question: str = "") -> str:
    """From here on; what was chosen before and is not chosen now counts no more."""
    language = chosen_language(chosen or "", question)
    _language.set(language)
    return language


def output_language() -> str:
    return _language.get()
