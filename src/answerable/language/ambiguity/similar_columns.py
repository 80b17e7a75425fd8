"""A word that names nothing, and columns near it in meaning: `qualifications` where there are degrees and certificates.

Asked only where a likely reading shows one of them though nobody named it: the others could stand there too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from answerable.kernel.light_dataclass import dataclass
from answerable.language.ambiguity.ask_which import NamedColumns
from answerable.language.ambiguity.schema_facts import column_phrase, known_by, spoken_name
from answerable.language.ambiguity.template_slots import ColumnSlot, shown_slots
from answerable.language.ambiguity.vague_terms import Cover, Name
from answerable.language.linking.column_traits import is_key
from answerable.sql.column_ref import ColumnRef

if TYPE_CHECKING:
    from answerable.language.ambiguity.column_swap import AsRead
    from answerable.language.ambiguity.question_view import QuestionView
    from answerable.language.neural.neural_parser import NeuralParser

__all__ = ["Resemblance", "find_resemblances"]

_NEAR = 0.36
"""How near a column must be to the words to be meant by them."""
_MUCH_NEARER = 0.22
"""So much nearer than the second, the nearest alone is meant: the words are another name for it."""
_AS_NEAR = 0.06
"""How little farther than the second a third may be, to be offered too."""
_MOST = 3


@dataclass(frozen=True, slots=True)
class Resemblance:
    cover: Cover
    columns: tuple[int, ...]
    """Of its names, as places in the schema."""
    shown: int
    """The one of them that the reading shows."""
    likeness: float


def find_resemblances(scene: QuestionView, text: str, sql: str, read: AsRead) -> list[Resemblance]:
    """In one reading; the nearest first."""
    phrases = list(scene.strange_phrases())
    form = read.reader.form(sql, read.reader.values(text)) if phrases else None
    said = NamedColumns(scene.tokens, read.reader, scene.ground)
    slots = [slot for slot in shown_slots(form or ()) if not said.is_named(slot.column)]
    pools = [(slot.column, pool) for slot in slots for pool in _pools(slot, said, scene, read.reader)]
    result = [one for shown, pool in pools for one in _near(shown, pool, phrases, scene, read)]
    return sorted(result, key=lambda one: -one.likeness)


def _near(
    shown: int, pool: dict[int, str], phrases: Sequence[tuple[int, int]], scene: QuestionView, read: AsRead
) -> Iterator[Resemblance]:
    for position, end in phrases if len(pool) > 1 else ():
        words = " ".join(token.text for token in scene.tokens[position:end])
        scores = read.likeness.between(words, list(pool.values()))
        rated = sorted(zip(scores, pool, strict=True), key=lambda one: (-one[0], one[1]))
        columns = _standing_out(rated)
        if shown in columns:
            names = tuple(_name(column, read.reader) for column in columns)
            yield Resemblance(Cover(position, end, names), columns, shown, rated[1][0])


def _standing_out(rated: Sequence[tuple[float, int]]) -> tuple[int, ...]:
    """The two nearest, and a third that is about as near; nothing where the second is far, or a fourth is near."""
    (nearest, _), (second, _) = rated[:2]
    least = max(_NEAR, second - _AS_NEAR) if nearest - second <= _MUCH_NEARER else nearest
    near = [column for score, column in rated if score >= least]
    return tuple(near) if 2 <= len(near) <= _MOST else ()


def _name(column: int, reader: NeuralParser) -> Name:
    table, own = reader.items.columns[column]
    return Name(column_phrase(table, own), ColumnRef(table.qualified, own.name), own.name, table.name)


def _pools(slot: ColumnSlot, said: NamedColumns, scene: QuestionView, reader: NeuralParser) -> Iterator[dict[int, str]]:
    """Columns that could stand where one is shown, with what they are called: of its table, then of sister tables."""
    columns = reader.items.columns
    table, own = columns[slot.column]
    beside = [at for at, (of, _) in enumerate(columns) if of is table and _is_free(at, slot, said, reader)]
    open_ = [at for at in beside if said.leaves_open(slot.column, at)]
    yield {at: spoken_name(columns[at][1].name) for at in (slot.column, *open_)}
    if own is known_by(table):
        near = scene.ground.sisters(table.qualified)
        known = [at for at, (of, column) in enumerate(columns) if of.qualified in near and column is known_by(of)]
        free = [at for at in known if _is_free(at, slot, said, reader)]
        yield {at: spoken_name(columns[at][0].name) for at in (slot.column, *free)}


def _is_free(column: int, slot: ColumnSlot, said: NamedColumns, reader: NeuralParser) -> bool:
    return column not in slot.columns and not is_key(*reader.items.columns[column]) and not said.is_named(column)
