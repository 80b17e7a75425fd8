"""Readings made of another: the same query with other columns in the place of one that it shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from answerable.language.ambiguity.slots import shown_slots

if TYPE_CHECKING:
    from answerable.language.ambiguity.ground import Ground
    from answerable.language.ambiguity.likeness import Likeness
    from answerable.language.reader.reading import Reader

__all__ = ["AsRead", "with_each"]


@dataclass(frozen=True)
class AsRead:
    """What the network makes of a question when nothing in it is taken for vague."""

    reader: Reader
    likeness: Likeness
    likeliest: tuple[str, ...]
    """SQL, best first."""

    def tables(self, ground: Ground) -> tuple[str, ...]:
        """Those of the best, as the schema spells them."""
        import sqlglot
        from sqlglot import exp

        tree = sqlglot.parse_one(self.likeliest[0], dialect=ground.schema.dialect) if self.likeliest else exp.Select()
        found = (ground.schema.table(table.name) for table in tree.find_all(exp.Table))
        return tuple(dict.fromkeys(table.qualified for table in found if table))


def with_each(
    text: str, sql: str, shown: Sequence[int], columns: Sequence[int], reader: Reader
) -> list[str | None] | None:
    """The reading with each column in the place of the one it shows of `shown`, and with all of them there.

    None where it shows none of them, or several; all of them together may be more than can be written."""
    values = reader.values(text)
    slots = [slot for slot in shown_slots(reader.form(sql, values) or ()) if slot.column in shown]
    if len(slots) != 1:
        return None
    forms = [*(slots[0].filled((column,)) for column in columns), slots[0].filled(columns)]
    found = [reader.written(text, form, values) for form in forms]
    return found if all(found[:-1]) else None
