"""How a sketch is made: one walk over the pieces, one reader for each kind of piece."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from answerable.language.cues import Cue
from answerable.language.dates import DateMention
from answerable.language.normalise import Token
from answerable.language.people import WHO
from answerable.language.pieces import Grain, Number, Piece, Text
from answerable.language.reading_rankings import RankingReader
from answerable.language.schema_index import SchemaIndex
from answerable.language.sketch import Sketch

__all__ = ["sketch"]

_TELLING = ("own", "again", "else", "twice", "another")


def sketch(pieces: Sequence[Piece], index: SchemaIndex, tokens: Sequence[Token] = ()) -> Sketch:
    """What the pieces ask for, as a whole; the tokens say which words stand between them."""
    return _Sketcher(pieces, index, tokens).run()


class _Sketcher(RankingReader):
    """One pass from left to right. Each reader takes its piece and those that belong to it."""

    def __init__(self, pieces: Sequence[Piece], index: SchemaIndex, tokens: Sequence[Token]) -> None:
        super().__init__(pieces, index, tokens)
        self._readers: dict[str, Callable[[Cue], None]] = {
            "aggregate": self._aggregate,
            "group": self._group,
            "superlative": self._superlative,
            "compare": self._compare,
            "after_number": self._stray,
            "negate": self._negate,
            "absent": self._negate,
            "present": self._present,
            "share": self._flag,
            "distinct": self._flag,
            "list": self._flag,
            "order": self._ordering,
            "product": self._product,
            "versus": self._flag,
            "match": self._match,
            "rank": self._rank,
            "nth": self._nth,
            "difference": self._difference,
            "ratio": self._ratio,
            "both": self._flag,
            "alike": self._alike,
            "together": self._together,
        }

    def run(self) -> Sketch:
        self._set_partition_aside()
        while self._at < len(self._pieces):
            piece = self._pieces[self._at]
            self._at += 1
            self._read(piece)
        self._unplaced += [word for place, word in enumerate(self._words) if self._is_unheeded(place, word)]
        return self.gathered()

    def _is_unheeded(self, place: int, word: str) -> bool:
        """A small word that changes the whole question, and that nothing has read."""
        return place not in self._used and (word in _TELLING or (word == WHO and place == 0))

    def _read(self, piece: Piece) -> None:
        if isinstance(piece, Cue):
            self._take(piece)
            self._readers[piece.kind](piece)
        elif isinstance(piece, DateMention):
            self._date(piece)
        elif isinstance(piece, Grain):
            self._grain(piece)
        elif isinstance(piece, Number):
            self._number(piece)
        elif isinstance(piece, Text):
            self._text(piece)
        else:
            self._mention(piece)

    def _flag(self, cue: Cue) -> None:
        self._flags.add(cue.kind)
