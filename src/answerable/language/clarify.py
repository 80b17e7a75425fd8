"""What to ask back: which of several readings, what was not understood and what to try, or why nothing is done."""

from __future__ import annotations

from collections.abc import Sequence

from answerable.errors import one_line
from answerable.language.fill import Filled
from answerable.language.normalise import Token
from answerable.language.notes import target_words, understood
from answerable.language.schema_index import SchemaIndex
from answerable.language.sketch import Sketch
from answerable.language.traits import is_measure, labels
from answerable.language.translation import Clarification, Reading
from answerable.schema import DatabaseSchema, Kind, Table

__all__ = ["declined", "not_understood", "which_one"]

_MOST_READINGS = 4
_MOST_NAMED = 5
_LONGEST_WORD = 40


def which_one(readings: Sequence[tuple[Filled, str]], drawn: Sketch) -> Clarification:
    """Two to four readings that fit equally well, told apart by what differs."""
    shown = list(readings)[:_MOST_READINGS]
    texts = [_difference(filled, [other for other, _ in shown]) for filled, _ in shown]
    return Clarification(
        "This can be read in more than one way. Which one is meant?",
        tuple(Reading(text, sql) for text, (_, sql) in zip(texts, shown, strict=True)),
    )


def _difference(filled: Filled, others: Sequence[Filled]) -> str:
    parts = []
    for place, option in enumerate(filled.chosen):
        rivals = {target_words(other.chosen[place]) for other in others if place < len(other.chosen)}
        if len(rivals) > 1:
            parts.append(f"'{_shown(option.said)}' is {target_words(option)}" if option.said else target_words(option))
    if len({other.dates for other in others}) > 1 and filled.dates:
        parts.append(f"by the date in {filled.dates[0]}")
    if len({other.query.outer for other in others}) > 1:
        parts.append("one average over the totals of all" if filled.query.outer else "an average for each")
    return "; ".join(parts) or "; ".join(understood_words(filled))


def understood_words(filled: Filled) -> list[str]:
    return [target_words(option) for option in filled.chosen]


def not_understood(
    drawn: Sketch, strange: Sequence[str], schema: DatabaseSchema, best: Filled | None = None
) -> Clarification:
    """What was understood, what was not, and questions that would work here."""
    parts = []
    if best is not None and (known := understood(drawn, best)):
        parts.append(f"Understood: {'; '.join(_shown(text, 120) for text in known)}.")
    words = ", ".join(f"'{_shown(word)}'" for word in strange[:_MOST_NAMED])
    parts.append(f"Not understood: {words}." if words else "It is not clear what to compute.")
    return Clarification(" ".join((*parts, _advice(schema))))


def _advice(schema: DatabaseSchema) -> str:
    if not schema.tables:
        return "There are no tables in this source."
    names = ", ".join(table.name for table in schema.tables[:_MOST_NAMED])
    examples = " or ".join(f"'{text}'" for text in _examples(schema.tables))
    return f"The tables are {names}{' and more' if len(schema.tables) > _MOST_NAMED else ''}. Try {examples}."


def _examples(tables: Sequence[Table]) -> list[str]:
    """Questions made of real names: a count, and an amount by a text column."""
    found = [f"how many {_spoken(tables[0].name)}"]
    for table in tables:
        amount = next((c.name for c in table.columns if is_measure(table, c)), None)
        shown = labels(table)
        text = next((c.name for c in table.columns if c.kind is Kind.TEXT and c not in shown), None)
        if amount and text:
            return [*found, f"total {_spoken(amount)} by {_spoken(text)}"]
    return found


def _spoken(name: str) -> str:
    return _shown(name.replace("_", " "))


def _shown(text: str, most: int = _LONGEST_WORD) -> str:
    """Words of the question or the data, safe to stand in a message."""
    clean = one_line(text)
    return clean if len(clean) <= most else clean[: most - 1] + "…"


def declined(tokens: Sequence[Token], index: SchemaIndex) -> Clarification:
    """A request to change data, with what can be done instead."""
    table = next((t.table for token in tokens for t in index.names.get((token.lemma,), ()) if t.kind == "table"), None)
    about = _spoken(table or (index.schema.tables[0].name if index.schema.tables else "rows"))
    return Clarification(
        "Answerable is read-only: it never changes, adds or deletes data. "
        f"It can count or show instead: try 'how many {about}' or 'show {about}'."
    )
