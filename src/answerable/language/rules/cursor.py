"""Where a walk over the pieces of a question stands: what is left, what was taken, what was gathered so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from answerable.kernel.light_dataclass import dataclass
from answerable.language.linking.mention_roles import Roles
from answerable.language.linking.mentions import Mention
from answerable.language.linking.pieces import Piece
from answerable.language.linking.schema_index import SchemaIndex
from answerable.language.question.cue_spans import Cue
from answerable.language.question.tokens import Token
from answerable.language.rules.sketch import (
    ComparisonFilter,
    DateFilter,
    Group,
    Presence,
    Ranking,
    RawText,
    Sketch,
    ValueFilter,
)

__all__ = ["Cursor"]

_P = TypeVar("_P", bound=Piece)


@dataclass(frozen=True, slots=True)
class Cursor:
    """Never changed: a reader gives back the cursor behind what it has read, or None where it does not apply.

    While a piece is read, `position` is already behind it."""

    pieces: tuple[Piece, ...]
    words: tuple[str, ...]
    roles: Roles
    position: int = 0
    used: frozenset[int] = frozenset()
    """Tokens that have a role."""
    function: str | None = None
    functions: tuple[str, ...] = ()
    measure: tuple[Mention, ...] = ()
    tables: tuple[Mention, ...] = ()
    outputs: tuple[Mention, ...] = ()
    groups: tuple[Group, ...] = ()
    values: tuple[ValueFilter, ...] = ()
    texts: tuple[RawText, ...] = ()
    comparisons: tuple[ComparisonFilter, ...] = ()
    presences: tuple[Presence, ...] = ()
    dates: tuple[DateFilter, ...] = ()
    ranking: Ranking | None = None
    order: Mention | None = None
    flags: frozenset[str] = frozenset()
    limit: int | None = None
    operator: str = "times"
    skip: int = 0
    more: tuple[tuple[str, Mention], ...] = ()
    partition: Group | None = None
    also: tuple[Mention, ...] = ()
    unplaced: tuple[str, ...] = ()

    @classmethod
    def at_start(cls, pieces: Sequence[Piece], index: SchemaIndex, tokens: Sequence[Token]) -> Cursor:
        return cls(tuple(pieces), tuple(token.text.casefold() for token in tokens), Roles(index))

    def set(self, **fields: Any) -> Cursor:
        return replace(self, **fields)

    def add(self, **items: Any) -> Cursor:
        """One more item at the end of each of these fields."""
        return self.set(**{name: (*getattr(self, name), item) for name, item in items.items()})

    def flag(self, name: str) -> Cursor:
        return replace(self, flags=self.flags | {name})

    def peek(self, kind: type[_P], ahead: int = 0) -> _P | None:
        """The piece so many pieces ahead, if it is of this kind."""
        position = self.position + ahead
        piece = self.pieces[position] if 0 <= position < len(self.pieces) else None
        return piece if isinstance(piece, kind) else None

    def cue_ahead(self, *kinds: str, ahead: int = 0) -> Cue | None:
        cue = self.peek(Cue, ahead)
        return cue if cue and cue.kind in kinds else None

    def take(self, *pieces: Piece) -> Cursor:
        """Their words have a role; the position stays."""
        return replace(self, used=self.used.union(*(range(piece.start, piece.end) for piece in pieces)))

    def past(self, *pieces: Piece) -> Cursor:
        """Behind the next pieces, which these are."""
        return self.take(*pieces).set(position=self.position + len(pieces))

    def next(self, kind: type[_P]) -> tuple[_P | None, Cursor]:
        """The next piece and the cursor behind it, if it is of this kind."""
        piece = self.peek(kind)
        return (None, self) if piece is None else (piece, self.past(piece))

    def use(self, *positions: int) -> Cursor:
        """These words have a role."""
        return replace(self, used=self.used.union(positions))

    def release(self, cue: Cue) -> Cursor:
        """Its words are not understood after all."""
        return replace(self, used=self.used.difference(range(cue.start, cue.end)))

    def pop_output(self) -> tuple[Mention, Cursor]:
        """The column named last, which gets another role than being shown."""
        return self.outputs[-1], replace(self, outputs=self.outputs[:-1])

    @property
    def end(self) -> int:
        """The word behind the last piece that was read."""
        return self.pieces[self.position - 1].end

    def between(self, start: int, end: int) -> tuple[str, ...]:
        """The words from one position up to another."""
        return self.words[start:end]

    def words_of(self, cue: Cue) -> tuple[str, ...]:
        return self.words[cue.start : cue.end]

    def output_before(self, start: int) -> Mention | None:
        """The column named last, unless a table stands between: in `names of pupils with …` it is what is shown."""
        last = self.outputs[-1] if self.outputs else None
        parted = last is not None and any(last.end <= table.start < start for table in self.tables)
        return None if parted else last

    def sketch(self) -> Sketch:
        """What was gathered, once all pieces are read."""
        return Sketch(
            function=self.function,
            functions=self.functions,
            measure=self.measure,
            also=self.also,
            subject=self.tables[0] if self.tables else None,
            others=self.tables[1:],
            outputs=self.outputs,
            groups=self.groups,
            values=self.values,
            texts=self.texts,
            comparisons=self.comparisons,
            presences=self.presences,
            dates=self.dates,
            ranking=self.ranking,
            order=self.order,
            share="share" in self.flags,
            distinct="distinct" in self.flags,
            listing="list" in self.flags,
            versus="versus" in self.flags,
            nested="nested" in self.flags,
            operator=self.operator,
            more=self.more,
            both="both" in self.flags,
            ratio="ratio" in self.flags,
            partition=self.partition,
            ranked="rank" in self.flags,
            limit=self.limit,
            unplaced=self.unplaced,
            used=self.used,
        )
