"""Types hidden in text or integers: what a column holds in truth, by its values and its name."""

from __future__ import annotations

from answerable.kernel.schema import Column, Kind, Table
from answerable.semantics.meaning_words import MeaningWords, is_among, word_data
from answerable.semantics.semantic_model import Clue, HiddenType
from answerable.semantics.value_formats import ValueFormat, format_of_numbers, format_of_texts

__all__ = ["hidden_type"]

_MOST_LOOKED_AT = 400


def hidden_type(table: Table, column: Column, words: MeaningWords) -> HiddenType | None:
    if column.kind is Kind.TEXT or column.kind is Kind.OTHER or column.kind.is_date:
        return _in_text(table, column, words)
    return _in_numbers(table, column, words) if column.kind is Kind.INTEGER else None


def _in_text(table: Table, column: Column, words: MeaningWords) -> HiddenType | None:
    texts = [cell for cell in column.cells if isinstance(cell, str)] or list(column.common_values)
    found = format_of_texts(texts[:_MOST_LOOKED_AT])
    if found is None or _is_declared(column, found):
        return None
    if found.kind in ("number", "percent") and _is_no_number(words):
        return None
    if found.name in ("yyyymmdd", "epoch_s", "epoch_ms") and not _names_a_date(words):
        return None
    if found.kind == "number" and found.fits < found.seen and not is_measure_name(words):
        return None
    return _hidden(table, column, found)


def _is_no_number(words: MeaningWords) -> bool:
    """Digits of a phone or a postcode are no number, nor is what ends as an id."""
    data = word_data("measure_words")["digits"]
    return bool({*words} & {*data["words"]}) or words[-1] in data["endings"]


def _is_declared(column: Column, found: ValueFormat) -> bool:
    """SQLite stores a DATE as text: written as ISO says, it is what it is declared to be."""
    return column.kind.is_date and found.name.startswith("yyyy-mm-dd")


def _in_numbers(table: Table, column: Column, words: MeaningWords) -> HiddenType | None:
    if not _names_a_date(words):
        return None
    numbers = [cell for cell in column.cells if isinstance(cell, int | float)][:_MOST_LOOKED_AT]
    found = format_of_numbers(numbers)
    return _hidden(table, column, found) if found else None


def _names_a_date(words: MeaningWords) -> bool:
    return any(is_among(words, "date_words", "roles", role, "words") for role in word_data("date_words")["roles"])


def is_measure_name(words: MeaningWords) -> bool:
    return any(is_among(words, "measure_words", "kinds", kind, "words") for kind in word_data("measure_words")["kinds"])


def _hidden(table: Table, column: Column, found: ValueFormat) -> HiddenType:
    share = found.fits / found.seen
    return HiddenType(
        table=table.qualified,
        column=column.name,
        kind=found.kind,
        format=found.name,
        currency=found.currency,
        unreadable=found.seen - found.fits,
        probability=round(0.99 * share if found.seen >= 5 else 0.85 * share, 3),
        clues=(Clue("values_fit_format", (("format", found.name), ("fit", found.fits), ("seen", found.seen))),),
    )
