"""Canonical metrics: a question that names one is answered by its definition, or it is said why not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import sqlglot

from answerable.known import CanonicalMetric, applied
from answerable.language.dates import Calendar, find_dates
from answerable.language.known.glossing import Glossed, Unusable
from answerable.language.known.holding import holds
from answerable.language.known.spans import first_of
from answerable.language.known.telling import shown
from answerable.language.link import link
from answerable.language.normalise import Token, normalise
from answerable.language.schema_index import SchemaIndex
from answerable.language.translation import Candidate, Clarification, Context, Translation
from answerable.language.vocabulary import filler_words, stop_words

__all__ = ["PATH", "Governor"]

PATH = "metric"
_AS_DEFINED = 0.95
_OPENINGS = frozenset(("and", "what", "how", "about", "or", "but", "now", "then", "same", "instead"))


class Governor:
    """`ask` reads a question by rule alone: the network must not compute a metric otherwise."""

    def __init__(self, words: Glossed, index: SchemaIndex, ask: Callable[[str, Context], Translation]) -> None:
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
        found = self._words.unusable[tuple(t.lemma for t in tokens[slice(*span)])] if span else None
        if span is None or found is None or not isinstance(found.entry, CanonicalMetric):
            return None
        start, end = span
        if any(m.start <= start and end <= m.end and m.end - m.start > end - start for m in link(tokens, self._index)):
            return None
        rest = [*tokens[:start], *tokens[end:]]
        return _whole(found, found.entry) if found.whole and not _says_more(rest) else _declined(found)

    def _named(self, tokens: Sequence[Token]) -> tuple[str, ...]:
        found = [mention.best.value for mention in link(tokens, self._index) if mention.best.kind == "metric"]
        return tuple(dict.fromkeys(found))

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
        said = (*translation.assumptions, *map(shown, notes))
        return replace(translation, path=PATH, assumptions=said, applied=tuple(map(applied, metrics)))

    def continued(self, translation: Translation, context: Context) -> Translation:
        """A follow-up to a question for a metric computes it still, or says that it does not."""
        spoken_of = (self._named(normalise(turn.question)) for turn in reversed(context.turns))
        names = next((names for names in spoken_of if names), ())
        if not names or translation.best is None:
            return translation
        dialect = self._index.schema.dialect
        before, now = (sqlglot.parse_one(sql, dialect=dialect) for sql in (context.turns[-1].sql, translation.best.sql))
        definitions = [self._words.glossary.metrics[name] for name in names]
        if not all(holds(before, definition, self._index.schema) for definition in definitions):
            return translation
        if all(holds(now, definition, self._index.schema) for definition in definitions):
            entries = tuple(applied(self._words.metrics[name]) for name in names)
            return replace(translation, path=PATH, applied=entries)
        lost = tuple(f"The figure is no longer '{name}' as it is defined" for name in names)
        return replace(translation, assumptions=(*translation.assumptions, *lost))


def _notes(metric: CanonicalMetric) -> tuple[str, ...]:
    owned = f", defined by {metric.owner}" if metric.owner else ""
    unit = f", in {metric.unit}" if metric.unit else ""
    return (f"{metric.name}{owned}{unit}: {metric.definition}", *(f"{metric.name}: {text}" for text in metric.caveats))


def _without_period(name: str) -> str:
    return f"No period was named, so '{name}' is over all dates"


def _whole(found: Unusable, metric: CanonicalMetric) -> Translation:
    notes = tuple(map(shown, _notes(metric)))
    return Translation((Candidate(found.whole, _AS_DEFINED),), PATH, assumptions=notes, applied=(applied(metric),))


def _says_more(tokens: Sequence[Token]) -> bool:
    idle = stop_words() | filler_words() | {"show", "list", "display"}
    return any(not {token.lemma, token.text.casefold()} & idle for token in tokens)


def _declined(found: Unusable) -> Translation:
    name, owner = shown(found.entry.title), found.entry.owner if isinstance(found.entry, CanonicalMetric) else ""
    advice = (
        f"Ask for '{name}' alone."
        if found.whole
        else f"Whoever keeps it{f' ({shown(owner)})' if owner else ''} can correct it."
    )
    question = f"'{name}' has a definition, which cannot be used here: {found.reason}. {advice}"
    return Translation((), PATH, Clarification(question), applied=(applied(found.entry),))


def _not_combined(metrics: Sequence[CanonicalMetric], translation: Translation) -> Translation:
    """It is never computed otherwise."""
    names = " and ".join(f"'{shown(metric.name)}'" for metric in metrics)
    missing = ", ".join(f"'{shown(word)}'" for word in translation.not_understood)
    parts = [f"{names} cannot be combined with the rest of this question without computing it otherwise than defined."]
    parts += [f"Not understood: {missing}."] if missing else []
    parts += ["Ask for it alone, for a period, for a value, or by what its own rows have."]
    entries = tuple(map(applied, metrics))
    return Translation(
        (), PATH, Clarification(" ".join(parts)), not_understood=translation.not_understood, applied=entries
    )
