"""How a sketch is made: one walk over the pieces, one reader for each kind of piece."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from answerable.language.linking.person_tables import WHO
from answerable.language.linking.pieces import FreeText, GrainWord, Number, Piece
from answerable.language.linking.schema_index import SchemaIndex
from answerable.language.question.cue_spans import Cue
from answerable.language.question.dates.date_spans import DateMention
from answerable.language.question.tokens import Token
from answerable.language.rules.comparison_readers import read_alike, read_comparison, unequal
from answerable.language.rules.cursor import Cursor
from answerable.language.rules.figure_readers import (
    read_aggregate,
    read_difference,
    read_product,
    read_ratio,
    read_together,
)
from answerable.language.rules.group_readers import read_grain, read_group, set_partition_aside
from answerable.language.rules.presence_readers import read_negation, read_presence
from answerable.language.rules.ranking_readers import read_nth, read_order, read_rank, read_superlative
from answerable.language.rules.sketch import Sketch
from answerable.language.rules.value_readers import read_date, read_match, read_mention, read_number, read_text
from answerable.naming.word_files import word_file

__all__ = ["sketch"]

_CHANGES_EVERYTHING = word_file("answerable.language.rules").words("changes_everything")


def sketch(pieces: Sequence[Piece], index: SchemaIndex, tokens: Sequence[Token] = ()) -> Sketch:
    """What the pieces ask for, as a whole; the tokens say which words stand between them."""
    cursor = set_partition_aside(Cursor.at_start(pieces, index, tokens))
    while cursor.position < len(cursor.pieces):
        piece = cursor.pieces[cursor.position]
        # A reader sees the position behind its piece: what it peeks at is what follows.
        cursor = _read(cursor.set(position=cursor.position + 1), piece)
    unread = (word for position, word in enumerate(cursor.words) if _is_unread(cursor, position, word))
    return cursor.set(unplaced=(*cursor.unplaced, *unread)).sketch()


def _is_unread(cursor: Cursor, position: int, word: str) -> bool:
    """A small word that changes the whole question, and that no reader has taken."""
    return position not in cursor.used and (word in _CHANGES_EVERYTHING or (word == WHO and position == 0))


def _read(cursor: Cursor, piece: Piece) -> Cursor:
    if isinstance(piece, Cue):
        return _CUE_READERS[piece.kind](cursor.take(piece), piece)
    if isinstance(piece, DateMention):
        return read_date(cursor, piece)
    if isinstance(piece, GrainWord):
        return read_grain(cursor, piece)
    if isinstance(piece, Number):
        return read_number(cursor, piece)
    return read_text(cursor, piece) if isinstance(piece, FreeText) else read_mention(cursor, piece)


def _flag(cursor: Cursor, cue: Cue) -> Cursor:
    return cursor.flag(cue.kind)


def _compare(cursor: Cursor, cue: Cue) -> Cursor:
    return read_negation(cursor, cue) if unequal(cursor, cue) else read_comparison(cursor, cue)


_CUE_READERS: dict[str, Callable[[Cursor, Cue], Cursor]] = {
    "aggregate": read_aggregate,
    "group": read_group,
    "superlative": read_superlative,
    "compare": _compare,
    "after_number": Cursor.release,
    "negate": read_negation,
    "absent": read_negation,
    "present": read_presence,
    "share": _flag,
    "distinct": _flag,
    "list": _flag,
    "order": read_order,
    "product": read_product,
    "versus": _flag,
    "match": read_match,
    "rank": read_rank,
    "nth": read_nth,
    "difference": read_difference,
    "ratio": read_ratio,
    "both": _flag,
    "alike": read_alike,
    "together": read_together,
}
