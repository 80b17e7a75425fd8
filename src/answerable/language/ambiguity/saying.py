"""Readings in plain words, in the asker's language."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

__all__ = ["Words"]

_LONGEST = 80


@cache
def _sentences() -> dict[str, dict[str, str]]:
    text = files("answerable.language.ambiguity").joinpath("saying.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


class Words:
    def __init__(self, lang: str) -> None:
        self._sentences = _sentences().get(lang) or _sentences()["en"]

    def say(self, key: str, **parts: str) -> str:
        """Parts come from the question or the schema: each is shown on one line, cut where it is long."""
        sentence = self._sentences[key].format(**{name: _shown(part) for name, part in parts.items()})
        return sentence[:1].upper() + sentence[1:]

    def joined(self, parts: Sequence[str]) -> str:
        if len(parts) < 2:
            return "".join(parts)
        return f"{', '.join(parts[:-1])} {self._sentences['and']} {parts[-1]}"


def _shown(text: str) -> str:
    clean = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return clean if len(clean) <= _LONGEST else clean[: _LONGEST - 1] + "…"
