"""What a reading gave, so that it can be compared: whatever the order of rows and columns, figures rounded."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import Cell

__all__ = ["RunOutcome", "outcome_of"]


@dataclass(frozen=True, slots=True)
class RunOutcome:
    rows: int
    columns: int
    result: str
    """A hash of all cells."""
    by_column: tuple[str, ...]
    """A hash of each column's cells."""
    nulls: float
    """Share of the cells that are NULL."""
    distinct: float
    """Share of the rows that are unlike all before them."""
    is_telling: bool
    """False of no rows, and of one row of nothing but 0 and NULL: they are no sign of agreement."""
    is_whole: bool = False
    """All rows of the tables it reads were there."""

    def covers(self, other: RunOutcome) -> bool:
        """It has the same rows, and all columns of the other: whoever meant the other is answered too."""
        return (
            self.is_telling
            and self.rows == other.rows
            and self.columns > other.columns
            and all(column in self.by_column for column in other.by_column)
        )


def outcome_of(rows: Sequence[Sequence[Cell]], columns: int, *, is_whole: bool) -> RunOutcome:
    if not rows:
        return RunOutcome(0, columns, "", (), 0.0, 1.0, is_telling=False, is_whole=is_whole)
    texts = [tuple(map(_text, row)) for row in rows]
    by_column = tuple(_hash(sorted(column)) for column in zip(*texts, strict=True))
    each = sorted("\x1e".join(sorted(row)) for row in texts)
    nulls = sum(text == _NULL for row in texts for text in row)
    is_telling = len(rows) > 1 or any(text not in (_NULL, "0") for text in texts[0])
    return RunOutcome(
        rows=len(rows),
        columns=columns,
        result=_hash((*sorted(by_column), *each)),
        by_column=by_column,
        nulls=nulls / (len(rows) * columns),
        distinct=len(set(texts)) / len(rows),
        is_telling=is_telling,
        is_whole=is_whole,
    )


_NULL = "~"
_DECIMALS = 2
"""A total that is rounded to cents says the same as one that is not."""


def _text(cell: object) -> str:
    """Numbers that are equal are written alike; a text is never written like a number."""
    match cell:
        case None:
            return _NULL
        case str():
            return f"'{cell}"
        case float() if abs(cell) >= 1:
            return f"{round(cell, _DECIMALS):.10g}"
        case float():
            return f"{cell:.10g}"
        case _:
            return str(cell)


def _hash(texts: Iterable[str]) -> str:
    return hashlib.sha256("\x1f".join(texts).encode("utf-8", "surrogatepass")).hexdigest()[:16]
