"""Follow-ups resolved: the earlier query, edited by what the fragment says, with what was kept and what was changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from sqlglot import exp

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg
from answerable.kernel.schema import DatabaseSchema
from answerable.language.followups.draft import CannotEdit, Draft
from answerable.language.followups.earlier import last_query
from answerable.language.followups.edit_readings import break_downs, other_readings
from answerable.language.followups.edits import EDITS
from answerable.language.followups.fragment import Fragment, understand
from answerable.language.followups.recognise import LEANS, leaning
from answerable.language.linking.join_path import JoinGraph
from answerable.language.linking.schema_index import SchemaIndex
from answerable.language.query_model.definitions import NO_GLOSSARY, Glossary
from answerable.language.question.write_requests import asks_to_write
from answerable.language.translation import Candidate, CodedClarification, CodedReading, Context, Translation, Turn

__all__ = ["FollowUps"]

PATH = "embedded"
_BEST, _STRANGE, _AMBIGUOUS, _ASKED_ANEW, _TORN = 0.92, 0.6, 0.7, 0.75, 0.45
_ASK_BELOW = 0.5


@dataclass(frozen=True, slots=True)
class _Edited:
    sql: str
    notes: tuple[CodedMessage, ...]
    kept: tuple[str, ...]
    """Conditions of the earlier query that still hold."""


class FollowUps:
    """Resolves follow-ups over one schema. `ask` translates a question that stands on its own."""

    def __init__(
        self,
        schema: DatabaseSchema,
        ask: Callable[[str, Context], Translation],
        glossary: Glossary = NO_GLOSSARY,
    ) -> None:
        self.schema = schema
        self._index = SchemaIndex(schema, glossary)
        self._graph = JoinGraph(self._index.schema)
        self._ask = ask

    def resolve(self, question: str, context: Context) -> Translation | None:
        """None when the question stands on its own, or nothing before it can be built upon."""
        result = last_query(context.turns, self.schema)
        if result is None:
            return None
        turn, select = result
        draft = Draft(select, self._index, self._graph)
        said = understand(question, self._index, context)
        if leaning(said, draft.tables) < LEANS or _asks_to_write(said):
            return None
        if said.has("reason"):
            return _why(draft)
        return self._edited(question, turn, draft, said, context)

    def _edited(self, question: str, turn: Turn, draft: Draft, said: Fragment, context: Context) -> Translation | None:
        try:
            edited = _apply(draft, said)
        except CannotEdit as problem:
            return self._asked_anew(question, turn, context) or _cannot(problem)
        if edited is None:
            return None
        return _translation(edited, said, _others(draft, said, edited))

    def _asked_anew(self, question: str, turn: Turn, context: Context) -> Translation | None:
        """Both questions said in one breath, for what cannot be edited in: another table may hold the figure."""
        alone = replace(context, turns=())
        before = self._ask(turn.question, alone)
        both = self._ask(f"{turn.question} {question}", alone)
        if before.best is None or both.best is None or both.best.confidence < _ASK_BELOW or both.not_understood:
            return None
        candidates = tuple(Candidate(c.sql, round(c.confidence * _ASKED_ANEW, 3)) for c in both.candidates)
        notes = (msg("notes.asked_anew", question=f"{turn.question} {question}"), *both.assumptions)
        return replace(both, candidates=candidates, assumptions=notes)


def _asks_to_write(said: Fragment) -> bool:
    """`drop the country`, `add the customer name` are about what is shown; of anything but columns they would write."""
    sketch = said.sketch
    only_columns = sketch.outputs and not sketch.values and not sketch.texts and not said.strange
    shown = (said.has("removing") and not sketch.subject) or said.has("adding")
    return asks_to_write(said.tokens) and not (only_columns and shown)


def _apply(draft: Draft, said: Fragment) -> _Edited | None:
    """None when nothing is asked for that any edit knows."""
    fresh = draft.copy()
    notes = tuple(note for edit in EDITS for note in edit(fresh, said))
    if not notes:
        return None
    before = [_words(test, draft) for test in draft.conjuncts]
    after = [_words(test, draft) for test in fresh.conjuncts]
    return _Edited(fresh.sql(), notes, tuple(text for text in before if text in after))


def _words(test: exp.Expr, draft: Draft) -> str:
    shown = test.copy()
    for column in shown.find_all(exp.Column):
        column.set("table", None)
    return shown.sql(dialect=draft.dialect)


@dataclass(frozen=True, slots=True)
class _Other:
    text: CodedMessage
    sql: str
    is_tie: bool


def _others(draft: Draft, said: Fragment, edited: _Edited) -> list[_Other]:
    """Other readings with their SQL, where they edit differently."""
    result: list[_Other] = []
    for reading in other_readings(draft, said):
        try:
            other = _apply(draft, reading.fragment)
        except CannotEdit:
            continue
        if other is not None and other.sql != edited.sql and all(other.sql != one.sql for one in result):
            result.append(_Other(reading.text, other.sql, reading.is_tie))
    return result


def _translation(edited: _Edited, said: Fragment, others: list[_Other]) -> Translation:
    confidence = _BEST * _STRANGE ** len(said.strange) * (_AMBIGUOUS if others else 1.0)
    tied = any(one.is_tie for one in others)
    confidence = min(confidence, _TORN) if tied else confidence
    candidates = [Candidate(edited.sql, round(confidence, 3))]
    candidates += [Candidate(one.sql, round((1 - confidence) * 0.6, 3)) for one in others]
    kept = [msg("notes.kept_from_before", conditions=edited.kept)] if edited.kept else []
    changed = [msg("notes.changed", changes=edited.notes)]
    asked = _which(edited, others) if tied else _not_understood(said) if confidence < _ASK_BELOW else None
    return Translation(tuple(candidates), PATH, asked, edited.notes, said.strange, (*kept, *changed))


def _which(edited: _Edited, others: list[_Other]) -> CodedClarification:
    chosen = CodedReading(msg("clarification.parts", parts=edited.notes), edited.sql)
    readings = (chosen, *(CodedReading(one.text, one.sql) for one in others[:3]))
    return CodedClarification(msg("clarification.which_reading"), readings)


def _not_understood(said: Fragment) -> CodedClarification:
    words = tuple(word[:40] for word in said.strange[:5])
    return CodedClarification(msg("clarification.follow_up_not_understood", phrases=words))


def _cannot(problem: CannotEdit) -> Translation:
    question = msg("clarification.cannot_follow_up", why=problem.why)
    return Translation((), PATH, CodedClarification(question))


def _why(draft: Draft) -> Translation | None:
    """A reason is not in the data, but what it may hide in is."""
    readings = break_downs(draft)
    if not readings:
        return None
    question = msg("clarification.why", readings=tuple(reading.text for reading in readings))
    return Translation((), PATH, CodedClarification(question, readings if len(readings) > 1 else ()))
