"""What the translator says, in Korean, by a catalogue of its sentences. What the catalogue lacks stays as it is."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from answerable.language.explainer.korean import KoreanPhrase
from answerable.language.translation import Clarification, Reading, Translation

__all__ = ["tell"]

_PLACE = re.compile(r"\\\{(q?)(\d)\\\}")
_IN_QUOTES = "'.+?'"
_QUOTED = re.compile(r"'([^']+)'")


@dataclass(frozen=True, slots=True)
class _Saying:
    english: re.Pattern[str]
    korean: str


@cache
def _sayings(kind: str) -> tuple[_Saying, ...]:
    text = files("answerable.language.korean").joinpath("sayings.toml").read_text(encoding="utf-8")
    return tuple(_Saying(_pattern(english), korean) for english, korean in tomllib.loads(text)[kind].items())


def _pattern(english: str) -> re.Pattern[str]:
    """A sentence ends where a space or nothing follows its full stop: `orders.revenue` is a name."""
    escaped = _PLACE.sub(lambda place: f"(?P<_{place[2]}>{'.+?' if not place[1] else _IN_QUOTES})", re.escape(english))
    return re.compile(escaped + (r"(?= |$)" if english.endswith(".") else ""))


def tell(translation: Translation, spoken: Mapping[str, str]) -> Translation:
    """The same translation, its words in Korean. `spoken` gives back the asker's own words for the English ones."""
    return replace(
        translation,
        clarification=_clarification(translation.clarification, spoken),
        understood=tuple(_note(text, spoken) for text in translation.understood),
        not_understood=tuple(spoken.get(word.casefold(), word) for word in translation.not_understood),
        assumptions=tuple(_note(text, spoken) for text in translation.assumptions),
    )


def _clarification(asked: Clarification | None, spoken: Mapping[str, str]) -> Clarification | None:
    if asked is None:
        return None
    readings = tuple(Reading("; ".join(_note(p, spoken) for p in r.text.split("; ")), r.sql) for r in asked.readings)
    whole = _matched(asked.question, "notes", spoken)
    return Clarification(_sentences(asked.question, spoken) if whole is None else whole, readings)


def _sentences(text: str, spoken: Mapping[str, str]) -> str:
    for saying in _sayings("sentences"):
        if match := saying.english.search(text):
            text = text[: match.start()] + _filled(saying.korean, match, spoken) + text[match.end() :]
    return text


def _note(text: str, spoken: Mapping[str, str]) -> str:
    told = _matched(text, "notes", spoken)
    return _spoken(text, spoken) if told is None else told


def _matched(text: str, kind: str, spoken: Mapping[str, str]) -> str | None:
    for saying in _sayings(kind):
        if match := saying.english.fullmatch(text):
            return _filled(saying.korean, match, spoken)
    return None


def _filled(korean: str, match: re.Match[str], spoken: Mapping[str, str]) -> str:
    """Templates are our own; what the sentence holds only ever fills their places."""
    parts = [KoreanPhrase(_part(text, spoken)) for _, text in sorted(match.groupdict().items())]
    return korean.format(*parts)


def _part(text: str, spoken: Mapping[str, str]) -> str:
    if "; " in text or text.startswith("'"):
        return "; ".join(_note(part, spoken) for part in text.split("; "))
    told = _matched(text, "pieces", spoken)
    return text if told is None else told


def _spoken(text: str, spoken: Mapping[str, str]) -> str:
    """Words of the question as the asker put them; what stands after other words is data, and stays."""
    if not text.startswith("'"):
        return text
    return _QUOTED.sub(lambda match: f"'{spoken.get(match[1].casefold(), match[1])}'", text)
