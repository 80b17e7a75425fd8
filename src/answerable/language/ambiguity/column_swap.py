"""Readings made of another: the same query with other columns in the place of one that it shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from answerable.kernel.light_dataclass import dataclass
from answerable.language.ambiguity.template_slots import shown_slots
from answerable.sql.parse import parse_sql

if TYPE_CHECKING:
    from answerable.language.ambiguity.schema_facts import SchemaFacts
    from answerable.language.ambiguity.similarity import Likeness
    from answerable.language.neural.neural_parser import NeuralParser

__all__ = ["AsRead", "with_each"]


@dataclass(frozen=True)
class AsRead:
    """What the network makes of a question when nothing in it is taken for vague."""

    reader: NeuralParser
    likeness: Likeness
    likeliest: tuple[str, ...]
    """SQL, best first."""

    def tables(self, ground: SchemaFacts) -> tuple[str, ...]:
        """Those of the best, as the schema spells them."""
        from sqlglot import exp

        tree = parse_sql(self.likeliest[0], ground.schema.dialect) if self.likeliest else exp.Select()
        result = (ground.schema.table(table.name) for table in tree.find_all(exp.Table))
        return tuple(dict.fromkeys(table.qualified for table in result if table))


def with_each(
    text: str, sql: str, shown: Sequence[int], columns: Sequence[int], reader: NeuralParser
) -> list[str | None] | None:
    """The reading with each column in the place of the one it shows of `shown`, and with all of them there.

    None where it shows none of them, or several; all of them together may be more than can be written."""
    values = reader.values(text)
    slots = [slot for slot in shown_slots(reader.form(sql, values) or ()) if slot.column in shown]
    if len(slots) != 1:
        return None
    forms = [*(slots[0].fill_with((column,)) for column in columns), slots[0].fill_with(columns)]
    result = [reader.write_sql(text, form, values) for form in forms]
    return result if all(result[:-1]) else None
