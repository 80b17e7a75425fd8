"""Measures that several columns give together: revenue of a line, gross, margin, the time between two dates, age."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from answerable.semantics.column_facts import ColumnFacts, SourceFacts
from answerable.semantics.meaning_words import word_data
from answerable.semantics.priced_units import counted_and_priced
from answerable.semantics.semantic_model import BusinessMeasure, Clue, DateRole, DerivedMeasure

__all__ = ["find_derived"]

_COUNTED = frozenset(("quantity", "units", "pieces", "count", "qty", "tickets", "copies", "items", "seats", "asked"))
_NIGHTLY = frozenset(("nightly", "night", "daily", "day", "per"))
_OF_ONE = frozenset(("unit", "each", "piece", "single"))
_UNIT_AMOUNT = _OF_ONE | {"amount", "value", "money", "item"}
_ADDITIVE = ("sum", "avg", "min", "max")
_MOST_SPANS = 6


def find_derived(
    source: SourceFacts, measures: tuple[BusinessMeasure, ...], dates: tuple[DateRole, ...]
) -> tuple[DerivedMeasure, ...]:
    by_table: dict[str, list[BusinessMeasure]] = defaultdict(list)
    for measure in measures:
        by_table[measure.table].append(measure)
    dates_of: dict[str, list[DateRole]] = defaultdict(list)
    for date in dates:
        dates_of[date.table].append(date)
    found: list[DerivedMeasure] = []
    for name, table in source.tables.items():
        if table.table.is_view:
            continue
        own, days = by_table[name], dates_of[name]
        found += (*_line_totals(name, own, "purchase" in table.noun.words), *_gross(name, own), *_margins(name, own))
        found += (*_labour(name, own), *_stays(name, own, days), *_spans(name, days))
        found += _ages(name, days, table.columns)
    return tuple(found)


def _words(measure: BusinessMeasure) -> set[str]:
    return set(measure.label.split())


def _line_totals(table: str, own: list[BusinessMeasure], is_bought: bool) -> Iterator[DerivedMeasure]:
    """Quantity × price × (1 − discount)."""
    found = _pieces(own) or counted_and_priced(own)
    if not found:
        return
    counted, price = found
    discount = _discount(own)
    parts = [("quantity", counted.column), ("price", price.column)]
    parts += _discount_parts(discount, price)
    has_total = any(one.kind == "amount" and _words(one) & {"total", "amount", "subtotal", "revenue"} for one in own)
    yield DerivedMeasure(
        table=table,
        kind="line_total",
        label="purchase value" if _words(price) & {"cost", "purchase"} or is_bought else "revenue",
        parts=tuple(parts),
        unit="money" if price.unit.startswith("money per") else price.unit,
        scale=price.scale * counted.scale,
        aggregations=_ADDITIVE,
        probability=0.5 if has_total else 0.92,
        clues=(Clue("quantity_and_price", (("discount", discount.column if discount else ""),)),),
    )


def _pieces(own: list[BusinessMeasure]) -> tuple[BusinessMeasure, BusinessMeasure] | None:
    """How many, and the price of one."""
    counted = [one for one in own if one.kind == "quantity" and _words(one) & _COUNTED]
    priced = [one for one in own if _is_price(one) and not _words(one) & _NIGHTLY and "hourly" not in _words(one)]
    priced = [one for one in priced if not one.unit.startswith("money per")]
    if not counted or not priced:
        return None
    price = min(
        priced,
        key=lambda one: (not _words(one) & {"unit", "each", "item"}, bool(_words(one) & {"cost", "purchase", "list"})),
    )
    return counted[0], price


def _discount_parts(discount: BusinessMeasure | None, price: BusinessMeasure) -> list[tuple[str, str]]:
    if discount is None:
        return []
    is_amount = discount.kind == "amount"
    if is_amount and discount.scale != price.scale:
        return []
    return [("discount", discount.column), ("discount_unit", "money" if is_amount else discount.unit)]


def _is_price(one: BusinessMeasure) -> bool:
    """`unit_ct` beside `qty` is the price of one piece, without the word."""
    return one.kind == "price" or (one.kind == "amount" and bool(_words(one) & _OF_ONE) and _words(one) <= _UNIT_AMOUNT)


def _discount(own: list[BusinessMeasure]) -> BusinessMeasure | None:
    """A rate, else an amount that is taken off."""
    said = [one for one in own if "discount" in _words(one)]
    rate = next((one for one in said if one.unit in ("percent", "fraction")), None)
    return rate or next((one for one in said if one.kind == "amount"), None)


def _gross(table: str, own: list[BusinessMeasure]) -> Iterator[DerivedMeasure]:
    """Net + tax."""
    money = [one for one in own if one.kind in ("amount", "price")]
    nets = [one for one in money if "net" in _words(one)]
    taxes = [one for one in money if _words(one) & {"tax", "vat"} and "net" not in _words(one)]
    if len(nets) == 1 and len(taxes) == 1 and nets[0].scale == taxes[0].scale:
        has_gross = any("gross" in _words(one) for one in money)
        yield DerivedMeasure(
            table=table,
            kind="gross",
            label=" ".join(["gross", *(word for word in nets[0].label.split() if word != "net")]),
            parts=(("net", nets[0].column), ("tax", taxes[0].column)),
            unit=nets[0].unit,
            scale=nets[0].scale,
            aggregations=nets[0].aggregations,
            probability=0.4 if has_gross else 0.92,
            clues=(Clue("net_and_tax"),),
        )


def _margins(table: str, own: list[BusinessMeasure]) -> Iterator[DerivedMeasure]:
    """What is left of a price after its cost."""
    bought = [one for one in own if one.kind in ("price", "amount") and _words(one) & {"purchase", "cost", "buying"}]
    sold = [
        one
        for one in own
        if one.kind == "price" and one not in bought and _words(one) & {"price", "sales", "asking", "selling"}
    ]
    if len(bought) == 1 and len(sold) == 1 and bought[0].scale == sold[0].scale:
        yield DerivedMeasure(
            table=table,
            kind="margin",
            label="margin",
            parts=(("price", sold[0].column), ("cost", bought[0].column)),
            unit=sold[0].unit,
            scale=sold[0].scale,
            aggregations=("avg", "sum", "min", "max"),
            probability=0.75,
            clues=(Clue("price_and_cost"),),
        )


def _labour(table: str, own: list[BusinessMeasure]) -> Iterator[DerivedMeasure]:
    """Time × hourly rate."""
    times = [one for one in own if one.kind == "duration" and one.unit in ("minutes", "hours")]
    rates = [
        one
        for one in own
        if one.kind in ("price", "rate")
        and _words(one) & {"rate", "hourly"}
        and one.unit not in ("percent", "fraction")
    ]
    rates += [
        one
        for one in own
        if one.kind == "rate" and _words(one) & {"hourly", "labour", "labor", "billing"} and one not in rates
    ]
    if len(rates) == 1 and times:
        time = next((one for one in times if _words(one) & _words(rates[0])), times[0])
        yield DerivedMeasure(
            table=table,
            kind="labour_total",
            label="labour cost",
            parts=(("time", time.column), ("time_unit", time.unit), ("rate", rates[0].column)),
            unit="money",
            scale=rates[0].scale,
            aggregations=_ADDITIVE,
            probability=0.8,
            clues=(Clue("time_and_rate"),),
        )


def _stays(table: str, own: list[BusinessMeasure], dates: list[DateRole]) -> Iterator[DerivedMeasure]:
    """Nights or days × rate × (1 − discount)."""
    rates = [one for one in own if one.kind in ("price", "rate", "amount") and _words(one) & _NIGHTLY]
    starts = [date for date in dates if date.role == "started"]
    ends = [date for date in dates if date.role == "ended"]
    if rates and starts and ends:
        parts = [("start", starts[0].column), ("end", ends[0].column), ("price", rates[0].column)]
        parts += _discount_parts(_discount(own), rates[0])
        yield DerivedMeasure(
            table=table,
            kind="stay_total",
            label="revenue",
            parts=tuple(parts),
            unit="money",
            scale=rates[0].scale,
            aggregations=_ADDITIVE,
            probability=0.85,
            clues=(Clue("span_and_rate"),),
        )


def _spans(table: str, dates: list[DateRole]) -> Iterator[DerivedMeasure]:
    """The time between a date that begins something and one that ends it."""
    pairs = [
        (start, end)
        for start in dates
        for end in dates
        if start is not end and start.role != end.role and _is_span(start.role, end.role)
    ]
    for start, end in pairs[:_MOST_SPANS]:
        yield DerivedMeasure(
            table=table,
            kind="span",
            label=f"time from {start.label} to {end.label}",
            parts=(("start", start.column), ("end", end.column)),
            unit="days",
            aggregations=("avg", "min", "max", "sum"),
            probability=0.8 if start.role == "started" else 0.7,
            clues=(Clue("start_and_end", (("start", start.role), ("end", end.role))),),
        )


def _is_span(start: str, end: str) -> bool:
    return any(start in span["start"] and end in span["end"] for span in word_data("date_words")["spans"])


def _ages(table: str, dates: list[DateRole], columns: tuple[ColumnFacts, ...]) -> Iterator[DerivedMeasure]:
    born = next((date.column for date in dates if date.role == "born"), None)
    year = next((facts.name for facts in columns if {"birth", "year"} <= {*facts.words} and facts.is_number), None)
    if born or year:
        yield DerivedMeasure(
            table=table,
            kind="age",
            label="age",
            parts=(("born", born),) if born else (("birth_year", year or ""),),
            unit="years",
            aggregations=("avg", "min", "max"),
            probability=0.95,
            clues=(Clue("birth"),),
        )
