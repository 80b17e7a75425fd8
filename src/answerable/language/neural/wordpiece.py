"""Word pieces: text as the numbers the network was trained on, each with the place in the text it came from.

BERT's uncased scheme: control characters go, accents and case go, words part at white space and punctuation,
and a word is cut into the longest pieces the vocabulary holds. Marks such as `[SEP]` in the text are plain characters.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files

from answerable.kernel.light_dataclass import dataclass

__all__ = ["Pieces", "WordPieces", "shipped_vocabulary"]

_LONGEST_WORD = 100
_CACHED_WORDS = 20_000
_CACHED_CHARACTERS = 4_096
_UNKNOWN, _FIRST, _LAST = "[UNK]", "[CLS]", "[SEP]"
_NOWHERE = (0, 0)

_IDEOGRAPHS = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)
"""Blocks whose characters are words of their own; the gap before 2B920 is the trained tokenizer's."""

_DROPPED = frozenset(("Cc", "Cf", "Co", "Cs"))
"""Unicode's categories of what is no character to read: control, format, private use, half of a pair."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Pieces:
    ids: tuple[int, ...]
    spans: tuple[Span, ...]
    """Characters of the text behind each id, end excluded; (0, 0) for the marks at both ends."""


@dataclass(frozen=True, slots=True)
class _Piece:
    id: int
    start: int
    end: int
    """Characters of the normalised word, end excluded."""


@dataclass(frozen=True, slots=True)
class _Word:
    text: str
    """As normalised."""
    places: tuple[int, ...]
    """Where in the original text each of its characters came from."""


class WordPieces:
    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._ids = {piece: number for number, piece in enumerate(vocabulary)}
        self._pieces = lru_cache(_CACHED_WORDS)(self._cut)

    def encode(self, text: str, most: int = 96) -> Pieces:
        """At most `most` pieces, the marks at both ends among them; what is beyond is not even read."""
        ids, spans = [self._ids[_FIRST]], [_NOWHERE]
        for number, span in self._read(text):
            if len(ids) >= most - 1:
                break
            ids.append(number)
            spans.append(span)
        return Pieces((*ids, self._ids[_LAST]), (*spans, _NOWHERE))

    def _read(self, text: str) -> Iterator[tuple[int, Span]]:
        for word in _words(text):
            for piece in self._pieces(word.text):
                yield piece.id, (word.places[piece.start], word.places[piece.end - 1] + 1)

    def _cut(self, word: str) -> tuple[_Piece, ...]:
        """The longest piece first, again and again; a word with a rest that no piece fits is unknown as a whole."""
        unknown = (_Piece(self._ids[_UNKNOWN], 0, len(word)),)
        if len(word) > _LONGEST_WORD:
            return unknown
        result: list[_Piece] = []
        while (start := result[-1].end if result else 0) < len(word):
            longest = self._longest(word, start)
            if longest is None:
                return unknown
            result.append(longest)
        return tuple(result)

    def _longest(self, word: str, start: int) -> _Piece | None:
        prefix = "##" if start else ""
        for end in range(len(word), start, -1):
            if (number := self._ids.get(prefix + word[start:end])) is not None:
                return _Piece(number, start, end)
        return None


@cache
def shipped_vocabulary() -> tuple[str, ...]:
    """The pieces the shipped network knows, in the order of their numbers."""
    text = files("answerable.language.neural").joinpath("vocabulary.txt").read_text(encoding="utf-8")
    return tuple(text.removesuffix("\n").split("\n"))


def _words(text: str) -> Iterator[_Word]:
    letters: list[str] = []
    places: list[int] = []
    for position, original in enumerate(text):
        for character in _normalised(original):
            ends_word = character == " " or _is_punctuation(character)
            if ends_word and letters:
                yield _Word("".join(letters), tuple(places))
                letters, places = [], []
            if not ends_word:
                letters.append(character)
                places.append(position)
            elif character != " ":
                yield _Word(character, (position,))
    if letters:
        yield _Word("".join(letters), tuple(places))


@lru_cache(_CACHED_CHARACTERS)
def _normalised(character: str) -> str:
    """What is left of a character: nothing, a space, or itself without accents and in lower case."""
    if character in "\t\n\r" or unicodedata.category(character).startswith("Z"):
        return " "
    if character == "\ufffd" or unicodedata.category(character) in _DROPPED:
        return ""
    bare = "".join(part for part in unicodedata.normalize("NFD", character) if unicodedata.category(part) != "Mn")
    lower = "".join(part.lower() for part in bare)
    return f" {lower} " if _is_ideograph(character) else lower


def _is_ideograph(character: str) -> bool:
    return any(first <= ord(character) <= last for first, last in _IDEOGRAPHS)


@lru_cache(_CACHED_CHARACTERS)
def _is_punctuation(character: str) -> bool:
    is_ascii = "!" <= character <= "~" and not character.isalnum()
    return is_ascii or unicodedata.category(character).startswith("P")
