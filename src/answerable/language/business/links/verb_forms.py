"""Verbs as they are written in questions, and what people with a role do: the author writes, the carrier carries."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from answerable.language.business.links.business_words import phrase_of
from answerable.language.business.links.word_targets import LexiconEntry, LinkKind, WordTarget
from answerable.language.question.word_lists import Phrase
from answerable.semantics import SemanticModel

__all__ = ["base_form", "role_verb_entries"]

_SAID_BY_ROLE = 0.55


def base_form(word: str) -> str:
    """`wrote` → `write`; a word that is no irregular form stays."""
    return _base_forms().get(word, word)


def role_verb_entries(model: SemanticModel) -> Iterator[LexiconEntry]:
    """What was done with rows, by whom their key to a person or firm leads to."""
    for one in model.relationships:
        target = WordTarget(LinkKind.EVENT, one.table)
        yield from ((verb, target, _SAID_BY_ROLE) for verb in _verbs(one.role))


@cache
def _verbs(role: str) -> tuple[Phrase, ...]:
    last = role.casefold().split()[-1:]
    return tuple(phrase_of(verb) for word in last for verb in _words()["roles"].get(word, ()))


@cache
def _base_forms() -> dict[str, str]:
    return {form: base for base, forms in _words()["forms"].items() for form in forms}


@cache
def _words() -> dict[str, Any]:
    return tomllib.loads(files("answerable.language.business").joinpath("verb_words.toml").read_text(encoding="utf-8"))
