"""What a series over time says: where it began, where it ended, its highest and lowest."""

from __future__ import annotations

from answerable.answers.answer_facts import as_float
from answerable.answers.sentence.sentence_writer import Bound, Pieces, Teller
from answerable.answers.time_axis import Grain

__all__ = ["by", "say_series", "when"]

_MEASURES_SAID = 2
_LOW_NEEDS = 4
"""Rows from which on the lowest is worth a word besides the highest."""
_PREPOSITION = {Grain.DAY: "on", Grain.MOMENT: "at"}


def say_series(teller: Teller, question: str) -> Pieces | None:
    """One line over time; None where the time repeats or another column divides it."""
    facts = teller.facts
    if facts.time is None or facts.dimensions or not facts.measures:
        return None
    order = _in_time(teller, facts.time)
    if order is None:
        return None
    whole, running = _whole_periods(teller, order)
    said: list[Pieces] = []
    for measure in facts.measures[:_MEASURES_SAID]:
        rows = [row for row in whole if as_float(teller.view.columns[measure][row]) is not None]
        if len(rows) >= 2:
            said.append(_one_series(teller, measure, rows))
    if said and running is not None:
        said.append(_so_far(teller, running))
    return teller.sentences(said) or None


def _in_time(teller: Teller, time: str) -> list[int] | None:
    """Rows from early to late, rows without a time left out; None where a time comes twice."""
    periods = teller.view.periods(time)
    if periods is None:
        return None
    dated = sorted((start, row) for row, start in enumerate(periods.starts) if start is not None)
    if len({start for start, _ in dated}) < len(dated):
        return None
    return [row for _, row in dated]


def _whole_periods(teller: Teller, order: list[int]) -> tuple[list[int], int | None]:
    """Rows in time, and the last of them by itself where its period is not over: half a month is no fall."""
    periods, today = teller.view.periods(str(teller.facts.time)), teller.facts.today
    if periods is None or today is None or len(order) <= 2 or not periods.holds(order[-1], today):
        return order, None
    return order[:-1], order[-1]


def _so_far(teller: Teller, row: int) -> Pieces:
    shown = [name for name in teller.facts.measures[:_MEASURES_SAID] if teller.view.columns[name][row] is not None]
    values = teller.join([teller.value(row, name) for name in shown])
    time = Bound(row, str(teller.facts.time))
    return teller.phrase("not_over", time=time, values=values) if shown else teller.phrase("not_over_yet", time=time)


def _one_series(teller: Teller, measure: str, rows: list[int]) -> Pieces:
    time = str(teller.facts.time)
    values = {row: as_float(teller.view.columns[measure][row]) or 0.0 for row in rows}
    first, last = rows[0], rows[-1]
    label = teller.title(measure)
    if len(set(values.values())) == 1:
        return teller.phrase(
            "steady",
            label=label,
            by=by(teller),
            first=teller.value(first, measure),
            first_time=Bound(first, time),
            last_time=Bound(last, time),
        )
    return teller.phrase(
        "series",
        label=label,
        by=by(teller),
        first=teller.value(first, measure),
        first_when=when(teller, first),
        last=teller.value(last, measure),
        last_when=when(teller, last),
        extremes=_extremes(teller, measure, rows, values),
    )


def _extremes(teller: Teller, measure: str, rows: list[int], values: dict[int, float]) -> Pieces:
    peak = max(rows, key=lambda row: values[row])
    low = min(rows, key=lambda row: values[row])
    if peak == rows[0]:
        said = teller.phrase("peak_is_first")
    elif peak == rows[-1]:
        said = teller.phrase("peak_is_last")
    else:
        said = teller.phrase("peak", when=when(teller, peak), value=teller.value(peak, measure))
    if len(rows) >= _LOW_NEEDS and low not in (rows[0], rows[-1]):
        said += teller.phrase("low", when=when(teller, low), value=teller.value(low, measure))
    return said


def when(teller: Teller, row: int) -> Pieces:
    time = str(teller.facts.time)
    periods = teller.view.periods(time)
    grain = periods.grain if periods else Grain.MOMENT
    return teller.phrase(_PREPOSITION.get(grain, "in"), time=Bound(row, time))


def by(teller: Teller) -> Pieces:
    periods = teller.view.periods(str(teller.facts.time))
    if periods is None or periods.grain is Grain.MOMENT:
        return ()
    return teller.phrase("by", grain=teller.phrase(periods.grain.value))
