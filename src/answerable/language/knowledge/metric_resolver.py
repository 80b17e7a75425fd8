"""Canonical metrics: a question that names one is answered by its definition, or it is said why not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from answerable.kernel.knowledge import CanonicalMetric, applied_entry
from answerable.kernel.messages import CodedMessage, msg
from answerable.language.knowledge.note_writer import about, note_text
from answerable.language.knowledge.prepared_knowledge import holds
from answerable.language.knowledge.word_meanings import Unusable, WordMeanings
from answerable.language.knowledge.word_spans import first_of
from answerable.language.linking.mentions import link
from answerable.language.linking.schema_index import SchemaIndex
from answerable.language.question.dates.date_spans import Calendar, find_dates
from answerable.language.question.tokens import Token, normalise
from answerable.language.question.word_lists import filler_words, stop_words
from answerable.language.translation import Candidate, CodedClarification, Context, Translation
from answerable.naming.word_files import word_file
from answerable.sql.parse import parse_sql

__all__ = ["PATH", "MetricResolver"]

PATH = "metric"
_AS_DEFINED = 0.95
_WORDS = word_file("answerable.language.knowledge")
_OPENINGS = _WORDS.word_set("openings")


class MetricResolver:
    """`ask` reads a question by rule alone: the network must not compute a metric otherwise."""

    def __init__(self, words: WordMeanings, index: SchemaIndex, ask: Callable[[str, Context], Translation]) -> None:
        self._words = words
        self._index = index
        self._ask = ask

    def answer(self, question: str, context: Context) -> Translation | None:
        """None where no metric is named."""
        tokens = normalise(question)
        if unusable := self._unusable(tokens):
            return unusable
        names = self._named(tokens)
        if not names:
            return None
        alone = replace(context, turns=())
        asked = self._in_place(question, tokens, context) or question
        return self._governed(self._ask(asked, alone), names, normalise(asked), alone)

    def _unusable(self, tokens: tuple[Token, ...]) -> Translation | None:
        """A metric that cannot be combined, unless its words are a part of some longer name."""
        span = first_of(tokens, self._words.unusable)
        result = self._words.unusable[tuple(t.lemma for t in tokens[slice(*span)])] if span else None
        if span is None or result is None or not isinstance(result.entry, CanonicalMetric):
            return None
        start, end = span
        if any(m.start <= start and end <= m.end and m.end - m.start > end - start for m in link(tokens, self._index)):
            return None
        rest = [*tokens[:start], *tokens[end:]]
        return _whole(result, result.entry) if result.whole and not _says_more(rest) else _declined(result)

    def _named(self, tokens: Sequence[Token]) -> tuple[str, ...]:
        result = [mention.best.value for mention in link(tokens, self._index) if mention.best.kind == "metric"]
        return tuple(dict.fromkeys(result))

    def _in_place(self, question: str, tokens: tuple[Token, ...], context: Context) -> str | None:
        """`and ARR?` asks the question before it anew, with the one metric in place of the other."""
        before = normalise(context.turns[-1].question) if context.turns else ()
        spans = [first_of(said, self._words.glossary.settled) for said in (before, tokens)]
        if not before or spans[0] is None or spans[1] is None or not self._named(before):
            return None
        start, end = spans[1]
        if start == 0 or _says_more([t for t in (*tokens[:start], *tokens[end:]) if t.lemma not in _OPENINGS]):
            return None
        first, last = before[spans[0][0]].start, before[spans[0][1] - 1].end
        said = question[tokens[start].start : tokens[end - 1].end]
        return f"{context.turns[-1].question[:first]}{said}{context.turns[-1].question[last:]}"

    def _governed(
        self, translation: Translation, names: tuple[str, ...], tokens: tuple[Token, ...], context: Context
    ) -> Translation:
        if translation.is_refused:
            return translation
        metrics = [self._words.metrics[name] for name in names]
        if translation.best is None:
            return _not_combined(metrics, translation)
        notes = [note for metric in metrics for note in _notes(metric)]
        if not find_dates(tokens, Calendar(context.today, context.fiscal_year_start)):
            notes += [_without_period(name) for name in names if self._words.glossary.metrics[name].is_periodic]
        said = (*translation.assumptions, *notes)
        return replace(translation, path=PATH, assumptions=said, applied=tuple(map(applied_entry, metrics)))

    def follow_up(self, translation: Translation, context: Context) -> Translation:
        """A follow-up to a question for a metric computes it still, or says that it does not."""
        spoken_of = (self._named(normalise(turn.question)) for turn in reversed(context.turns))
        names = next((names for names in spoken_of if names), ())
        if not names or translation.best is None:
            return translation
        dialect = self._index.schema.dialect
        before, now = (parse_sql(sql, dialect) for sql in (context.turns[-1].sql, translation.best.sql))
        definitions = [self._words.glossary.metrics[name] for name in names]
        if not all(holds(before, definition, self._index.schema) for definition in definitions):
            return translation
        if all(holds(now, definition, self._index.schema) for definition in definitions):
            entries = tuple(applied_entry(self._words.metrics[name]) for name in names)
            return replace(translation, path=PATH, applied=entries)
        lost = tuple(msg("notes.no_longer_metric", name=name) for name in names)
        return replace(translation, assumptions=(*translation.assumptions, *lost))


def _notes(metric: CanonicalMetric) -> tuple[CodedMessage, ...]:
    return _definition(metric), *(about(metric.name, text) for text in metric.caveats)


def _definition(metric: CanonicalMetric) -> CodedMessage:
    name, text = note_text(metric.name), note_text(metric.definition)
    owner, unit = note_text(metric.owner or ""), note_text(metric.unit or "")
    if owner and unit:
        return msg("notes.metric_of_owner_in_unit", name=name, owner=owner, unit=unit, definition=text)
    if owner:
        return msg("notes.metric_of_owner", name=name, owner=owner, definition=text)
    return msg("notes.metric_in_unit", name=name, unit=unit, definition=text) if unit else about(name, text)


def _without_period(name: str) -> CodedMessage:
    return msg("notes.no_period", name=name)


def _whole(result: Unusable, metric: CanonicalMetric) -> Translation:
    notes = _notes(metric)
    return Translation(
        (Candidate(result.whole, _AS_DEFINED),), PATH, assumptions=notes, applied=(applied_entry(metric),)
    )


def _says_more(tokens: Sequence[Token]) -> bool:
    idle = stop_words() | filler_words() | {"show", "list", "display"}
    return any(not {token.lemma, token.text.casefold()} & idle for token in tokens)


def _declined(result: Unusable) -> Translation:
    name, owner = note_text(result.entry.title), result.entry.owner if isinstance(result.entry, CanonicalMetric) else ""
    question = msg(
        "clarification.metric_unusable", name=name, reason=result.reason, advice=_advice(result, name, owner)
    )
    return Translation((), PATH, CodedClarification(question), applied=(applied_entry(result.entry),))


def _advice(result: Unusable, name: str, owner: str) -> CodedMessage:
    if result.whole:
        return msg("clarification.ask_alone", name=name)
    if owner:
        return msg("clarification.owner_corrects", owner=note_text(owner))
    return msg("clarification.keeper_corrects")


def _not_combined(metrics: Sequence[CanonicalMetric], translation: Translation) -> Translation:
    """It is never computed otherwise."""
    missing = tuple(note_text(word) for word in translation.not_understood)
    parts = [msg("clarification.metric_not_combined", names=tuple(note_text(metric.name) for metric in metrics))]
    parts += [msg("clarification.not_understood", phrases=missing)] if missing else []
    parts += [msg("clarification.ask_metric_alone")]
    question = msg("clarification.sentences", sentences=tuple(parts))
    entries = tuple(map(applied_entry, metrics))
    return Translation(
        (), PATH, CodedClarification(question), not_understood=translation.not_understood, applied=entries
    )
