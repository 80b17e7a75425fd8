"""What a series divided by a category says: its highest and its lowest cell."""

from __future__ import annotations

from answerable.answers.answer_facts import as_float
from answerable.answers.sentence.sentence_writer import Pieces, Teller
from answerable.answers.sentence.series import by, when
from answerable.answers.spoken_columns import joined_names

__all__ = ["say_panel"]


def say_panel(teller: Teller, question: str) -> Pieces | None:
    """Time and one or two dimensions: the highest and the lowest cell."""
    facts = teller.facts
    if (
        facts.time is None
        or not facts.measures
        or not 1 <= len(joined_names(facts.dimensions)) <= 2
        or not _is_panel(teller)
    ):
        return None
    measure = facts.measures[0]
    values = [as_float(value) for value in teller.view.columns[measure]]
    rows = [row for row, value in enumerate(values) if value is not None]
    if len({values[row] for row in rows}) < 2:
        return None
    peak, low = max(rows, key=lambda row: values[row] or 0.0), min(rows, key=lambda row: values[row] or 0.0)
    return teller.phrase(
        "panel",
        label=teller.title(measure),
        by=by(teller),
        dimensions=teller.join([(teller.label(name),) for name in facts.dimensions]),
        who=_who(teller, peak),
        when=when(teller, peak),
        value=teller.value(peak, measure),
        low_who=_who(teller, low),
        low_when=when(teller, low),
        low_value=teller.value(low, measure),
    )


def _is_panel(teller: Teller) -> bool:
    """True when a time comes more than once, and with its dimensions only once."""
    columns = [teller.view.columns[name] for name in teller.facts.dimensions]
    periods = teller.view.periods(str(teller.facts.time))
    if periods is None:
        return False
    keys = [repr(key) for key in zip(periods.labels, *columns, strict=True)]
    return len(set(periods.labels)) < len(keys) == len(set(keys))


def _who(teller: Teller, row: int) -> Pieces:
    return teller.naming(row, teller.facts.dimensions)
