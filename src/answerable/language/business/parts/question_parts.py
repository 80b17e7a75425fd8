"""A linked question sorted into its parts: what is asked for, by what it is grouped, which rows are meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from answerable.kernel.light_dataclass import dataclass
from answerable.language.business.links.held_attributes import holds
from answerable.language.business.links.link_question import LinkedQuestion, WordLink
from answerable.language.business.links.question_cues import CueSpan, QuestionCues
from answerable.language.business.links.source_lexicon import LinkKind
from answerable.language.business.links.word_targets import rows_of
from answerable.language.business.parts.negated_links import NegatedLinks
from answerable.language.business.parts.recurring_times import RecurringTime
from answerable.language.question.dates.calendar_periods import Period, add_months
from answerable.language.question.dates.date_spans import DateMention
from answerable.language.question.tokens import Token
from answerable.language.question.word_lists import stop_words

__all__ = ["NumberTest", "QuestionParts"]

_PERIOD_REACH = 4
_OPERATORS = {"gt": ">", "ge": ">=", "lt": "<", "le": "<="}
_GRAINS = ("hour", "weekday", "day", "week", "month_of_year", "month", "quarter", "year")
_MONTHS = frozenset(["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"])
_EACH = frozenset({"each", "every"})
_BESIDE = frozenset({"and", ",", ":", "-", "–", "—", "plus", "with", "&", ";", "(", "?", "."})
_CONDITIONS = (LinkKind.VALUE, LinkKind.FLAG, LinkKind.STATE)
_THINGS = (LinkKind.ENTITY, LinkKind.ROLE)
_WITH = frozenset({"with", "has", "have", "had", "got"})
_SUPERLATIVES = tuple(f"{way}{of}" for way in ("desc", "asc") for of in ("", "_count", "_money", "_date", "_duration"))


@dataclass(frozen=True, slots=True)
class NumberTest:
    operator: str
    value: float
    at: int
    """The token after the number."""
    start: int


@dataclass(frozen=True)
class QuestionParts:
    tokens: Sequence[Token]
    cues: QuestionCues
    dates: tuple[DateMention, ...]
    linked: LinkedQuestion
    recurring: tuple[RecurringTime, ...] = ()

    @cached_property
    def grouped(self) -> tuple[WordLink, ...]:
        """Links right after "by", "per", "each": what is grouped by, unless it is a measure."""
        kinds = (LinkKind.ENTITY, LinkKind.ROLE, LinkKind.DIMENSION, LinkKind.FLAG)
        marked = [self._its_attribute(link) for link in self.linked.links if self._is_marked(link, kinds)]
        return tuple(
            marked + [link for link in self.linked.links if link not in marked and self._joins_on(link, marked, kinds)]
        )

    def _is_marked(self, link: WordLink, kinds: tuple[LinkKind, ...]) -> bool:
        """`top customers by orders` says by what they are ranked; `the best customer of each town` is grouped."""
        spans = [span for span in self.cues.all("by") if self._near(span, link)]
        ranks = self.superlative is not None and all(self.tokens[span.start].lemma == "by" for span in spans)
        return link.target.kind in kinds and bool(spans) and not ranks

    def _its_attribute(self, link: WordLink) -> WordLink:
        """`by product category`, `by customer segment`: by the category, not by the product."""
        if link.target.kind is LinkKind.ENTITY:
            for other in self.linked.links:
                is_head = other.target.kind in (LinkKind.DIMENSION, LinkKind.ENTITY, LinkKind.ROLE)
                if other.start == link.end and is_head and rows_of(other.target) != link.target.table:
                    return other
                if other.start == link.end and other.target.kind is LinkKind.DIMENSION:
                    return other
        return link

    def names_group(self, link: WordLink) -> bool:
        """The `customer` of `by customer segment`."""
        return any(link.end == other.start and link not in self.grouped for other in self.grouped)

    @cached_property
    def lists_each(self) -> bool:
        """`each clerk with their manager`: rows, and nothing that is computed of them."""
        computes = self.measures or self.aggregate or self.superlative or self.grain
        words = {self.tokens[span.end - 1].lemma for span in self.cues.all("by")}
        is_first = bool(self.grouped) and all(self.grouped[0].start < link.start for link in self.things)
        return is_first and words <= _EACH and not computes and not self.cues.has("count", "share", "growth")

    def _joins_on(self, link: WordLink, marked: list[WordLink], kinds: tuple[LinkKind, ...]) -> bool:
        """`by city and channel`: a second one."""
        before = [one for one in marked if one.end < link.start <= one.end + 2]
        return link.target.kind in kinds and bool(before) and self.tokens[link.start - 1].lemma in ("and", ",", "&")

    def _near(self, span: CueSpan, link: WordLink, most: int = 2) -> bool:
        between = range(span.end, link.start)
        return (
            span.end <= link.start
            and len(between) <= most
            and all(self.tokens[i].lemma in stop_words() for i in between)
        )

    @cached_property
    def conditions(self) -> tuple[WordLink, ...]:
        return tuple(link for link in self.linked.links if link.target.kind in _CONDITIONS and link not in self.grouped)

    @cached_property
    def things(self) -> tuple[WordLink, ...]:
        """Entities and roles that are not grouped by, and of which there are some."""
        named = [link for link in self.linked.links if link.target.kind in _THINGS and link not in self.grouped]
        return tuple(link for link in named if not self.is_negated(link))

    @cached_property
    def measures(self) -> tuple[WordLink, ...]:
        kinds = (LinkKind.MEASURE, LinkKind.DERIVED)
        named = [link for link in self.linked.links if link.target.kind in kinds and link not in self.held]
        return tuple(link for link in named if not self.is_negated(link))

    @cached_property
    def attributes(self) -> tuple[WordLink, ...]:
        kinds = (LinkKind.DIMENSION, LinkKind.DATE)
        taken = (*self.grouped, *self.held)
        named = [link for link in self.linked.links if link.target.kind in kinds and link not in taken]
        return tuple(link for link in named if not self._dates_a_period(link))

    def _dates_a_period(self, link: WordLink) -> bool:
        """`enrolled by phone in 2025`: the date says in which period, and is not asked for."""
        is_date = link.target.kind is LinkKind.DATE
        return is_date and any(0 <= mention.start - link.end <= _PERIOD_REACH for mention in self.dates)

    @cached_property
    def events(self) -> tuple[WordLink, ...]:
        return tuple(link for link in self.linked.links if link.target.kind is LinkKind.EVENT)

    @cached_property
    def dated(self) -> tuple[WordLink, ...]:
        return tuple(link for link in self.linked.links if link.target.kind is LinkKind.DATE)

    @cached_property
    def _negated(self) -> NegatedLinks:
        return NegatedLinks(self.tokens, self.cues, self.linked)

    def is_negated(self, link: WordLink) -> bool:
        return self._negated.is_negated(link)

    def describes_absent(self, link: WordLink) -> bool:
        """`without open tickets`: it says which tickets there are none of."""
        return self._negated.describes_absent(link)

    def is_absent_verb(self, link: WordLink) -> bool:
        """The `opened` of `never opened a ticket` says that there was none, and not which."""
        return self._negated.is_absent_verb(link)

    @cached_property
    def superlative(self) -> CueSpan | None:
        return self.cues.first(*_SUPERLATIVES)

    @cached_property
    def grain(self) -> str | None:
        span = self.cues.first(*_GRAINS)
        return span.meaning if span else None

    @cached_property
    def says_each_grain(self) -> bool:
        """`for each year the biggest gift`, and not `which year had the biggest gift`."""
        span = self.cues.first(*_GRAINS)
        words = {token.lemma for token in self.tokens[span.start : span.end]} if span else set()
        return bool(words & {"each", "every", "per"})

    @cached_property
    def aggregate(self) -> CueSpan | None:
        return self.cues.first("avg", "sum", "max", "min")

    @cached_property
    def counted_measure(self) -> WordLink | None:
        """`how many beds`, `number of sick days`: a measure that is asked for as if it were counted."""
        for span in self.cues.all("count"):
            for link in self.measures:
                if 0 <= link.start - span.end <= 1:
                    return link
        return None

    @cached_property
    def number_tests(self) -> tuple[NumberTest, ...]:
        return (*self._numbers_after(), *self._numbers_before(), *self._numbers_of())

    @cached_property
    def dated_tokens(self) -> frozenset[int]:
        """Of periods and of times that come again: no number among them is compared or limits anything."""
        spans = [(one.start, one.end) for one in self.dates] + [(one.start, one.end) for one in self.recurring]
        return frozenset(index for start, end in spans for index in range(start, end))

    def _numbers_after(self) -> Iterator[NumberTest]:
        """`more than 5`."""
        dated = self.dated_tokens
        for span in self.cues.all(*_OPERATORS):
            number = self.tokens[span.end].number if span.end < len(self.tokens) else None
            if number is not None and span.end not in dated:
                yield NumberTest(_OPERATORS[span.meaning], float(number), span.end + 1, span.start)

    def _numbers_before(self) -> Iterator[NumberTest]:
        """`5 or more`."""
        for span in self.cues.all("ge_after", "le_after"):
            number = self.tokens[span.start - 1].number if span.start else None
            if number is not None and span.start - 1 not in self.dated_tokens:
                operator = ">=" if span.meaning == "ge_after" else "<="
                yield NumberTest(operator, float(number), span.end, span.start - 1)

    def _numbers_of(self) -> Iterator[NumberTest]:
        """`five-star ratings`, `rooms with 2 beds`: the number is that of a measure."""
        compared = {index for span in self.cues.all(*_OPERATORS) for index in (span.start, span.end)}
        for link in self.measures:
            at = link.start - 1
            number = self.tokens[at].number if at >= 0 and at not in self.dated_tokens | compared else None
            if number is not None and link.end == link.start + 1 and self._is_property(link):
                yield NumberTest("=", float(number), link.start, at)

    def _is_property(self, link: WordLink) -> bool:
        """`5-star` before what has it, `with 5 stars` behind it."""
        word = self.tokens[link.start]
        rows = any(one.start == link.end for one in self.linked.links if one.target.kind in _THINGS)
        is_adjective = word.text.casefold() == word.lemma and rows
        return is_adjective or (link.start > 1 and self.tokens[link.start - 2].lemma in _WITH)

    @cached_property
    def limit(self) -> int | None:
        """`top 5`, `5 biggest`, `the three cheapest`."""
        if self.superlative is None:
            return None
        for at in (self.superlative.end, self.superlative.start - 1, self.superlative.start - 2):
            number = self.tokens[at].number if 0 <= at < len(self.tokens) and at not in self.dated_tokens else None
            if number is not None and 0 < number <= 1000:
                return int(number)
        return self._limit_before_things()

    def _limit_before_things(self) -> int | None:
        """`which two districts had the most fines`."""
        dated = self.dated_tokens
        tested = {test.at - 1 for test in self.number_tests} | {test.start for test in self.number_tests}
        for link in (*self.things, *self.attributes):
            for at in (link.start - 1, link.start - 2):
                number = self.tokens[at].number if at >= 0 and at not in dated | tested else None
                if number is not None and 1 < number <= 100:
                    return int(number)
        return None

    @cached_property
    def compared_periods(self) -> tuple[Period, ...]:
        """The two that growth is asked between, earlier first; of `from 2024 to 2026` the first and the last year."""
        periods = [mention.period for mention in self.dates]
        if len(periods) == 1:
            names = {token.text.casefold()[:3] for one in self.dates for token in self.tokens[one.start : one.end]}
            return _first_and_last_year(periods[0]) or (_first_and_last_month(periods[0]) if names & _MONTHS else ())
        return tuple(sorted(periods, key=lambda period: str(period.start))[:2])

    def is_beside(self, at: int) -> bool:
        """What stands there is asked for in addition to something said before it: `… and when`."""
        before = [token.lemma for token in self.tokens[max(0, at - 2) : at]]
        return at > 0 and (before[-1] in _BESIDE or (before[-1] == "the" and before[0] in _BESIDE))

    def untested(self, links: Sequence[WordLink]) -> list[WordLink]:
        """Those that no number is compared with."""
        tested = {test.start for test in self.number_tests}
        return [link for link in links if not any(abs(link.end - at) <= 1 for at in tested)]

    @cached_property
    def held(self) -> tuple[WordLink, ...]:
        """`with a discount`: a condition, and nothing to be shown."""
        said = {(link.target.table, link.target.column) for link in self.conditions}
        held = [link for link in self.linked.links if holds(self.tokens, link) and not self.is_negated(link)]
        return tuple(link for link in held if (link.target.table, link.target.column) not in said)


def _first_and_last_year(period: Period) -> tuple[Period, ...]:
    start, end = period.start, period.end
    if start is None or end is None or end.year - start.year < 2:
        return ()
    first = replace(period, end=start.replace(year=start.year + 1))
    return first, replace(period, start=end.replace(year=end.year - 1))


def _first_and_last_month(period: Period) -> tuple[Period, ...]:
    """`from May to July`."""
    start, end = period.start, period.end
    if start is None or end is None or (start.day, end.day) != (1, 1) or add_months(start, 2) > end:
        return ()
    return replace(period, end=add_months(start, 1)), replace(period, start=add_months(end, -1))
