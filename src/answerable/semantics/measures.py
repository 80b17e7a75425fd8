"""Columns to count with: what kind of figure, in which unit and scale, and how it may be aggregated."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import Kind
from answerable.semantics.column_facts import ColumnFacts, SourceFacts
from answerable.semantics.flag_values import is_flag
from answerable.semantics.key_columns import key_of
from answerable.semantics.meaning_words import MeaningWords, word_data
from answerable.semantics.semantic_model import BusinessMeasure, Clue, Relationship

__all__ = ["find_measures"]

_KIND_OF_UNIT = {"money": "amount", "percent": "rate", "minutes": "duration", "hours": "duration", "days": "duration"}
_KIND_OF_UNIT |= dict.fromkeys(("seconds", "milliseconds", "weeks", "months", "years", "nights"), "duration")
_MONEY_KINDS = frozenset(("amount", "price", "balance"))
_MONEY_UNITS = frozenset(("money", "EUR", "USD", "GBP", "CHF", "KRW", "JPY"))
_FEWEST_DISTINCT = 6
_HIGHEST_PERCENT = 100
"""A rate above it is a price."""


@dataclass(frozen=True, slots=True)
class _Unit:
    unit: str = ""
    scale: float = 1.0
    word: str = ""


def find_measures(source: SourceFacts, relationships: tuple[Relationship, ...]) -> tuple[BusinessMeasure, ...]:
    pointing = {(one.table, name) for one in relationships for name in one.columns}
    return tuple(_each(source, pointing))


def _each(source: SourceFacts, pointing: set[tuple[str, str]]) -> Iterator[BusinessMeasure]:
    for table, facts in source.each_column():
        is_own = (table.name, facts.name) in pointing or facts.name in key_of(table)
        if not is_own and facts.is_number and not facts.is_date and not is_flag(facts):
            measure = _measure(facts)
            if measure:
                yield measure


def _measure(facts: ColumnFacts) -> BusinessMeasure | None:
    unit = _unit(facts.words)
    words = tuple(word for word in facts.words if word not in unit.word.split()) or facts.words
    kind, word = _kind(words)
    if kind == "never" and not (unit.unit and unit.unit != "percent"):
        return None
    clues = [Clue("measure_word", (("word", word), ("kind", kind)))] if word else []
    certainty = 0.93
    if kind in ("", "never"):
        kind = "rate" if unit.unit == "percent" else _KIND_OF_UNIT.get(unit.unit, "size" if unit.unit else "")
    if facts.hidden and facts.hidden.kind == "money":
        kind = kind if kind in _MONEY_KINDS else "amount"
    if not kind:
        if not _may_measure(facts):
            return None
        kind, certainty = "number", 0.55
        clues.append(Clue("number_that_varies", (("distinct", facts.distinct or len(set(facts.values))),)))
    if kind == "rate" and not unit.unit and word == "rate" and (facts.greatest or 0) > _HIGHEST_PERCENT:
        kind = "price"
    if _is_price_of_unit(kind, word, facts.words, unit):
        kind, unit = "price", _Unit(f"money per {unit.unit}", unit.scale, unit.word)
    if word in ("vat", "tax") and _is_tax_rate(facts):
        kind = "rate"
    if unit.unit:
        clues.append(Clue("unit_word", (("word", unit.word), ("unit", unit.unit))))
    unit = _refined(facts, kind, unit)
    kind = "rate" if kind in ("amount", "price") and unit.unit in ("percent", "fraction") else kind
    return BusinessMeasure(
        table=facts.table.qualified,
        column=facts.name,
        kind=kind,
        label=" ".join(words),
        unit=unit.unit,
        scale=unit.scale,
        aggregations=tuple(
            word_data("measure_words")["kinds"].get(kind, {}).get("aggregations", ("avg", "sum", "min", "max"))
        ),
        probability=certainty,
        clues=tuple(clues),
    )


def _is_price_of_unit(kind: str, word: str, words: MeaningWords, unit: _Unit) -> bool:
    """`rate_km`, `price_per_kg`, `tariff_per_kwh`."""
    if unit.unit in ("", "percent") or unit.scale != 1 or unit.unit in _MONEY_UNITS:
        return False
    return (kind == "rate" and word == "rate") or kind == "price" or (kind == "amount" and "per" in words)


def _unit(words: MeaningWords) -> _Unit:
    units: dict[str, dict[str, Any]] = word_data("measure_words")["units"]
    for size in (2, 1):
        for start in range(len(words) - size, -1, -1):
            phrase = " ".join(words[start : start + size])
            if phrase in units:
                return _Unit(units[phrase]["unit"], float(units[phrase]["scale"]), phrase)
    letter = word_data("measure_words")["letter_units"].get(words[-1])
    if letter and len(words) > 1 and words[-2] in letter["after"]:
        return _Unit(letter["unit"], 1.0, words[-1])
    return _Unit()


@cache
def _phrases() -> dict[MeaningWords, str]:
    data = word_data("measure_words")
    found = {tuple(phrase.split()): "never" for phrase in data["never"]["words"]}
    for kind, given in reversed(data["kinds"].items()):
        found |= {tuple(phrase.split()): kind for phrase in given["words"]}
    found |= {tuple(phrase.split()): "never" for phrase in data["never"]["words"]}
    return found


def _kind(words: MeaningWords) -> tuple[str, str]:
    """The kind of the phrase that ends last, the longest of those."""
    known = _phrases()
    for end in range(len(words), 0, -1):
        for start in range(end):
            if kind := known.get(words[start:end]):
                weak = words[start:end] == ("total",) and start > 0
                earlier = _kind(words[:start]) if weak else ("", "")
                return earlier if earlier[0] else (kind, " ".join(words[start:end]))
    return "", ""


def _is_tax_rate(facts: ColumnFacts) -> bool:
    """A few small numbers: 19, 7 and 0 are rates, not amounts."""
    return bool(facts.values) and len(set(facts.values)) <= 6 and (facts.greatest or 0) <= 30


def _may_measure(facts: ColumnFacts) -> bool:
    """A number that nothing is known of, but that varies and is no running number."""
    distinct = facts.distinct or len(set(facts.values))
    are_years = facts.kind is Kind.INTEGER and (facts.least or 0) >= 1900 and (facts.greatest or 0) <= 2100
    return distinct >= _FEWEST_DISTINCT and not facts.is_unique and not are_years


def _refined(facts: ColumnFacts, kind: str, unit: _Unit) -> _Unit:
    """With what the values show: a currency sign, whether a rate is a fraction or a percentage."""
    if facts.hidden and facts.hidden.kind == "money":
        return _Unit(facts.hidden.currency or "money", unit.scale, unit.word)
    if facts.hidden and facts.hidden.kind == "percent":
        return _Unit("percent", 1.0, "%")
    if kind == "rate" and unit.unit in ("", "percent") and unit.scale == 1:
        return _Unit("fraction" if _are_fractions(facts) else "percent", 1.0, unit.word)
    if kind in _MONEY_KINDS and not unit.unit and kind != "balance":
        return _Unit("money", unit.scale, unit.word)
    return unit


def _are_fractions(facts: ColumnFacts) -> bool:
    numbers = [value for value in facts.values if isinstance(value, int | float)]
    return bool(numbers) and max(numbers) <= 1 and any(0 < value < 1 for value in numbers)
