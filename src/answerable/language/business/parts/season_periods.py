"""Seasons of the northern year: `in summer`, `last winter`, `spring 2025`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from answerable.language.business.links.source_lexicon import SourceLexicon
from answerable.language.question.dates.calendar_periods import Period, add_months
from answerable.language.question.dates.date_spans import Calendar, DateMention
from answerable.language.question.dates.named_periods import past, word_at, year_in
from answerable.language.question.tokens import Token

__all__ = ["find_seasons"]

_FIRST_MONTHS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}
_BEFORE = frozenset({"in", "during", "last", "this", "since", "the"})


def find_seasons(tokens: Sequence[Token], calendar: Calendar, lexicon: SourceLexicon) -> Iterator[DateMention]:
    """Where the source has no such word itself. Without a year, the last season that has begun."""
    words = [token.text.casefold() if not token.quoted else "" for token in tokens]
    for at, word in enumerate(words):
        year_at = past(words, at + 1, "of")
        year = year_in(word_at(words, year_at))
        is_said = year is not None or word_at(words, at - 1) in _BEFORE - {"the"} or words[at - 2 : at] == ["in", "the"]
        if word in _FIRST_MONTHS and is_said and not lexicon.targets((word,)):
            start = at - 1 if word_at(words, at - 1) in _BEFORE else at
            period = _season(_FIRST_MONTHS[word], year, calendar)
            end = year_at + 1 if year else at + 1
            yield DateMention(start, end, period, " ".join(words[start:end]), year is None)


def _season(month: int, year: int | None, calendar: Calendar) -> Period:
    start = date(year or calendar.today.year, month, 1)
    start = start if year or start <= calendar.today else add_months(start, -12)
    return Period(start, add_months(start, 3))
