"""What a list of rows says: how many there are, and which comes first."""

from __future__ import annotations

from answerable.answers.sentence.teller import Bound, Pieces, Teller
from answerable.answers.values.plain_text import safe_text

__all__ = ["say_list", "say_values"]

_COLUMNS_SAID = 6
_VALUES_SAID = 5


def say_values(teller: Teller, question: str) -> Pieces | None:
    """One column, many rows."""
    if len(teller.view.names) != 1:
        return None
    name = teller.view.names[0]
    shown = min(teller.view.rows, _VALUES_SAID)
    items = teller.join([(Bound(row, name),) for row in range(shown)], has_more=teller.view.rows > shown)
    return teller.phrase("values", count=f"{teller.view.rows:,}", label=teller.label(name), items=items)


def say_list(teller: Teller, question: str) -> Pieces:
    names = teller.view.names[:_COLUMNS_SAID]
    items = [teller.phrase("named", label=teller.label(name), value=Bound(0, name)) for name in names]
    first = teller.join(items, has_more=len(teller.view.names) > _COLUMNS_SAID)
    rows = safe_text(teller.facts.subject) or teller.phrase("rows")
    return teller.phrase("list", count=f"{teller.view.rows:,}", rows=rows, items=first)
