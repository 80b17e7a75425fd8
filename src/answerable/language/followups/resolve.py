"""Follow-ups resolved: the earlier query, edited by what the fragment says, with what was kept and what was changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from sqlglot import exp

from answerable.language.definitions import NO_GLOSSARY, Glossary
from answerable.language.followups.draft import CannotEdit, Draft
from answerable.language.followups.earlier import last_query
from answerable.language.followups.edits import EDITS
from answerable.language.followups.fragment import Fragment, understand
from answerable.language.followups.readings import break_downs, other_readings
from answerable.language.followups.recognise import LEANS, leaning
from answerable.language.join_path import JoinGraph
from answerable.language.schema_index import SchemaIndex
from answerable.language.translation import Candidate, Clarification, Context, Reading, Translation, Turn
from answerable.language.write_requests import asks_to_write
from answerable.schema import DatabaseSchema

__all__ = ["FollowUps"]

PATH = "embedded"
_BEST, _STRANGE, _AMBIGUOUS, _ASKED_ANEW, _TORN = 0.92, 0.6, 0.7, 0.75, 0.45
_ASK_BELOW = 0.5


@dataclass(frozen=True, slots=True)
class _Edited:
    sql: str
    notes: tuple[str, ...]
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
        found = last_query(context.turns, self.schema)
        if found is None:
            return None
        turn, select = found
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
        notes = (f"Asked anew as '{turn.question} {question}'", *both.assumptions)
        return replace(both, candidates=candidates, assumptions=notes)


def _asks_to_write(said: Fragment) -> bool:
    """`drop the country`, `add the customer name` are about what is shown; of anything but columns they would write."""
    drawn = said.sketch
    only_columns = drawn.outputs and not drawn.values and not drawn.texts and not said.strange
    shown = (said.has("removing") and not drawn.subject) or said.has("adding")
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


def _others(draft: Draft, said: Fragment, edited: _Edited) -> list[tuple[str, str]]:
    """Other readings with their SQL, where they edit differently."""
    found: list[tuple[str, str]] = []
    for text, variant in other_readings(draft, said):
        try:
            other = _apply(draft, variant)
        except CannotEdit:
            continue
        if other is not None and other.sql != edited.sql and all(other.sql != sql for _, sql in found):
            found.append((text, other.sql))
    return found


def _translation(edited: _Edited, said: Fragment, others: list[tuple[str, str]]) -> Translation:
    sure = _BEST * _STRANGE ** len(said.strange) * (_AMBIGUOUS if others else 1.0)
    torn = any(text.startswith("'") for text, _ in others)
    sure = min(sure, _TORN) if torn else sure
    candidates = [Candidate(edited.sql, round(sure, 3))]
    candidates += [Candidate(sql, round((1 - sure) * 0.6, 3)) for _, sql in others]
    kept = [f"Kept from before: {'; '.join(edited.kept)}"] if edited.kept else []
    changed = [f"Changed: {'; '.join(edited.notes)}"]
    asked = _which(edited, others) if torn else _not_understood(said) if sure < _ASK_BELOW else None
    return Translation(tuple(candidates), PATH, asked, edited.notes, said.strange, (*kept, *changed))


def _which(edited: _Edited, others: list[tuple[str, str]]) -> Clarification:
    readings = (Reading("; ".join(edited.notes), edited.sql), *(Reading(text, sql) for text, sql in others[:3]))
    return Clarification("This can be read in more than one way. Which one is meant?", readings)


def _not_understood(said: Fragment) -> Clarification:
    words = ", ".join(f"'{word[:40]}'" for word in said.strange[:5])
    return Clarification(f"This was taken as a follow-up to the question before, but not understood: {words}.")


def _cannot(problem: CannotEdit) -> Translation:
    question = f"This was taken as a follow-up to the question before, but {problem}. Please ask the whole question."
    return Translation((), PATH, Clarification(question))


def _why(draft: Draft) -> Translation | None:
    """A reason is not in the data, but what it may hide in is."""
    readings = break_downs(draft)
    if not readings:
        return None
    names = ", ".join(reading.text for reading in readings)
    question = f"The data cannot say why, but it can show where the figure comes from: {names}. Which one?"
    return Translation((), PATH, Clarification(question, readings if len(readings) > 1 else ()))
