"""The pieces of a question that have no place yet, and the frame that grows as they find one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from answerable.language.korean.cutting import Piece
from answerable.language.korean.frame import Frame

__all__ = ["Row", "amount"]

_MOST_LIMIT = 10_000


class Row:
    """Each reader of a kind of thing takes out of the row what it understands."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self._left = [piece for piece in pieces if piece.kind != "stop"]
        self._frame = Frame()

    def _at(self, place: int) -> Piece | None:
        return self._left[place] if 0 <= place < len(self._left) else None

    def _is(self, place: int, *kinds: str) -> bool:
        piece = self._at(place)
        return piece is not None and piece.kind in kinds

    def _pop(self, place: int) -> Piece:
        return self._left.pop(place)

    def _note(self, **changes: object) -> None:
        """Tuples grow, everything else is replaced."""
        grown = {
            name: (*getattr(self._frame, name), *value) if isinstance(value, tuple) else value
            for name, value in changes.items()
        }
        self._frame = replace(self._frame, **grown)  # type: ignore[arg-type]

    def _take_number(self) -> int | None:
        for place, piece in enumerate(self._left):
            number = piece.number
            if number is not None and 0 < number <= _MOST_LIMIT and number == number.to_integral_value():
                del self._left[place]
                return int(number)
        return None


def amount(piece: Piece) -> str:
    """Tables are compared and ranked by how many rows they have."""
    return f"number of {piece.english}" if piece.kind == "table" else piece.english
