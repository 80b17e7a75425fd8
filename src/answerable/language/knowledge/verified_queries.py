"""Verified queries: a question that says the same as one of them is answered by its SQL, and by nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from sqlglot import exp

from answerable.kernel.knowledge import VerifiedQuery, applied_entry
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg, verbatim
from answerable.language.knowledge.adapt_query import CannotAdapt, Change, changes, make
from answerable.language.knowledge.fit_verified import Misfit, query_of
from answerable.language.knowledge.note_writer import note_text
from answerable.language.knowledge.question_gist import Gist, NamedValue, gist
from answerable.language.linking.schema_index import SchemaIndex
from answerable.language.neural.wordpiece import shipped_vocabulary
from answerable.language.question.dates.date_spans import Calendar
from answerable.language.translation import Candidate, CodedClarification, CodedReading, Context, Translation
from answerable.naming.nearest import edit_distance

__all__ = ["PATH", "Verified", "VerifiedQueries"]

PATH = "verified_query"
_AS_IT_IS, _ADAPTED, _TORN = 0.98, 0.93, 0.45
_SHORTEST_CORRECTED = 5


@dataclass(frozen=True)
class Verified:
    """A verified query that answers a question."""

    query: VerifiedQuery
    sql: str
    notes: tuple[CodedMessage, ...]
    is_adapted: bool


class VerifiedQueries:
    """Those of one project, over one schema."""

    def __init__(self, queries: tuple[VerifiedQuery, ...], index: SchemaIndex) -> None:
        self._queries = queries
        self._index = index
        self._gists: dict[VerifiedQuery, tuple[Gist, ...]] = {}
        self._gists_on: Calendar | None = None

    def answer(self, question: str, context: Context) -> tuple[Translation | None, tuple[CodedMessage, ...]]:
        """The answer, if one of them asks the same; and why those that do could not be used."""
        calendar = Calendar(context.today, context.fiscal_year_start)
        asked = gist(question, self._index, calendar)
        result: list[Verified] = []
        skipped: list[CodedMessage] = []
        for query in self._queries:
            try:
                result += list(self._answers(query, asked, calendar))
            except Misfit as reason:
                skipped.append(msg("notes.verified_not_used", name=note_text(query.name), reason=reason.reason))
        return _best(result), tuple(skipped)

    def _answers(self, query: VerifiedQuery, asked: Gist, calendar: Calendar) -> Iterator[Verified]:
        """Under each of its wordings that says the same; Misfit where one does and its SQL no longer fits."""
        for meant in self._wordings(query, calendar):
            read, notes = self._without_typing_errors(asked, meant)
            if read.parts != meant.parts or not any(words for _, words in meant.parts):
                continue
            tree = query_of(query.sql, self._index.schema)
            try:
                more = _adapted(tree, meant, read)
            except CannotAdapt:
                continue
            yield Verified(
                query, tree.sql(dialect=self._index.schema.dialect, comments=False), (*notes, *more), bool(more)
            )
            return

    def _wordings(self, query: VerifiedQuery, calendar: Calendar) -> tuple[Gist, ...]:
        """Its name is one of them, where it leaves out no value that the description names."""
        if self._gists_on != calendar:
            self._gists, self._gists_on = {}, calendar
        if query not in self._gists:
            full, name, *others = (
                gist(text, self._index, calendar) for text in (query.description, query.name, *query.wordings)
            )
            self._gists[query] = (full, *([name] if name.named == full.named else []), *others)
        return self._gists[query]

    def _without_typing_errors(self, asked: Gist, meant: Gist) -> tuple[Gist, tuple[CodedMessage, ...]]:
        """Words that are none, read as the words of `meant` that they nearly are."""
        notes: list[CodedMessage] = []
        for word in sorted(asked.words - meant.words):
            near = [other for other in sorted(meant.words - asked.words) if _nearly(word, other)]
            if len(near) == 1 and not self._is_word(word):
                asked = asked.with_word(word, near[0])
                notes.append(msg("notes.read_as", phrase=note_text(word), word=near[0]))
        return asked, tuple(notes)

    def _is_word(self, word: str) -> bool:
        """Words of our own making hold a space or a sign, and are never mistyped."""
        return not word.isalpha() or word in self._known_words or (word,) in self._index.names

    @cached_property
    def _known_words(self) -> frozenset[str]:
        return frozenset(shipped_vocabulary())


def _nearly(word: str, other: str) -> bool:
    return min(len(word), len(other)) >= _SHORTEST_CORRECTED and edit_distance(word, other) <= 1


def _adapted(tree: exp.Query, meant: Gist, asked: Gist) -> tuple[CodedMessage, ...]:
    """The tree with the values of the question; what was changed."""
    pairs = zip(_by_place(meant), _by_place(asked), strict=True)
    changed = [(old, new) for old, new in pairs if not old.same(new)]
    wanted: list[Change] = []
    for old, new in changed:
        wanted += changes(tree, old, new)
    make(wanted)
    return tuple(msg("notes.asked_of", phrase=note_text(new.text), before=note_text(old.text)) for old, new in changed)


def _by_place(said: Gist) -> list[NamedValue]:
    """Of questions with equal parts, values of one place come at one position."""
    return sorted(said.named, key=lambda named: (named.kind, named.head))


def _best(result: list[Verified]) -> Translation | None:
    """One that fits as it is goes before one that had to be changed; two that differ are asked back."""
    plain = [one for one in result if not one.is_adapted] or result
    by_sql = {one.sql: one for one in reversed(plain)}
    fitting = [one for one in plain if by_sql[one.sql] is one]
    if not fitting:
        return None
    entries = tuple(applied_entry(one.query) for one in fitting)
    if len(fitting) > 1:
        readings = tuple(CodedReading(verbatim(note_text(one.query.name)), one.sql) for one in fitting[:4])
        asked = CodedClarification(msg("clarification.which_verified"), readings)
        return Translation(tuple(Candidate(one.sql, _TORN) for one in fitting[:4]), PATH, asked, applied=entries)
    first = fitting[0]
    confidence = _ADAPTED if first.is_adapted else _AS_IT_IS
    notes = (_answered_by(first.query), *first.notes)
    return Translation((Candidate(first.sql, confidence),), PATH, assumptions=notes, applied=entries)


def _answered_by(query: VerifiedQuery) -> CodedMessage:
    name, person = note_text(query.name), note_text(query.verified_by or "")
    if person:
        return msg("notes.verified_by", name=name, person=person)
    return msg("notes.verified", name=name)
