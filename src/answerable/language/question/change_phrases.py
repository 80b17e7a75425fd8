"""The stage that finds a change between two dates: `how much did orders grow from 2024 to 2025, in percent`.

Such a question is a plain one (`orders`) and two dates that are compared, not a span between them. Only a change in
percent is read: whether `how much more` means a difference or a rate is for the asker to say.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from answerable.kernel.light_dataclass import dataclass
from answerable.language.question.dates.date_spans import Calendar, DateMention, find_dates
from answerable.language.question.tokens import Token
from answerable.language.question.window_phrases import line_of, places_in
from answerable.naming.word_files import word_file

__all__ = ["ChangePhrase", "find_change"]

_CHANGE = re.compile(
    r"(?<!\S)(?:(?:by )?(?:how much|what percent(?:age)?|how many percent) (?:did|has|have) (?:the )?"
    r"|(?:what is |what was )?(?:the )?(?:relative |overall )?(?:change|growth|increase|decrease|rise|fall|drop) "
    r"(?:rate )?(?:in|of) (?:the )?"
    r"|(?:change|changed|grow|grown|increase|increased|decrease|decreased|rise|risen|fall|fallen|drop|dropped)(?= from)"
    r"|(?:change|changed|grow|grown|increase|increased|decrease|decreased|rise|risen|fall|fallen|drop|dropped)"
    r"(?= between))(?!\S)"
)
_PERCENT = re.compile(r"(?<!\S)(?:, )?(?:in |by what |what |as a |by how many )?(?:percent|percentage|%)(?!\S)")
_VERB = re.compile(r"(?<!\S)(?:change|growth|increase|decrease|rise|fall|drop|grow)(?:d|ed|n)?(?!\S)")
_WORDS = word_file("answerable.language.question")
_OPENING = _WORDS.groups("opening")


@dataclass(frozen=True, slots=True)
class ChangePhrase:
    places: frozenset[int]
    """Tokens that say so, the dates not among them."""
    dates: tuple[DateMention, DateMention]


def find_change(tokens: Sequence[Token], calendar: Calendar) -> ChangePhrase | None:
    """The change asked for; None where no percent, no word for a change or no two dates are said."""
    text, starts = line_of(tokens)
    dates = _two_dates(tokens, calendar)
    percent = _PERCENT.search(text)
    if dates is None or percent is None or not _VERB.search(text):
        return None
    said = [percent, *_VERB.finditer(text), *_CHANGE.finditer(text)]
    taken = frozenset[int]().union(*(places_in(match, starts) for match in said))
    spanned = frozenset(range(dates[0].start, dates[1].end))
    return ChangePhrase(taken - spanned, dates)


def _two_dates(tokens: Sequence[Token], calendar: Calendar) -> tuple[DateMention, DateMention] | None:
    words = [token.text.casefold() for token in tokens]
    for at, word in enumerate(words):
        for middle in (m for m in range(at + 2, len(words)) if words[m] in _OPENING.get(word, ())):
            first, second = find_dates(tokens[at + 1 : middle], calendar), find_dates(tokens[middle + 1 :], calendar)
            if len(first) == 1 and first[0].end == middle - at - 1 and second and second[0].start == 0:
                return _moved(first[0], at, 0), _moved(second[0], middle, middle + 1)
    return None


def _moved(date: DateMention, start: int, by: int) -> DateMention:
    """At its place in the question, with the word that opens it."""
    offset = by or start + 1
    return replace(date, start=start, end=date.end + offset)
