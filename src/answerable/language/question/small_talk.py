"""What is no question about data: a greeting, thanks, "what can you do". It gets a short sensible reply."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from functools import cache
from importlib import resources

from answerable.kernel.messages import CodedMessage, msg

__all__ = ["small_talk"]

_REPLIES = {
    "hello": msg("talk.hello"),
    "abilities": msg("talk.abilities"),
    "thanks": msg("talk.thanks"),
    "bye": msg("talk.bye"),
}
_SIGNS = re.compile(r"[^\w\s']+")
_LONGEST = 60


def small_talk(question: str) -> CodedMessage | None:
    """None for everything else; the whole text must be such a phrase, for "hello" may also be a value."""
    if len(question) > _LONGEST:
        return None
    plain = " ".join(_SIGNS.sub(" ", unicodedata.normalize("NFKC", question).casefold().replace("’", "'")).split())
    kind = _phrases().get(plain)
    return _REPLIES[kind] if kind else None


@cache
def _phrases() -> dict[str, str]:
    text = resources.files("answerable.language.question").joinpath("small_talk.toml").read_text("utf-8")
    return {phrase: kind for kind, phrases in tomllib.loads(text).items() for phrase in phrases}
