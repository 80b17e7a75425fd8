"""Business questions of one source: read, written as SQL, best first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import DatabaseSchema
from answerable.language.business.business_query import BusinessQuery, ColumnTest, RowTest
from answerable.language.business.links.identifier_values import IdentifierSpan, IdentifierValues
from answerable.language.business.links.link_question import LinkedQuestion, link_question, named_tokens
from answerable.language.business.links.question_cues import find_question_cues
from answerable.language.business.links.said_patterns import said_patterns
from answerable.language.business.links.source_lexicon import SourceLexicon
from answerable.language.business.links.spoken_worth import spoken_worth
from answerable.language.business.parts.named_days import find_named_days, in_their_year
from answerable.language.business.parts.question_parts import QuestionParts
from answerable.language.business.parts.question_periods import find_question_periods
from answerable.language.business.parts.question_subjects import QuestionSubjects
from answerable.language.business.parts.reading_coverage import uncovered_cost
from answerable.language.business.parts.recurring_times import find_recurring_times
from answerable.language.business.parts.season_periods import find_seasons
from answerable.language.business.parts.value_heads import with_value_heads
from answerable.language.business.proposals.propose_queries import propose_queries
from answerable.language.business.relationship_paths import RelationshipPaths
from answerable.language.business.sql_writer.joined_rows import CannotWrite, WriterSource
from answerable.language.business.sql_writer.query_writer import write_business_query
from answerable.language.question.dates.date_spans import Calendar, DateMention
from answerable.language.question.tokens import Token, normalise
from answerable.language.sample_runs.try_candidates import SampleRuns
from answerable.semantics import SemanticModel

__all__ = ["BusinessReader", "BusinessReading"]

_MOST_READINGS = 12
_MOST_TRIED = 24
_STEP = 0.12
_SOME_ROW = 0.4
"""What a condition costs that holds for some of several rows."""


@dataclass(frozen=True, slots=True)
class BusinessReading:
    query: BusinessQuery
    sql: str
    score: float
    linked: LinkedQuestion


class BusinessReader:
    def __init__(
        self, schema: DatabaseSchema, model: SemanticModel, calendar: Calendar, sample_runs: SampleRuns | None = None
    ) -> None:
        self._calendar = calendar
        self._lexicon = SourceLexicon(schema, model)
        self._identifiers = IdentifierValues(schema, model, self._lexicon)
        self._model = model
        self._paths = RelationshipPaths(model)
        self._source = WriterSource(schema, model, self._paths, calendar.today)
        self._sample_runs = sample_runs or SampleRuns(schema)

    def read(self, question: str) -> list[BusinessReading]:
        tokens = normalise(question)
        named = [*self._identifiers.find(question, tokens), *said_patterns(tokens, self._lexicon.named_columns)]
        inside = frozenset(index for start, end, _ in named for index in range(start, end))
        seasons = find_seasons(tokens, self._calendar, self._lexicon)
        named_days = find_named_days(tokens, self._calendar, self._lexicon)
        found_dates = (*find_question_periods(tokens, self._calendar), *seasons, *named_days)
        recurring = find_recurring_times(tokens, self._lexicon)
        taken = inside.union(*(range(one.start, one.end) for one in recurring))
        apart = _apart(one for one in found_dates if not taken & {*range(one.start, one.end)})
        dates = in_their_year(tokens, apart)
        spans = [(one.start, one.end) for one in dates] + [(one.start, one.end) for one in recurring]
        dated = frozenset(index for start, end in spans for index in range(start, end))
        cues = find_question_cues(tokens).outside(dated | inside | named_tokens(tokens, dated, self._lexicon))
        numbers = frozenset(i for i, token in enumerate(tokens) if token.number is not None) - inside
        proposed: dict[BusinessQuery, tuple[float, LinkedQuestion]] = {}
        for linked in self._linked(tokens, dated | cues.tokens | numbers, named):
            parts = QuestionParts(tokens, cues, dates, linked, recurring)
            for query in propose_queries(QuestionSubjects(parts, self._model, self._paths)):
                score = query.score - uncovered_cost(query, parts, self._model) - self._spread(query)
                if query not in proposed or proposed[query][0] < score:
                    proposed[query] = score, linked
        tried = [replace(one, score=one.score + self._doubt(one)) for one in self._written(proposed)]
        return sorted(tried, key=lambda one: (-one.score, one.sql))[:_MOST_READINGS]

    def _linked(
        self, tokens: Sequence[Token], taken: frozenset[int], named: Sequence[IdentifierSpan]
    ) -> Iterator[LinkedQuestion]:
        spoken = [*spoken_worth(tokens, self._lexicon)]
        for linked in link_question(tokens, taken, self._lexicon, named, spoken):
            yield from with_value_heads(linked, tokens, self._model, self._paths)

    def _written(self, proposed: dict[BusinessQuery, tuple[float, LinkedQuestion]]) -> list[BusinessReading]:
        """The likeliest, as SQL; two that are written alike are one."""
        found: dict[str, BusinessReading] = {}
        # Writing costs more than all before it: what is unlikely is never written.
        for query, (score, linked) in sorted(proposed.items(), key=lambda item: (-item[1][0], str(item[0]))):
            if len(found) == _MOST_TRIED:
                break
            try:
                sql = write_business_query(query, self._source)
            except CannotWrite:
                continue
            found.setdefault(sql, BusinessReading(query, sql, score, linked))
        return list(found.values())

    def _spread(self, query: BusinessQuery) -> float:
        """Readings over tables far apart are less likely."""
        tables = {test.table for test in query.tests if not _is_default(test)} | {
            one.table for one in (*query.groups, *query.outputs, *query.figures)
        }
        far = sum(self._paths.distance(query.base, table) for table in tables if table != query.base)
        below = [
            test.table for test in query.tests if isinstance(test, ColumnTest) and self._is_below(query, test.table)
        ]
        return _STEP * far + _SOME_ROW * len(below)

    def _is_below(self, query: BusinessQuery, table: str) -> bool:
        return table != query.base and self._paths.path(query.base, table, only_up=True) is None

    def _doubt(self, reading: BusinessReading) -> float:
        """Nothing found on the sampled rows speaks against a reading."""
        outcome = self._sample_runs.outcome(reading.sql)
        if outcome is None:
            return -0.1
        return -0.5 if not outcome.rows else 0.0


def _apart(mentions: Iterable[DateMention]) -> tuple[DateMention, ...]:
    """Left to right; `summer 2025` rather than the year in it."""
    found: list[DateMention] = []
    for one in sorted(mentions, key=lambda one: (one.start, -one.end)):
        if not found or one.start >= found[-1].end:
            found.append(one)
    return tuple(found)


def _is_default(test: RowTest) -> bool:
    return isinstance(test, ColumnTest) and test.is_default
