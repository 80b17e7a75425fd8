"""Where a walk over the pieces of a question stands: what is left, what was taken, what was gathered so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from answerable.language.cues import Cue
from answerable.language.link import Mention
from answerable.language.normalise import Token
from answerable.language.pieces import Piece
from answerable.language.roles import Roles
from answerable.language.schema_index import SchemaIndex
from answerable.language.sketch import Comparison, DateFilter, Group, Presence, Ranking, RawText, Sketch, ValueFilter

__all__ = ["Walk"]

_P = TypeVar("_P", bound=Piece)


class Walk:
    """The moving part of sketching; what each piece means is for its readers."""

    def __init__(self, pieces: Sequence[Piece], index: SchemaIndex, tokens: Sequence[Token] = ()) -> None:
        self._pieces = list(pieces)
        self._words = tuple(token.text.casefold() for token in tokens)
        self._roles = Roles(index)
        self._at = 0
        self._used: set[int] = set()
        self._function: str | None = None
        self._functions: list[str] = []
        self._measure: list[Mention] = []
        self._tables: list[Mention] = []
        self._outputs: list[Mention] = []
        self._groups: list[Group] = []
        self._values: list[ValueFilter] = []
        self._texts: list[RawText] = []
        self._comparisons: list[Comparison] = []
        self._presences: list[Presence] = []
        self._dates: list[DateFilter] = []
        self._ranking: Ranking | None = None
        self._order: Mention | None = None
        self._flags: set[str] = set()
        self._limit: int | None = None
        self._operator = "times"
        self._skip = 0
        self._more: list[tuple[str, Mention]] = []
        self._partition: Group | None = None
        self._also: list[Mention] = []
        self._unplaced: list[str] = []

    def gathered(self) -> Sketch:
        """The sketch, once all pieces are read."""
        return Sketch(
            function=self._function,
            functions=tuple(self._functions),
            measure=tuple(self._measure),
            also=tuple(self._also),
            subject=self._tables[0] if self._tables else None,
            others=tuple(self._tables[1:]),
            outputs=tuple(self._outputs),
            groups=tuple(self._groups),
            values=tuple(self._values),
            texts=tuple(self._texts),
            comparisons=tuple(self._comparisons),
            presences=tuple(self._presences),
            dates=tuple(self._dates),
            ranking=self._ranking,
            order=self._order,
            share="share" in self._flags,
            distinct="distinct" in self._flags,
            listing="list" in self._flags,
            versus="versus" in self._flags,
            nested="nested" in self._flags,
            operator=self._operator,
            more=tuple(self._more),
            both="both" in self._flags,
            ratio="ratio" in self._flags,
            partition=self._partition,
            ranked="rank" in self._flags,
            limit=self._limit,
            unplaced=tuple(self._unplaced),
            used=frozenset(self._used),
        )

    def _named_before(self, start: int) -> Mention | None:
        """The column named last, unless a table stands between: in `names of pupils with …` it is what is shown."""
        last = self._outputs[-1] if self._outputs else None
        parted = last is not None and any(last.end <= table.start < start for table in self._tables)
        return None if parted else last

    def _between(self, start: int, end: int) -> tuple[str, ...]:
        """The words from one place up to another."""
        return self._words[start:end]

    def _peek(self, kind: type[_P], ahead: int = 0) -> _P | None:
        place = self._at + ahead
        piece = self._pieces[place] if 0 <= place < len(self._pieces) else None
        return piece if isinstance(piece, kind) else None

    def _cue_ahead(self, *kinds: str, ahead: int = 0) -> Cue | None:
        cue = self._peek(Cue, ahead)
        return cue if cue and cue.kind in kinds else None

    def _take(self, piece: Piece) -> None:
        self._used.update(range(piece.start, piece.end))

    def _next(self, kind: type[_P]) -> _P | None:
        piece = self._peek(kind)
        if piece is not None:
            self._take(piece)
            self._at += 1
        return piece

    def _stray(self, cue: Cue) -> None:
        """Its words are not understood after all."""
        self._used.difference_update(range(cue.start, cue.end))
