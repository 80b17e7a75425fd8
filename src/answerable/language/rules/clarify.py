"""What to ask back: which of several readings, what was not understood and what to try, or why nothing is done."""

from __future__ import annotations

from collections.abc import Sequence

from answerable.kernel.errors import one_line
from answerable.kernel.messages import CodedMessage, change_texts, msg
from answerable.kernel.schema import DatabaseSchema, Kind, Table
from answerable.language.linking.column_traits import is_measure, labels
from answerable.language.linking.schema_index import SchemaIndex
from answerable.language.question.tokens import Token
from answerable.language.rules.fill_slots import Filled
from answerable.language.rules.notes import meaning_of, phrase_note, understood_parts
from answerable.language.rules.sketch import Sketch
from answerable.language.translation import CodedClarification, CodedReading

__all__ = ["decline_write", "not_understood", "which_one"]

_MOST_READINGS = 4
_MOST_NAMED = 5
_LONGEST_WORD = 40


def which_one(readings: Sequence[tuple[Filled, str]], sketch: Sketch) -> CodedClarification:
    """Two to four readings that fit equally well, told apart by what differs."""
    shown = list(readings)[:_MOST_READINGS]
    texts = [_difference(filled, [other for other, _ in shown]) for filled, _ in shown]
    return CodedClarification(
        msg("clarification.which_reading"),
        tuple(CodedReading(text, sql) for text, (_, sql) in zip(texts, shown, strict=True)),
    )


def _difference(filled: Filled, others: Sequence[Filled]) -> CodedMessage:
    parts: list[CodedMessage] = []
    for position, option in enumerate(filled.chosen):
        rivals = {meaning_of(other.chosen[position]) for other in others if position < len(other.chosen)}
        if len(rivals) > 1:
            parts.append(_clipped(phrase_note(option)) if option.said else meaning_of(option))
    if len({other.dates for other in others}) > 1 and filled.dates:
        parts.append(msg("clarification.by_date", column=str(filled.dates[0])))
    if len({other.query.outer for other in others}) > 1:
        overall, each = msg("clarification.overall_average"), msg("clarification.average_for_each")
        parts.append(overall if filled.query.outer else each)
    return msg("clarification.parts", parts=tuple(parts or map(meaning_of, filled.chosen)))


def _clipped(message: CodedMessage, most: int = _LONGEST_WORD) -> CodedMessage:
    """The asker's words are cut where they are long."""
    return change_texts(message, lambda name, text: _shown(text, most) if name == "phrase" else text)


def not_understood(
    sketch: Sketch, unknown_words: Sequence[str], schema: DatabaseSchema, best: Filled | None = None
) -> CodedClarification:
    """What was understood_parts, what was not, and questions that would work here."""
    parts: list[CodedMessage] = []
    if best is not None and (known := understood_parts(sketch, best)):
        parts.append(msg("clarification.understood", notes=tuple(_clipped(note, 80) for note in known)))
    words = tuple(_shown(word) for word in unknown_words[:_MOST_NAMED])
    unclear = msg("clarification.nothing_to_compute")
    parts.append(msg("clarification.not_understood", phrases=words) if words else unclear)
    return CodedClarification(msg("clarification.sentences", sentences=(*parts, *_advice(schema))))


def _advice(schema: DatabaseSchema) -> tuple[CodedMessage, ...]:
    if not schema.tables:
        return (msg("clarification.no_tables"),)
    names = tuple(table.name for table in schema.tables[:_MOST_NAMED])
    are_more = len(schema.tables) > _MOST_NAMED
    all_tables, some = msg("clarification.tables", tables=names), msg("clarification.tables_and_more", tables=names)
    return some if are_more else all_tables, msg("clarification.try", questions=tuple(_examples(schema.tables)))


def _examples(tables: Sequence[Table]) -> list[CodedMessage]:
    """Questions made of real names: a count, and an amount by a text column."""
    result = [msg("clarification.example_count", table=_spoken(tables[0].name))]
    for table in tables:
        amount = next((c.name for c in table.columns if is_measure(table, c)), None)
        shown = labels(table)
        text = next((c.name for c in table.columns if c.kind is Kind.TEXT and c not in shown), None)
        if amount and text:
            return [*result, msg("clarification.example_total", amount=_spoken(amount), column=_spoken(text))]
    return result


def _spoken(name: str) -> str:
    return _shown(name.replace("_", " "))


def _shown(text: str, most: int = _LONGEST_WORD) -> str:
    """Words of the question or the data, safe to stand in a message."""
    clean = one_line(text)
    return clean if len(clean) <= most else clean[: most - 1] + "…"


def decline_write(tokens: Sequence[Token], index: SchemaIndex) -> CodedClarification:
    """A request to change data, with what can be done instead."""
    table = next((t.table for token in tokens for t in index.names.get((token.lemma,), ()) if t.kind == "table"), None)
    about = _spoken(table or (index.schema.tables[0].name if index.schema.tables else "rows"))
    return CodedClarification(msg("clarification.read_only", table=about))
