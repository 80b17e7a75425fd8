"""Where a question says names of its schema word for word, and how other words are put there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from answerable.language.neural.form import Pointer
from answerable.naming.trained_words import WORD, lemma
from training.corpus import Example

__all__ = ["Change", "Name", "Word", "changed_text", "said_instead", "said_whole", "spans_of_values", "words_in"]

_SHORTEST_NOUN = 3

Name = tuple[str, ...]
"""Lemmas."""


@dataclass(frozen=True)
class Word:
    text: str
    lemma: str
    start: int
    end: int


@dataclass(frozen=True)
class Change:
    start: int
    end: int
    text: str


def words_in(question: str) -> list[Word]:
    return [Word(match[0], lemma(match[0]), match.start(), match.end()) for match in WORD.finditer(question.lower())]


def spans_of_values(example: Example) -> list[tuple[int, int]]:
    """Where the question says the values of the form."""
    pointers = [token for token in example.form or () if isinstance(token, Pointer)]
    values = [example.values[token.index] for token in pointers if token.kind == "value"]
    return [(value.start, value.end) for value in values]


def said_whole(words: Sequence[Word], names: Iterable[Name], kept: Sequence[tuple[int, int]]) -> dict[Name, list[int]]:
    """Where each name is said whole, outside of what is kept; of two that overlap, the longer one is."""
    free = [all(word.end <= start or word.start >= end for start, end in kept) for word in words]
    lemmas = [word.lemma for word in words]
    found: dict[Name, list[int]] = {}
    for name in sorted((name for name in names if name), key=lambda name: (-len(name), name)):
        for at in range(len(words) - len(name) + 1):
            if tuple(lemmas[at : at + len(name)]) == name and all(free[at : at + len(name)]):
                free[at : at + len(name)] = [False] * len(name)
                found.setdefault(name, []).append(at)
    return found


def said_instead(words: Sequence[Word], at: int, name: Name, other: str) -> Change:
    """`other` where `name` is said from the word `at` on."""
    last = words[at + len(name) - 1]
    return Change(words[at].start, last.end, _in_the_number_of(last, other))


def _in_the_number_of(word: Word, name: str) -> str:
    """In the plural where the word was; `joined on` has none."""
    is_plural = word.text != word.lemma and word.text.endswith("s")
    if not is_plural or name.endswith("s") or len(name.split()[-1]) < _SHORTEST_NOUN:
        return name
    return f"{name[:-1]}ies" if name.endswith("y") and name[-2:-1] not in "aeiou" else f"{name}s"


def changed_text(text: str, changes: Iterable[Change]) -> str:
    """`changes` in the order they stand in the text."""
    parts, before = [], 0
    for change in changes:
        parts += [text[before : change.start], change.text]
        before = change.end
    return "".join([*parts, text[before:]])
