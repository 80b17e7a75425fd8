"""What a list of rows says: how many there are, and which comes first."""

from __future__ import annotations

from answerable.answers.answer_facts import is_number
from answerable.answers.sentence.sentence_writer import Bound, Pieces, Teller
from answerable.answers.values.plain_text import safe_text

__all__ = ["say_list", "say_values"]

_COLUMNS_SAID = 6
_VALUES_SAID = 5
_NAMES_SAID = 3


def say_values(teller: Teller, question: str) -> Pieces | None:
    """One column, many rows."""
    if len(teller.view.names) != 1:
        return None
    name = teller.view.names[0]
    if said := _say_names(teller):
        return said
    shown = min(teller.view.rows, _VALUES_SAID)
    items = teller.join([(Bound(row, name),) for row in range(shown)], has_more=teller.view.rows > shown)
    return teller.phrase("values", count=f"{teller.view.rows:,}", label=teller.label(name), items=items)


def _say_names(teller: Teller) -> Pieces | None:
    """`14 customers: Ada Park, Bo Stein and more.`; None where it is not known what a row is."""
    facts, view = teller.facts, teller.view
    if not facts.subject:
        return None
    names = [name for name in view.names if name in facts.spoken and facts.spoken[name].names_row]
    if any(map(is_number, (value for name in names for value in view.columns[name]))):
        names = []  # the number of a row tells nobody which one it is
    count, rows = f"{view.rows:,}", safe_text(facts.subject)
    if not names:
        return teller.phrase("counted", count=count, rows=rows)
    shown = min(view.rows, _NAMES_SAID)
    items = teller.join([teller.naming(row, names) for row in range(shown)], has_more=view.rows > shown)
    return teller.phrase("named_list", count=count, rows=rows, items=items)


def say_list(teller: Teller, question: str) -> Pieces:
    if said := _say_names(teller):
        return said
    names = teller.view.names[:_COLUMNS_SAID]
    items = [teller.phrase("named", label=teller.label(name), value=Bound(0, name)) for name in names]
    first = teller.join(items, has_more=len(teller.view.names) > _COLUMNS_SAID)
    rows = safe_text(teller.facts.subject) or teller.phrase("rows")
    return teller.phrase("list", count=f"{teller.view.rows:,}", rows=rows, items=first)
