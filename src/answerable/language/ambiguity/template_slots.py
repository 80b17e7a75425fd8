"""The columns a form shows, each with the functions round it: put others in their place, or beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from answerable.kernel.light_dataclass import dataclass
from answerable.language.neural.form import Form, Pointer, Token

__all__ = ["ColumnSlot", "shown_slots"]

_AFTER_LIST = frozenset(("FROM", "WHERE", "GROUP", "ORDER", "LIMIT", "UNION", "INTERSECT", "EXCEPT"))
_CALCULATED = frozenset(("-", "+", "/"))


@dataclass(frozen=True, slots=True)
class ColumnSlot:
    form: Form
    start: int
    """Where its functions begin: the `avg` of `avg price`."""
    place: int
    """Of the column itself."""

    @property
    def column(self) -> int:
        token = self.form[self.place]
        if not isinstance(token, Pointer):
            raise TypeError(f"no column at {self.place}")
        return token.index

    @property
    def columns(self) -> frozenset[int]:
        """All that the form speaks of, here and elsewhere."""
        pointers = (token for token in self.form if isinstance(token, Pointer))
        return frozenset(token.index for token in pointers if token.kind == "column")

    def fill_with(self, columns: Sequence[int]) -> Form:
        """The form with these columns shown instead; what it was grouped or sorted by is theirs too."""
        functions = self.form[self.start : self.place]
        shown = [token for column in columns for token in (*functions, Pointer("column", column))]
        return (*self.form[: self.start], *shown, *self._rest(columns))

    def _rest(self, columns: Sequence[int]) -> Iterator[Token]:
        own, clause = self.form[self.place], ""
        for token in self.form[self.place + 1 :]:
            clause = token if isinstance(token, str) and token in _AFTER_LIST else clause
            if token != own or clause not in ("GROUP", "ORDER"):
                yield token
            elif clause == "GROUP":
                yield from (Pointer("column", column) for column in columns)
            else:
                yield Pointer("column", columns[0])


def shown_slots(form: Form) -> list[ColumnSlot]:
    """Of the first list; what is calculated of two columns is left out."""
    slots, start = [], 1
    for position, token in enumerate(form):
        if token in _AFTER_LIST:
            break
        if position and token in ("DISTINCT", "*"):
            start = position + 1
        if isinstance(token, Pointer):
            if not _CALCULATED.intersection(form[start:position]):
                slots.append(ColumnSlot(form, start, position))
            start = position + 1
    return slots
