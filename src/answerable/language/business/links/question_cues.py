"""What a question asks to be done: phrases of `business_cues.toml` in its tokens, the longest at each place."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

from answerable.kernel.light_dataclass import dataclass
from answerable.language.question.tokens import Token
from answerable.language.question.word_lists import filler_words, stop_words

__all__ = ["CueSpan", "QuestionCues", "find_question_cues", "idle_phrases", "idle_words", "state_words"]


_EACH = ("for each", "for every", "in each", "in every", "of each", "of every", "across every", "within each")
_ORDINALS = ("first", "last", "time")
_BOUND_REACH = 6
_OWN = frozenset({"the", "our", "their", "its", "a", "an", "overall", "all"})
_COMPARES = frozenset({"than", "above", "below", "over", "under", "beyond", "exceeding", "exceed", "exceeds"})
_LESS = frozenset(
    {"less", "fewer", "lower", "below", "under", "cheaper", "shorter", "smaller", "younger", "lighter", "worse"}
)
_OPEN = stop_words() | filler_words()
_UNITS = ("hours", "days")
_TIMES = frozenset({"day", "week", "month", "quarter", "year", "weekday", "hour"})


@dataclass(frozen=True, slots=True)
class CueSpan:
    start: int
    end: int
    meaning: str


@dataclass(frozen=True, slots=True)
class QuestionCues:
    spans: tuple[CueSpan, ...]

    def first(self, *meanings: str) -> CueSpan | None:
        return next((span for span in self.spans if span.meaning in meanings), None)

    def all(self, *meanings: str) -> tuple[CueSpan, ...]:
        return tuple(span for span in self.spans if span.meaning in meanings)

    def has(self, *meanings: str) -> bool:
        return self.first(*meanings) is not None

    @property
    def tokens(self) -> frozenset[int]:
        """Those that have their meaning; a unit may name a measure too."""
        spans = [span for span in self.spans if span.meaning not in _UNITS]
        return frozenset(index for span in spans for index in range(span.start, span.end))

    def outside(self, taken: frozenset[int]) -> QuestionCues:
        return QuestionCues(tuple(span for span in self.spans if not taken & set(range(span.start, span.end))))


@cache
def state_words() -> dict[str, Any]:
    return _word_list("state_words.toml")


@cache
def idle_words() -> frozenset[str]:
    """Words that may be left out without a loss, and yet may name something: a `show` on television."""
    return frozenset(_word_list("idle_words.toml")["words"])


def idle_phrases(tokens: Sequence[Token]) -> frozenset[int]:
    """Tokens of whole phrases that may be left out, such as `of all time`: each alone means nothing."""
    words = [token.text.casefold() for token in tokens]
    found: set[int] = set()
    for at in range(len(words)):
        for length in (2, 3, 4):
            if tuple(words[at : at + length]) in _listed_phrases() and at + length <= len(words):
                found |= {*range(at, at + length)}
    return frozenset(found)


@cache
def _listed_phrases() -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(phrase.split()) for phrase in _word_list("idle_words.toml")["phrases"])


def _word_list(name: str) -> dict[str, Any]:
    return tomllib.loads(files("answerable.language.business").joinpath(name).read_text(encoding="utf-8"))


@cache
def _phrases() -> dict[tuple[str, ...], tuple[str, ...]]:
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for meaning, phrases in _word_list("business_cues.toml").items():
        for phrase in phrases:
            key = tuple(phrase.replace("'", " ").split()) if "n't" not in phrase else _contracted(phrase)
            found[key] = (*found.get(key, ()), meaning)
    for phrase, meanings in list(found.items()):
        for way in ("desc", "asc"):  # `heaviest first`
            if any(meaning.split("_")[0] == way for meaning in meanings) and phrase[-1] not in _ORDINALS:
                found.setdefault((*phrase, "first"), (f"order_{way}",))
    for grain in sorted(_TIMES - {"hour"}):
        for words in _EACH:
            found.setdefault((*words.split(), grain), (grain,))
    return found


def _contracted(phrase: str) -> tuple[str, ...]:
    """`haven't` is two tokens: `have`, `not`."""
    return tuple(word for part in phrase.split() for word in ((part[:-3], "not") if part.endswith("n't") else (part,)))


def find_question_cues(tokens: Sequence[Token]) -> QuestionCues:
    words = [token.text.casefold() if not token.quoted else "" for token in tokens]
    spans: list[CueSpan] = []
    at = 0
    while at < len(words):
        length = next(
            (n for n in (5, 4, 3, 2, 1) if tuple(words[at : at + n]) in _phrases() and at + n <= len(words)), 0
        )
        if _names_number(words, at, spans):
            length = 0
        if length:
            spans += [CueSpan(at, at + length, meaning) for meaning in _phrases()[tuple(words[at : at + length])]]
        at += length or 1
    spans = [_as_bound(words, span) for span in spans]
    return QuestionCues(tuple(sorted((*spans, *_bare_grains(words, spans)), key=lambda span: span.start)))


def _as_bound(words: Sequence[str], span: CueSpan) -> CueSpan:
    """`longer than the average film`: an average that rows are compared with, and not one that is asked for."""
    before = [word for word in words[max(0, span.start - _BOUND_REACH) : span.start] if word not in _OWN]
    if span.meaning != "avg" or not before or before[-1] not in _COMPARES:
        return span
    is_below = bool({*before} & _LESS)
    return CueSpan(span.start, span.end, "below_average" if is_below else "above_average")


def _names_number(words: Sequence[str], at: int, spans: Sequence[CueSpan]) -> bool:
    """`phone number of Ada Park`: a column that is called so, and nothing to be counted."""
    before = words[at - 1] if at else ""
    is_cue = any(span.end == at for span in spans)
    return tuple(words[at : at + 2]) == ("number", "of") and before.isalpha() and not is_cue and before not in _OPEN


def _bare_grains(words: Sequence[str], spans: Sequence[CueSpan]) -> Iterator[CueSpan]:
    """`the weakest month`, `which single day`, `day with the highest sales`: times that are ranked."""
    ranked = [span for span in spans if span.meaning.startswith(("desc", "asc")) and not span.meaning.endswith("date")]
    asked = [span for span in spans if span.meaning == "which"]
    taken = {index for span in spans if span not in asked for index in range(span.start, span.end)}
    for at, word in enumerate(words):
        grain = word.removesuffix("s")
        if not ranked or grain not in _TIMES or at in taken:
            continue
        is_ranked = any(0 <= at - span.end <= 1 for span in ranked)
        is_asked = any(0 <= at - span.end <= 2 for span in asked) or (at < 2 and word == grain)
        if is_ranked or is_asked:
            yield CueSpan(at, at + 1, grain)
