"""Which language somebody is answered in: the one they chose, else that of their question."""

from __future__ import annotations

import re
from typing import Literal

__all__ = ["LANGUAGES", "LANGUAGE_NAMES", "Language", "chosen_language", "fixed_language", "language_of"]

Language = Literal["en", "ko"]
LANGUAGE_NAMES: dict[Language, str] = {"en": "English", "ko": "한국어"}
"""The first is spoken where no other was chosen. What a new one needs, tests/words/test_languages.py says."""
LANGUAGES: tuple[str, ...] = tuple(LANGUAGE_NAMES)

_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'|“[^”]*”|‘[^’]*’")
_HANGUL, _LATIN = re.compile(r"[가-힣]"), re.compile(r"[A-Za-z]")


def chosen_language(chosen: str, question: str = "") -> str:
    """`chosen` is a language, or empty or `auto` for that of the question."""
    return chosen if chosen in LANGUAGES else language_of(question)


def fixed_language(chosen: str) -> str:
    """Nothing where each question is answered in its own language."""
    return chosen if chosen in LANGUAGES else ""


def language_of(question: str) -> str:
    """Names and values may be in another language than the question, so most of its words decide."""
    words = _QUOTED.sub("", question).split()
    korean = [word for word in words if _HANGUL.search(word)]
    others = [word for word in words if _LATIN.search(word) and not _HANGUL.search(word)]
    return "ko" if korean and len(korean) >= len(others) else "en"
