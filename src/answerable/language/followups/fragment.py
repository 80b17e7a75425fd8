"""The fragment understood: what a follow-up says, read by the same stages as any question."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date

from answerable.kernel.light_dataclass import dataclass
from answerable.language.followups.marks import FollowUpMark, find_marks, idle_places
from answerable.language.linking.mentions import link
from answerable.language.linking.pieces import arrange
from answerable.language.linking.schema_index import SchemaIndex
from answerable.language.question.cue_spans import find_cues
from answerable.language.question.dates.date_spans import Calendar, DateMention, find_dates
from answerable.language.question.tokens import Token, normalise
from answerable.language.question.word_lists import filler_words, stop_words
from answerable.language.rules.make_sketch import sketch
from answerable.language.rules.sketch import Sketch
from answerable.language.translation import Context
from answerable.naming.word_files import word_file

__all__ = ["Fragment", "dated_in", "understand"]

_WORDS = word_file("answerable.language.followups")
_PREPOSITIONS = _WORDS.word_set("prepositions")
_IDLE = _WORDS.word_set("idle")


@dataclass(frozen=True, slots=True)
class Fragment:
    tokens: tuple[Token, ...]
    """The question whole."""
    said: tuple[Token, ...]
    """The question without its marks: what the sketch was drawn from."""
    marks: tuple[FollowUpMark, ...]
    sketch: Sketch
    strange: tuple[str, ...]
    """Words that mean nothing here."""
    calendar: Calendar

    def has(self, *kinds: str) -> bool:
        return any(mark.kind in kinds for mark in self.marks)

    @property
    def openings(self) -> tuple[FollowUpMark, ...]:
        """The marks the question begins with, one after the other."""
        result: list[FollowUpMark] = []
        for mark in self.marks:
            if mark.start != (result[-1].end if result else 0):
                break
            result.append(mark)
        return tuple(result)

    @property
    def begins_with_preposition(self) -> bool:
        return bool(self.said) and self.said[0].text.casefold() in _PREPOSITIONS

    @property
    def number(self) -> int | None:
        """The only number said, where it is a whole one."""
        numbers = [token.number for token in self.said if token.number is not None]
        whole = len(numbers) == 1 and numbers[0] == numbers[0].to_integral_value() and 0 < numbers[0] < 1_000_000
        return int(numbers[0]) if whole else None


def understand(question: str, index: SchemaIndex, context: Context) -> Fragment:
    tokens = _before_rejected(tuple(token for token in normalise(question) if token.text not in ("?", ",", ";")))
    marks = find_marks(tokens)
    idle = idle_places(marks) | _led(tokens, marks) | _heading(tokens, marks)
    calendar = Calendar(context.today, context.fiscal_year_start)
    said = _as_date(tuple(token for position, token in enumerate(tokens) if position not in idle), calendar)
    drawn = _sketch(said, index, calendar)
    if _led(tokens, marks) and drawn.ranking:
        drawn = replace(drawn, ranking=replace(drawn.ranking, sorting=True))
    return Fragment(tokens, said, marks, _sorted(drawn, marks), _strange(said, drawn), calendar)


def _before_rejected(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """`the total instead of the average`: what stands after is what is no longer wanted."""
    words = [token.text.casefold() for token in tokens]
    for position in range(1, len(words) - 1):
        if words[position] in ("instead", "rather") and words[position + 1] in ("of", "than"):
            return tokens[: position + 1]
    return tokens


def _as_date(said: tuple[Token, ...], calendar: Calendar) -> tuple[Token, ...]:
    """`and January?` leaves out the `in` by which a month is told from a name."""
    prefixed = (Token("in", "in", 0, 0), *said)
    result = find_dates(prefixed, calendar)
    return prefixed if result and result[0].start == 0 and not find_dates(said, calendar) else said


def _led(tokens: tuple[Token, ...], marks: tuple[FollowUpMark, ...]) -> frozenset[int]:
    """Places of `first` in `highest first`, where it sorts."""
    cues = {
        position for cue in find_cues(tokens) if cue.kind == "superlative" for position in range(cue.start, cue.end)
    }
    return _places(mark for mark in marks if mark.kind == "leading" and mark.start > 0 and mark.start - 1 in cues)


def _heading(tokens: tuple[Token, ...], marks: tuple[FollowUpMark, ...]) -> frozenset[int]:
    """Places of `first` in `the first 2`, which says no more than the number."""
    ends = len(tokens) - 1
    return _places(m for m in marks if m.kind == "leading" and m.end == ends and tokens[ends].number is not None)


def _places(marks: Iterable[FollowUpMark]) -> frozenset[int]:
    return frozenset(position for mark in marks for position in range(mark.start, mark.end))


def _sorted(drawn: Sketch, marks: tuple[FollowUpMark, ...]) -> Sketch:
    if drawn.ranking is None or drawn.ranking.limit or not any(mark.kind == "sorting" for mark in marks):
        return drawn
    return replace(drawn, ranking=replace(drawn.ranking, sorting=True))


def _sketch(tokens: tuple[Token, ...], index: SchemaIndex, calendar: Calendar) -> Sketch:
    dates = find_dates(tokens, calendar)
    taken = frozenset(position for result in dates for position in range(result.start, result.end))
    return sketch(arrange(tokens, dates, find_cues(tokens), link(tokens, index, taken)), index)


def _strange(tokens: tuple[Token, ...], drawn: Sketch) -> tuple[str, ...]:
    known = stop_words() | filler_words() | _IDLE | _PREPOSITIONS
    return tuple(
        token.text
        for position, token in enumerate(tokens)
        if position not in drawn.used and token.number is None and not {token.lemma, token.text.casefold()} & known
    )


def dated_in(fragment: Fragment, year: int) -> tuple[DateMention, ...]:
    """The fragment's dates, read as if said at the end of `year`."""
    return find_dates(fragment.said, Calendar(date(year, 12, 31), fragment.calendar.fiscal_year_start))
