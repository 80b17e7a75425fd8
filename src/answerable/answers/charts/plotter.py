"""A result as charts see it: fields, rows that JSON can carry, encodings, titles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from answerable.answers.answer import Chart
from answerable.answers.answer_facts import Facts, ResultView, as_float
from answerable.answers.charts.vega import (
    SCHEMA,
    base_config,
    category_text,
    chart_number,
    field_names,
    measure_axis,
    number_format,
    time_axis,
    time_value,
    title_text,
)
from answerable.answers.column_titles import label_of
from answerable.answers.spoken_columns import joined_names
from answerable.answers.time_axis import Periods
from answerable.kernel.light_dataclass import dataclass
from answerable.naming.identifiers import identifier_words

__all__ = ["Plotter"]

_WIDTH, _HEIGHT = 640, 360
_NOT_ZERO_FROM = 0.6
"""A line whose lowest point is above this share of its highest is shown without the empty space down to zero."""


@dataclass(frozen=True)
class Plotter:
    view: ResultView
    facts: Facts

    @cached_property
    def measures(self) -> list[str]:
        """Measures with at least one value that can be placed."""
        return [name for name in self.facts.measures if self.numbers(name)]

    @cached_property
    def periods(self) -> Periods | None:
        return self.view.periods(self.facts.time) if self.facts.time else None

    @cached_property
    def fields(self) -> dict[str, str]:
        return field_names(self.view.names)

    def spare_field(self, name: str) -> str:
        """A field of the chart's own that no column has."""
        while name in self.fields.values():
            name += "_"
        return name

    def numbers(self, name: str) -> list[float]:
        return [number for value in self.view.columns[name] if (number := as_float(value)) is not None]

    def label(self, name: str) -> str:
        return title_text(self._words(name) + self._unit(name))

    def _words(self, name: str) -> str:
        spoken = self.facts.spoken.get(name)
        return spoken.title if spoken else label_of(name, self.facts.lang)

    def _unit(self, name: str) -> str:
        spoken = self.facts.spoken.get(name)
        return f" ({spoken.unit})" if spoken and spoken.unit else ""

    def categories(self, names: Sequence[str]) -> list[str]:
        """One label a row; two columns that name a row together are joined by a dot."""
        columns = [[category_text(value) for value in self._labels(name)] for name in names]
        between = " " if len(joined_names(names)) == 1 else " · "
        return [between.join(parts) for parts in zip(*columns, strict=True)]

    def _labels(self, name: str) -> Sequence[Any]:
        periods = self.periods if name == self.facts.time else None
        return periods.labels if periods else self.view.columns[name]

    def values(self, name: str) -> list[int | float | None]:
        return [chart_number(value) for value in self.view.columns[name]]

    def times(self) -> list[str | None]:
        return [time_value(start) for start in self.periods.starts] if self.periods else []

    def is_spread_over_time(self) -> bool:
        """True when the rows are told apart by time, together with the one dimension there may be."""
        if self.periods is None or len({*self.periods.starts} - {None}) < 2:
            return False
        keys = zip(self.periods.starts, *map(self._labels, self.facts.dimensions), strict=True)
        return len(set(map(repr, keys))) == self.view.rows

    def rows(self, columns: dict[str, Sequence[Any]]) -> list[dict[str, Any]]:
        """Columns by name as rows by field."""
        fields = [self.fields[name] for name in columns]
        return [dict(zip(fields, values, strict=True)) for values in zip(*columns.values(), strict=True)]

    def is_positive(self, name: str) -> bool:
        return min(self.numbers(name)) >= 0

    def time_channel(self) -> dict[str, Any]:
        """Encoding of the time column; call only where there is one."""
        name = str(self.facts.time)
        periods = self.view.periods(name)
        if periods is None:
            raise TypeError(f"{name} does not tell time.")
        axis = time_axis(periods.grain, len(set(periods.starts)))
        return {"field": self.fields[name], "type": "temporal", "title": self.label(name), "axis": axis}

    def measure_channel(self, name: str, *, from_zero: bool = True) -> dict[str, Any]:
        numbers = self.numbers(name)
        channel = {
            "field": self.fields[name],
            "type": "quantitative",
            "title": self.label(name),
            "axis": measure_axis(name, numbers),
        }
        if not from_zero and min(numbers) > _NOT_ZERO_FROM * max(numbers):
            channel["scale"] = {"zero": False, "nice": True}
        return channel

    def tooltip(self, name: str) -> dict[str, Any]:
        """What is shown when a mark is pointed at."""
        shown = {"field": self.fields[name], "title": self.label(name)}
        if name == self.facts.time:
            return {**shown, "type": "temporal", "format": self.time_channel()["axis"]["format"]}
        if name in self.measures:
            return {**shown, "type": "quantitative", "format": self.format(name)}
        return {**shown, "type": "nominal"}

    def format(self, name: str) -> str:
        return number_format(name, self.numbers(name), self.view.styles[name])

    def title(self, measures: Sequence[str], by: Sequence[str], note: str = "") -> dict[str, Any]:
        """ "Revenue and cost by month"; the note stands below it."""
        lang = self.facts.lang
        what, names = list(map(self._words, measures)), self._names(by)
        if lang == "ko":
            text = (f"{'별 '.join(names)}별 " if names else "") + ", ".join(what)
        else:
            text = " and ".join(what) + (f" by {' and '.join(names)}" if names else "")
        return {"text": title_text(text), **({"subtitle": note} if note else {})}

    def _names(self, columns: Sequence[str]) -> list[str]:
        """Of a name in two columns, what the row is."""
        return [self._words(parts[0]) if len(parts) == 1 else self._person(parts[0]) for parts in joined_names(columns)]

    def _person(self, given_name: str) -> str:
        """`guest_given_name` is the guest's; else it is a name."""
        if given_name in self.facts.spoken:
            return self._words(given_name)
        owner = identifier_words(given_name)[:-2]
        return label_of(" ".join(owner) or "name", self.facts.lang)

    def chart(self, kind: str, rows: list[dict[str, Any]], height: int = _HEIGHT, **parts: Any) -> Chart:
        spec = {
            "$schema": SCHEMA,
            "description": parts["title"]["text"],
            "width": _WIDTH,
            "height": height,
            "autosize": {"type": "fit", "contains": "padding"},
            "data": {"values": rows},
            **parts,
            "config": base_config(),
        }
        return Chart(kind, spec)
