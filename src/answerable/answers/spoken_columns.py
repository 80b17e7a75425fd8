"""What the caller knows of result columns: what people call them, and their unit."""

from __future__ import annotations

from collections.abc import Sequence

from answerable.answers.column_titles import is_family_name, is_given_name
from answerable.kernel.light_dataclass import dataclass

__all__ = ["SpokenColumn", "joined_names"]


@dataclass(frozen=True, slots=True)
class SpokenColumn:
    """In the reader's language."""

    label: str
    """"total revenue", "number of orders"."""
    short: str = ""
    """Where a figure is given for each of several: "revenue". The label, where empty."""
    unit: str = ""
    """As it stands after a number: "EUR", "days"."""
    names_row: bool = False
    """True where it shows a row to a person."""

    @property
    def title(self) -> str:
        return self.short or self.label


def joined_names(columns: Sequence[str]) -> list[tuple[str, ...]]:
    """Given and family name stand together, as one name; every other column alone."""
    parts: list[tuple[str, ...]] = []
    for column in columns:
        if parts and len(parts[-1]) == 1 and _is_pair(parts[-1][0], column):
            parts[-1] = (*parts[-1], column)
        else:
            parts.append((column,))
    return parts


def _is_pair(first: str, second: str) -> bool:
    return is_given_name(first) and is_family_name(second)
