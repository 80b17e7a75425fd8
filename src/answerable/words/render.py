"""Messages as sentences of a language."""

from __future__ import annotations

import re
import tomllib
from calendar import month_name
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any

from answerable.kernel.messages import CodedMessage, Param
from answerable.words.korean_nouns import korean_noun
from answerable.words.languages import LANGUAGES
from answerable.words.particles import PARTICLES, KoreanPhrase

__all__ = ["fill", "render", "template"]

_CONJUNCTIONS = {
    "en": {"and": (", ", " and "), "or": (", ", " or ")},
    "ko": {"and": (", ", ", "), "or": (", ", " 또는 ")},
}
"""Between the values of a list, and before its last one."""
_AREA = re.compile(r"^\[(\w+)\]$", re.MULTILINE)
"""The line that begins an area of a catalogue."""


def render(message: CodedMessage, language: str) -> str:
    """A code that the language lacks is read in English; one that no catalogue has (an old record's) as it is."""
    pattern = template(message.code, language) or template(message.code, "en")
    return message.code if pattern is None else fill(pattern, dict(message.params), language)


def template(code: str, language: str) -> str | None:
    area, _, name = code.partition(".")
    return _templates(language, area).get(name)


@cache
def _templates(language: str, area: str) -> dict[str, str]:
    """Of one area by name. Parsing all areas would take longer than most commands' own work."""
    return tomllib.loads(_areas(language).get(area, ""))


@cache
def _areas(language: str) -> dict[str, str]:
    """Each area's part of the catalogue, not parsed yet; none for a language nobody wrote."""
    if language not in LANGUAGES:
        return {}
    catalogue = files("answerable.words").joinpath(f"{language}.toml").read_text(encoding="utf-8")
    _, *parts = _AREA.split(catalogue)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def fill(pattern: str, params: dict[str, Param], language: str) -> str:
    return "".join(
        literal if name is None else literal + _filled(params.get(name, ""), spec or "", language)
        for literal, name, spec, _ in Formatter().parse(pattern)
    )


def _filled(value: Param, specs: str, language: str) -> str:
    shown: Any = value
    for spec in filter(None, specs.split(":")):
        shown = _formatted(shown, spec, language)
    return _plain(shown, language)


def _formatted(value: Any, spec: str, language: str) -> Any:
    if spec in PARTICLES:
        return format(KoreanPhrase(_plain(value, language)), spec)
    if spec in _CONJUNCTIONS["en"]:
        return _listed(value, spec, language)
    if spec == "'":
        return _quoted(value, language)
    if spec == ";":
        return "; ".join(_plain(item, language) for item in value)
    if spec == "spaced":
        return " ".join(_plain(item, language) for item in value)
    if spec == "capital":
        shown = _plain(value, language)
        return shown[:1].upper() + shown[1:]
    if spec == "noun":
        shown = _plain(value, language)
        return korean_noun(shown) if language == "ko" else shown
    if spec == "monthname":
        return f"{value}월" if language == "ko" else month_name[value]
    if "|" in spec:
        one, many = spec.split("|")
        return one if value == 1 else many
    return format(value, spec)


def _quoted(value: Param, language: str) -> Param:
    """A list stays one, so that a format may follow."""
    if isinstance(value, tuple):
        return tuple(f"'{_plain(item, language)}'" for item in value)
    return f"'{_plain(value, language)}'"


def _listed(values: tuple[str | CodedMessage, ...], conjunction: str, language: str) -> str:
    between, last = _CONJUNCTIONS.get(language, _CONJUNCTIONS["en"])[conjunction]
    parts = [_plain(value, language) for value in values]
    return last.join([between.join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def _plain(value: Param, language: str) -> str:
    if isinstance(value, CodedMessage):
        return render(value, language)
    if isinstance(value, tuple):
        return ", ".join(_plain(item, language) for item in value)
    return str(value)
