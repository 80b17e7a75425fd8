"""What a column is for, told from its name, type and place: key, measure, date, money in cents, label, personal."""

from __future__ import annotations

import re
from collections.abc import Iterable

from answerable.kernel.schema import Column, Kind, Table
from answerable.naming.identifiers import identifier_lemmas
from answerable.naming.word_files import word_file

__all__ = [
    "clock",
    "date_columns",
    "is_cents",
    "is_key",
    "is_measure",
    "is_personal",
    "labels",
]

_WORDS = word_file("answerable.language.linking")
_PERSONAL = _WORDS.word_set("personal")
_LABELS = _WORDS.words("labels")
_DATE_ENDINGS = _WORDS.word_set("date_endings")
_NOT_MEASURES = _WORDS.word_set("not_measures")
_LATE_DATES = _WORDS.word_set("late_dates")


def is_key(table: Table, column: Column) -> bool:
    words = identifier_lemmas(column.name)
    pointing = any(column.name in key.columns for key in table.foreign_keys)
    return pointing or column.name in table.primary_key or words[-1:] in (("id",), ("uuid",), ("key",), ("fk",))


def is_cents(column: Column) -> bool:
    """Money kept as whole hundredths: the name ends in cents and the type is an integer."""
    return column.kind is Kind.INTEGER and identifier_lemmas(column.name)[-1:] == ("cent",)


def clock(column: Column) -> str | None:
    """How the column holds a moment; None when it holds none.

    `date`, `text` (ISO text), `month_text` (YYYY-MM), `year_number`, `epoch_ms` or `epoch_s`.
    """
    if column.kind.is_date:
        return "date"
    words = identifier_lemmas(column.name)
    if words[-1:] == ("year",) and column.kind is Kind.INTEGER:
        return "year_number"
    if words[-1:] == ("month",) and column.kind is Kind.TEXT and _look_like(r"\d{4}-\d{2}\Z", column):
        return "month_text"
    if column.kind is Kind.INTEGER and words[-1:] == ("ms",) and _DATE_ENDINGS.intersection((*words[:-1], "")):
        return "epoch_ms"
    if column.kind is Kind.INTEGER and words[-1:] in (("epoch",), ("timestamp",), ("unix",), ("ts",)):
        return "epoch_s"
    looks = column.kind is Kind.TEXT and words[-1:] and words[-1] in _DATE_ENDINGS - {"time", "since", "day"}
    return "text" if looks and (not column.common_values or _look_like(r"\d{4}-\d{2}-\d{2}", column)) else None


def _look_like(pattern: str, column: Column) -> bool:
    return bool(column.common_values) and all(re.match(pattern, value) for value in column.common_values[:5])


def is_measure(table: Table, column: Column) -> bool:
    """True when adding up or averaging the column can mean something."""
    words = identifier_lemmas(column.name)
    usable = column.kind.is_number and not is_key(table, column) and clock(column) is None
    return usable and not _NOT_MEASURES.intersection(words[-1:]) and words[:1] not in (("is",), ("has",))


def is_personal(column: Column) -> bool:
    return bool(_PERSONAL.intersection(identifier_lemmas(column.name)))


def labels(table: Table) -> tuple[Column, ...]:
    """The columns a person recognises a row by: its name or title, else first and last name, else the key."""
    by_word = {"_".join(identifier_lemmas(column.name)): column for column in table.columns}
    own = "_".join(identifier_lemmas(table.name))
    parts = [c for part in ("first", "last") for c in table.columns if identifier_lemmas(c.name)[-2:] == (part, "name")]
    for wanted in (*(_LABELS if len(parts) < 2 else _LABELS[:1]), *(f"{own}_{label}" for label in _LABELS)):
        if wanted in by_word:
            return (by_word[wanted],)
    if len(parts) == 2:
        return tuple(parts)
    ending = next((c for c in table.columns if identifier_lemmas(c.name)[-1:] in (("name",), ("title",))), None)
    return (ending,) if ending else _telling(table) or _key_columns(table)


def _telling(table: Table) -> tuple[Column, ...]:
    """The first text of which no two rows seem to share a value."""
    rows = table.row_estimate or 0
    texts = (column for column in table.columns if column.kind is Kind.TEXT and clock(column) is None)
    return next(((column,) for column in texts if 1 < rows == column.distinct_estimate), ())


def _key_columns(table: Table) -> tuple[Column, ...]:
    return tuple(c for c in table.columns if c.name in table.primary_key) or table.columns[:1]


def date_columns(table: Table) -> tuple[Column, ...]:
    """Columns that hold moments, the one most likely meant first."""
    return tuple(sorted(_clocks(table.columns), key=lambda column: -date_weight(table, column)))


def _clocks(columns: Iterable[Column]) -> list[Column]:
    return [column for column in columns if clock(column)]


def date_weight(table: Table, column: Column) -> float:
    """How likely a question without a hint means this date: the table's own event first, bookkeeping last."""
    words = set(identifier_lemmas(column.name))
    if words & _LATE_DATES:
        return 0.1
    own = set(identifier_lemmas(table.name)) & words
    plain = words <= _DATE_ENDINGS
    event = words & {"created", "occurred", "happened", "signed", "started", "start", "begin", "from"}
    weight = 0.5 + (0.3 if own or plain else 0.1 if event else 0.0)
    return weight + (0.05 if not column.nullable else 0.0)
