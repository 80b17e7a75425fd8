"""What must not be written down, taken out of any JSON value before it is: `[redacted: KIND]` stands in its place.

Secrets always go: those of a known look, those this process was given, and what stands under a name like `password`.
Addresses and numbers of people go where a policy blocks their kind. Redacting again changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.secrets import hide
from answerable.sensitive.bounded_pattern import compile_pattern
from answerable.sensitive.quick_scan import is_surely_free
from answerable.sensitive.secret_shapes import NAMED, NEEDLES, RULES
from answerable.sensitive.spot_columns import SPOTTED, spots

__all__ = ["Redactor", "redact"]

LONGEST_TEXT = 200_000
LONGEST_LOOKED_THROUGH = 50_000
"""Of a text that is searched for addresses and numbers. What is longer is not written down at all."""
DEEPEST = 40
_SMALLEST_NUMBER = 10**8
"""What is less is nobody's number."""
_SHORTEST_CODE = 1_000
"""What is less under the name of a secret is how many there are."""
_WORD = re.compile(r"\w{4,}")
# fmt: off
_WORDS_OF_MARKS = frozenset({
    "redacted", "card", "cookie", "deep", "email", "iban", "link", "long", "national", "password", "pattern", "phone",
    "secret", "token",
})
# fmt: on
_BETWEEN_SPACES = re.compile(r"\S+")
_PUNCTUATION = ".,;:!?'\"()"
_IDENTIFIER = re.compile(r"[0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
"""Hashes and ids of our own: their digits mean nothing."""


def redact(value: Any) -> Any:
    """The value without secrets."""
    return _SECRETS_ALONE(value)


@dataclass(frozen=True, slots=True)
class Redactor:
    """`kinds` of content (see `answerable.sensitive.KINDS`) go too."""

    kinds: frozenset[str] = frozenset()
    patterns: frozenset[str] = frozenset()
    """Regular expressions (see `bounded_pattern`) of a policy's own; single words that fit one go too."""
    words: frozenset[str] = frozenset()
    """Parts of what was taken out before: who repeats a text word by word does not bring them back."""

    @classmethod
    def of(cls, kinds: Iterable[str], patterns: Iterable[str] = ()) -> Redactor:
        return cls(frozenset(kinds) & frozenset(SPOTTED), frozenset(patterns))

    @property
    def knows_more(self) -> bool:
        """Than the secrets that always go."""
        return bool(self.kinds or self.patterns or self.words)

    def heeding(self, text: str) -> Redactor:
        """For what is said about a text: the words of what goes from it go from everything."""
        left = self.text(text)
        if left == text:
            return self
        gone = {word.casefold() for word in _WORD.findall(text)} - {word.casefold() for word in _WORD.findall(left)}
        return replace(self, words=self.words | frozenset(gone - _WORDS_OF_MARKS))

    def __call__(self, value: Any) -> Any:
        return value if not self.knows_more and is_surely_free(value) else self._redacted(value, DEEPEST)

    def text(self, text: str) -> str:
        if len(text) > (LONGEST_LOOKED_THROUGH if self.kinds else LONGEST_TEXT):
            return _mark("too long")
        without = hide(_without_known_looks(text), _mark("secret"))
        if self.kinds:
            without = self._without_content(without)
        if self.patterns:
            without = _BETWEEN_SPACES.sub(self._without_fitting, without)
        return _pattern(self.words).sub(_mark("secret"), without) if self.words else without

    def _without_fitting(self, found: re.Match[str]) -> str:
        word = found[0].strip(_PUNCTUATION)
        is_ours = word.startswith("[redacted") or _IDENTIFIER.fullmatch(word)
        if not word or is_ours or not any(compile_pattern(pattern).fullmatch(word) for pattern in self.patterns):
            return found[0]
        return found[0].replace(word, _mark("pattern"))

    def _redacted(self, value: Any, depth: int) -> Any:
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, dict | list | tuple) and depth == 0:
            return _mark("too deep")
        if isinstance(value, dict):
            return {self._name(name): self._field(name, held, depth - 1) for name, held in value.items()}
        if isinstance(value, list | tuple):
            return [self._redacted(each, depth - 1) for each in value]
        return self._number(value)

    def _name(self, name: Any) -> Any:
        return self.text(name) if isinstance(name, str) else name

    def _field(self, name: Any, value: Any, depth: int) -> Any:
        if isinstance(name, str) and NAMED.fullmatch(name):
            return self._covered(value, depth)
        return self._redacted(value, depth)

    def _covered(self, value: Any, depth: int) -> Any:
        """Of a secret all that could be it: texts and long numbers, be they in lists."""
        if isinstance(value, str):
            return value if not value or value.startswith("[redacted: ") else _mark("secret")
        if isinstance(value, dict | list | tuple) and depth > 0:
            parts = value.items() if isinstance(value, dict) else enumerate(value)
            left = {self._name(name): self._covered(held, depth - 1) for name, held in parts}
            return left if isinstance(value, dict) else list(left.values())
        if isinstance(value, int) and abs(value) >= _SHORTEST_CODE:
            return _mark("secret")
        return self._redacted(value, depth)

    def _number(self, value: Any) -> Any:
        if not self.kinds or not isinstance(value, int) or abs(value) < _SMALLEST_NUMBER:
            return value
        text = str(value) if abs(value) < 10**30 else ""
        return _mark(found[0].kind) if (found := spots(text, self.kinds)) else value

    def _without_content(self, text: str) -> str:
        if _IDENTIFIER.fullmatch(text):
            return text
        kept, end = [], 0
        for spot in spots(text, self.kinds):
            kept += [text[end : spot.start], _mark(spot.kind)]
            end = spot.end
        return "".join([*kept, text[end:]])


_SECRETS_ALONE = Redactor()


@lru_cache(maxsize=64)
def _pattern(words: frozenset[str]) -> re.Pattern[str]:
    return re.compile(rf"(?i)(?<!\w)(?:{'|'.join(map(re.escape, sorted(words, key=len, reverse=True)))})(?!\w)")


def _mark(kind: str) -> str:
    return f"[redacted: {kind.replace('_', ' ')}]"


def _without_known_looks(text: str) -> str:
    lowered = text.lower()
    if not any(map(lowered.__contains__, NEEDLES)):
        return text
    for rule in RULES:
        if rule.found_in(lowered):
            text = rule.pattern.sub(lambda found, kind=rule.kind: _marked(found, kind), text)  # type: ignore[misc]
    return text


def _marked(found: re.Match[str], kind: str) -> str:
    start, end = found.start("secret") - found.start(), found.end("secret") - found.start()
    return f"{found[0][:start]}{_mark(kind)}{found[0][end:]}"
