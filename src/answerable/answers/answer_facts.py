"""What is known about a result before anything is said about it: which columns measure, which name, which tell time."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, Any

from answerable.answers.column_titles import is_label
from answerable.answers.spoken_columns import SpokenColumn
from answerable.answers.time_axis import Periods, read_periods
from answerable.answers.values.number_text import NumberStyle, number_style
from answerable.answers.values.typed_cells import column_values, unique_names
from answerable.kernel.light_dataclass import dataclass
from answerable.naming.identifiers import identifier_words
from answerable.words.languages import LANGUAGES

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Facts", "ResultView", "as_float", "derive_facts", "is_number"]


@dataclass(frozen=True, slots=True)
class Facts:
    """Columns are named as `unique_names` names them. Every column has one role at most."""

    measures: tuple[str, ...] = ()
    dimensions: tuple[str, ...] = ()
    time: str | None = None
    filters: tuple[str, ...] = ()
    """In words, as an empty answer would repeat them: "status is 'paid'"."""
    is_truncated: bool = False
    row_limit: int | None = None
    lang: str = "en"
    subject: str = ""
    """What a row is, in the plural ("orders"); empty when not known."""
    spoken: Mapping[str, SpokenColumn] = field(default_factory=dict)
    """What is known of columns besides their names."""
    today: date | None = None
    """The day of the answer, where that is known: a period that holds it is not over."""
    is_ongoing: bool = False
    """True where all figures are of a period that is not over."""


@dataclass(frozen=True)
class ResultView:
    """A result as the sentence and the chart read it: Python values by column name."""

    table: pa.Table

    @cached_property
    def names(self) -> list[str]:
        return unique_names(self.table.column_names)

    @cached_property
    def columns(self) -> dict[str, list[Any]]:
        return {name: column_values(column) for name, column in zip(self.names, self.table.columns, strict=True)}

    @cached_property
    def styles(self) -> dict[str, NumberStyle]:
        return {name: number_style(name, values) for name, values in self.columns.items()}

    @cached_property
    def _periods(self) -> dict[str, Periods | None]:
        return {}

    def periods(self, name: str) -> Periods | None:
        if name not in self._periods:
            self._periods[name] = read_periods(name, self.columns[name])
        return self._periods[name]

    @property
    def rows(self) -> int:
        return int(self.table.num_rows)


def derive_facts(
    table: pa.Table,
    *,
    filters: Sequence[str] = (),
    is_truncated: bool = False,
    row_limit: int | None = None,
    lang: str = "en",
    subject: str = "",
    spoken: Mapping[str, SpokenColumn] | None = None,
    today: date | None = None,
    is_ongoing: bool = False,
) -> Facts:
    """Roles from the columns' types and names; the rest as the caller knows it."""
    view = ResultView(table)
    time = next((name for name in view.names if view.periods(name) is not None), None)
    rest = [name for name in view.names if name != time]
    types = dict(zip(view.names, table.schema.types, strict=True))
    measures = [name for name in rest if _is_measure(name, types[name], view.columns[name])]
    return Facts(
        measures=tuple(measures),
        dimensions=tuple(name for name in rest if name not in measures),
        time=time,
        filters=tuple(filters),
        is_truncated=is_truncated,
        row_limit=row_limit if row_limit is not None else (table.num_rows if is_truncated else None),
        lang=lang if lang in LANGUAGES else LANGUAGES[0],
        subject=subject,
        spoken=spoken or {},
        today=today,
        is_ongoing=is_ongoing,
    )


def _is_measure(name: str, kind: pa.DataType, values: Sequence[Any]) -> bool:
    """Numbers that are added up or compared; an empty column is judged by its type."""
    present = [value for value in values if value is not None]
    if not (all(map(is_number, present)) if present else _is_number_type(kind)):
        return False
    return not is_label(name) and not _is_cycle(name, present)


def _is_number_type(kind: pa.DataType) -> bool:
    import pyarrow.types as kinds

    return bool(kinds.is_integer(kind) or kinds.is_floating(kind) or kinds.is_decimal(kind))


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float, Decimal)) and not isinstance(value, bool)


def as_float(value: Any) -> float | None:
    """A number a chart can place; None for NULL, NaN and infinities."""
    if not is_number(value):
        return None
    try:
        number = float(value)
    except (OverflowError, ValueError):
        return None
    return number if math.isfinite(number) else None


_CYCLES = {"month": 12, "weekday": 7, "dow": 7, "hour": 24, "day": 31, "quarter": 4, "week": 53}


def _is_cycle(name: str, present: Sequence[Any]) -> bool:
    """Months 1 to 12, hours 0 to 23: numbers that name a place in a circle."""
    words = identifier_words(name)
    most = _CYCLES.get(words[-1]) if words and "(" not in name else None
    if most is None or not present:
        return False
    return all(isinstance(value, int) and 0 <= value <= most for value in present)
