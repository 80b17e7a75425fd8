"""The stages in their order, over one schema."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import DatabaseSchema
from answerable.language.linking.join_path import JoinGraph
from answerable.language.linking.mentions import Mention, link
from answerable.language.linking.person_tables import with_people
from answerable.language.linking.pieces import Piece, arrange
from answerable.language.linking.schema_index import SchemaIndex
from answerable.language.linking.verbs import with_spending, with_verbs
from answerable.language.query.build_sql import Builder
from answerable.language.query.join_rows import Joiner
from answerable.language.query_model.definitions import NO_GLOSSARY, Glossary
from answerable.language.question.change_phrases import find_change
from answerable.language.question.cue_spans import find_cues
from answerable.language.question.dates.calendar_periods import GRAINS
from answerable.language.question.dates.date_spans import Calendar, find_dates
from answerable.language.question.tokens import Token, normalise
from answerable.language.question.window_phrases import WindowPhrase, find_window
from answerable.language.question.word_lists import filler_words, stop_words
from answerable.language.question.write_requests import asks_to_write
from answerable.language.rules.clarify import decline_write, not_understood, which_one
from answerable.language.rules.fill_slots import Filled, Filler
from answerable.language.rules.make_sketch import sketch
from answerable.language.rules.notes import assumptions, understood_parts
from answerable.language.rules.rule_confidence import confidence
from answerable.language.rules.sketch import Sketch, in_fiscal_years, with_window
from answerable.language.translation import Candidate, Context, Translation

__all__ = ["Pipeline"]

PATH = "embedded"
_MOST_CANDIDATES = 5
_TIED = 0.035
_ASK_BELOW = 0.5


_Spanning = TypeVar("_Spanning", bound=Piece)


@dataclass(frozen=True, slots=True)
class _Ranked:
    filled: Filled
    sql: str


class Pipeline:
    def __init__(self, schema: DatabaseSchema, glossary: Glossary = NO_GLOSSARY) -> None:
        self.schema = schema
        self._index = SchemaIndex(schema, glossary)
        self._graph = graph = JoinGraph(self._index.schema)
        self._joiner = Joiner(graph)
        self._builder = Builder(self._index, self._joiner)
        self._filler = Filler(self._index, graph, self._joiner, self._builder)

    def translate(self, question: str, context: Context) -> Translation:
        tokens = normalise(question)
        if asks_to_write(tokens):
            return Translation((), PATH, clarification=decline_write(tokens, self._index), is_refused=True)
        drawn = self._sketch(tokens, context)
        unknown_words = _strange(tokens, drawn)
        hints = frozenset(token.lemma for token in tokens)
        ranked = self._ranked(drawn, hints)
        if not ranked:
            return Translation(
                (), PATH, not_understood(drawn, unknown_words, self.schema), not_understood=unknown_words
            )
        return self._answer(tokens, drawn, ranked, unknown_words)

    def _sketch(self, tokens: tuple[Token, ...], context: Context) -> Sketch:
        calendar = Calendar(context.today, context.fiscal_year_start)
        change = find_change(tokens, calendar)
        defined = self._defined(tokens)
        window = None if change else self._window(tokens, defined)
        around = change.places if change else window.places if window else frozenset()
        named = frozenset(position for one in defined for position in range(one.start, one.end))
        dates = change.dates if change else _outside(around | named, find_dates(tokens, calendar))
        taken = around.union(position for date in dates for position in range(date.start, date.end))
        cues = _outside(around, find_cues(tokens))
        pieces = _outside(around, arrange(tokens, dates, cues, link(tokens, self._index, taken)))
        drawn = sketch(self._worded(pieces, tokens), self._index, tokens)
        metrics = tuple(mention.best.value for mention in defined)
        drawn = replace(drawn, either=_says_or(tokens, drawn), change=change is not None, metrics=metrics)
        drawn = replace(drawn, used=drawn.used | change.places) if change else drawn
        drawn = in_fiscal_years(drawn, context.fiscal_year_start)
        return with_window(drawn, window) if window else drawn

    def _worded(self, pieces: tuple[Piece, ...], tokens: tuple[Token, ...]) -> tuple[Piece, ...]:
        """With mentions for what pronouns and verbs say of tables and columns."""
        spending = with_spending(pieces, tokens, self._index)
        return with_verbs(with_people(spending, tokens, self._index, self._graph), tokens, self._index)

    def _defined(self, tokens: tuple[Token, ...]) -> tuple[Mention, ...]:
        """Metrics that are named, whatever else their words could say: all of them must be computed."""
        if not self._index.glossary.metrics:
            return ()
        return tuple(mention for mention in link(tokens, self._index) if mention.of("metric"))

    def _window(self, tokens: tuple[Token, ...], defined: tuple[Mention, ...]) -> WindowPhrase | None:
        """The window phrase, unless a table, a column or a metric is named by its words."""
        result = find_window(tokens)
        if result and any(not result.places.isdisjoint(range(one.start, one.end)) for one in defined):
            return None
        telling = [tokens[position].lemma for position in sorted(result.places)] if result else []
        named = any((word,) in self._index.names for word in telling if word not in (*GRAINS, "average", "total"))
        return None if named else result

    def _ranked(self, drawn: Sketch, hints: frozenset[str]) -> list[_Ranked]:
        """Queries with their SQL, best first, each text once."""
        if drawn.is_empty:
            return []
        result: dict[str, _Ranked] = {}
        for filled in self._filler.fill(drawn, hints)[: 4 * _MOST_CANDIDATES]:
            sql = self._builder.sql(filled.tree)
            result.setdefault(sql, _Ranked(filled, sql))
        return list(result.values())[:_MOST_CANDIDATES]

    def _answer(
        self, tokens: tuple[Token, ...], drawn: Sketch, ranked: list[_Ranked], unknown_words: tuple[str, ...]
    ) -> Translation:
        best = ranked[0].filled
        tied = [other for other in ranked if best.score - other.filled.score < _TIED]
        sure = confidence(tokens, drawn, best, len(unknown_words), len(tied), self._joiner)
        said = {word.casefold() for word in unknown_words}
        missing = (*unknown_words, *(part for part in best.lost if part.casefold() not in said))
        clarification = None
        if len(tied) > 1:
            clarification = which_one([(other.filled, other.sql) for other in tied], drawn)
        elif sure < _ASK_BELOW:
            clarification = not_understood(drawn, missing, self.schema, best)
        return Translation(
            _candidates(ranked, sure),
            PATH,
            clarification,
            understood_parts(drawn, best),
            missing,
            assumptions(drawn, best, self._index, self._joiner),
        )


def _says_or(tokens: tuple[Token, ...], drawn: Sketch) -> bool:
    return any(token.text.casefold() == "or" and position not in drawn.used for position, token in enumerate(tokens))


def _outside(places: frozenset[int], pieces: tuple[_Spanning, ...]) -> tuple[_Spanning, ...]:
    return tuple(piece for piece in pieces if places.isdisjoint(range(piece.start, piece.end)))


def _candidates(ranked: list[_Ranked], sure: float) -> tuple[Candidate, ...]:
    """The others share what the best leaves, falling off with their distance from it."""
    best = ranked[0].filled.score
    result = [Candidate(ranked[0].sql, round(sure, 3))]
    for other in ranked[1:]:
        distance = max(best - other.filled.score, 0.0)
        result.append(Candidate(other.sql, round(min(sure, (1 - sure)) * max(0.0, 1 - 2 * distance) * 0.9, 3)))
    return tuple(result)


def _strange(tokens: tuple[Token, ...], drawn: Sketch) -> tuple[str, ...]:
    """Words that mean something to the asker and nothing here."""
    idle = stop_words() | filler_words()
    return tuple(
        dict.fromkeys(
            token.text
            for position, token in enumerate(tokens)
            if position not in drawn.used and not {token.lemma, token.text.casefold()} & idle
        )
    )
