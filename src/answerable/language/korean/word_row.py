"""The pieces of a question that have no place yet, and the frame that grows as they find one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from answerable.language.korean.sentence_frame import SentenceFrame
from answerable.language.korean.split_particles import Piece

__all__ = ["Row", "amount"]

_MOST_LIMIT = 10_000


class Row:
    """Each reader of a kind of thing takes out of the row what it understands."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self._left = [piece for piece in pieces if piece.kind != "stop"]
        self._frame = SentenceFrame()

    def _at(self, position: int) -> Piece | None:
        return self._left[position] if 0 <= position < len(self._left) else None

    def _is(self, position: int, *kinds: str) -> bool:
        piece = self._at(position)
        return piece is not None and piece.kind in kinds

    def _pop(self, position: int) -> Piece:
        return self._left.pop(position)

    def _note(self, **changes: object) -> None:
        """Tuples grow, everything else is replaced."""
        grown = {
            name: (*getattr(self._frame, name), *value) if isinstance(value, tuple) else value
            for name, value in changes.items()
        }
        self._frame = replace(self._frame, **grown)  # type: ignore[arg-type]

    def _take_number(self) -> int | None:
        for position, piece in enumerate(self._left):
            number = piece.number
            if number is not None and 0 < number <= _MOST_LIMIT and number == number.to_integral_value():
                del self._left[position]
                return int(number)
        return None


def amount(piece: Piece) -> str:
    """Tables are compared and ranked by how many rows they have."""
    return f"number of {piece.english}" if piece.kind == "table" else piece.english
