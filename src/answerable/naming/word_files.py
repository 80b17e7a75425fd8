"""Lists of words that lie beside the modules using them, in the package's `words.txt`.

A line is `name: word word word`, and goes on in lines that are indented; `#` begins a comment. A pair is written
`word=meaning`, and a phrase of several words with `_` between them.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

__all__ = ["WordFile", "word_file"]


class WordFile(NamedTuple):
    lists: dict[str, tuple[str, ...]]

    def words(self, name: str) -> tuple[str, ...]:
        """In the order of the file."""
        return self.lists[name]

    def word_set(self, name: str) -> frozenset[str]:
        return frozenset(self.lists[name])

    def pairs(self, name: str) -> dict[str, str]:
        """Words and what they stand for."""
        return {
            word: meaning.replace("_", " ") for word, _, meaning in (one.partition("=") for one in self.lists[name])
        }

    def numbers(self, name: str) -> dict[str, int]:
        return {word: int(number) for word, number in self.pairs(name).items()}

    def groups(self, name: str) -> dict[str, tuple[str, ...]]:
        """Words and the several words that belong to each: `word=one,another`."""
        split = (group.partition("=") for group in self.lists[name])
        return {word: tuple(others.split(",")) for word, _, others in split}

    def phrases(self, name: str) -> tuple[tuple[str, ...], ...]:
        """Each as its words."""
        return tuple(tuple(phrase.split("_")) for phrase in self.lists[name])


@cache
def word_file(package: str) -> WordFile:
    """The lists of a package, by name. Read once."""
    text = files(package).joinpath("words.txt").read_text(encoding="utf-8")
    return WordFile({name: tuple(words) for name, words in _entries(text).items()})


def _entries(text: str) -> dict[str, list[str]]:
    entries: dict[str, list[str]] = {}
    words: list[str] = []
    for line in text.splitlines():
        if line.startswith(" "):
            words += line.split()
        elif line and not line.startswith("#"):
            name, _, rest = line.partition(": ")
            words = entries[name.rstrip(":")] = rest.split()
    return entries
