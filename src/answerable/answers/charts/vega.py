"""The parts of a Vega-Lite spec: safe names, values JSON can carry, axes, and a look for light and dark.

Vega-Lite copies field names and titles into expressions it then parses, and does not escape all of them. So no name of
the data's own enters a spec as it is: `field_name` and `title_text` let through only what cannot end a string.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from copy import deepcopy
from datetime import datetime
from decimal import Decimal
from typing import Any

from answerable.answers.answer_facts import as_float
from answerable.answers.column_titles import is_share
from answerable.answers.time_axis import Grain
from answerable.answers.values.number_text import NumberStyle
from answerable.answers.values.plain_text import safe_text

__all__ = [
    "SCHEMA",
    "category_text",
    "chart_number",
    "field_names",
    "measure_axis",
    "number_format",
    "time_axis",
    "time_value",
    "title_text",
    "with_theme",
]

SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"
"""Names the language of the spec; nothing fetches it."""

PALETTE = ("#3f7fbf", "#e07b39", "#2f9e8f", "#c8465a", "#8a67b8", "#c2992b", "#5b8c3a", "#7d8597")
_FONT = "Helvetica, Arial, 'Liberation Sans', 'Noto Sans', 'Noto Sans CJK KR', 'Apple SD Gothic Neo', sans-serif"
_UNSAFE_IN_FIELD = re.compile(r"[^\w ()-]")
_TYPOGRAPHIC = str.maketrans({'"': "”", "'": "’", "\\": "/", "`": "’", "$": "＄"})
_LONGEST_LABEL = 60
_SAFE_INTEGER = 2**53
_SHORTENED_FROM = 10_000
_SHORT_NUMBER = "replace(format(datum.value, '~s'), 'G', 'B')"
"""1.2M and 3B rather than seven digits on an axis."""
_TIME_FORMATS = {
    Grain.YEAR: "%Y",
    Grain.QUARTER: "%Y-Q%q",
    Grain.MONTH: "%b %Y",
    Grain.WEEK: "%G-W%V",
    Grain.DAY: "%d %b %Y",
    Grain.MOMENT: "%d %b %H:%M",
}
_TICKS = {Grain.YEAR: "year", Grain.MONTH: "month", Grain.QUARTER: {"interval": "month", "step": 3}, Grain.WEEK: "week"}


def field_names(names: Iterable[str]) -> dict[str, str]:
    """Column → field. Dots, brackets, quotes and backslashes, which Vega-Lite reads as a path, become `_`."""
    fields: dict[str, str] = {}
    for name in names:
        field = base = _UNSAFE_IN_FIELD.sub("_", name) or "_"
        count = 1
        while field in fields.values():
            count += 1
            field = f"{base}_{count}"
        fields[name] = field
    return fields


def title_text(text: str) -> str:
    """The text for a title: one line, quotes and backslashes as look-alikes that end no string."""
    shown = safe_text(text).translate(_TYPOGRAPHIC)
    return shown[:1].upper() + shown[1:]


def chart_number(value: Any) -> int | float | None:
    """What a mark can be placed by; None (drawn as a gap) for NULL, NaN and infinities."""
    if isinstance(value, int) and abs(value) <= _SAFE_INTEGER:
        return int(value)
    if isinstance(value, Decimal) and value.is_finite() and value == value.to_integral_value():
        return chart_number(int(value)) if abs(value) <= _SAFE_INTEGER else as_float(value)
    return as_float(value)


def category_text(value: Any) -> str:
    text = "NULL" if value is None else safe_text(str(value))
    return text if len(text) <= _LONGEST_LABEL else text[: _LONGEST_LABEL - 1] + "…"


def time_value(start: datetime | None) -> str | None:
    """Wall-clock time without a zone, so that a month begins on its first day wherever the chart is drawn."""
    return None if start is None else start.isoformat(timespec="seconds")


def number_format(name: str, values: Sequence[float], style: NumberStyle) -> str:
    """d3's format for labels and tooltips."""
    if is_share(name) and values and all(0 <= value <= 1 for value in values):
        return ".1%"
    return f",.{style.decimals or 0}f"


def measure_axis(name: str, values: Sequence[float]) -> dict[str, Any]:
    """Axis of a measure: few ticks, short numbers."""
    axis: dict[str, Any] = {"tickCount": 5}
    if is_share(name) and values and all(0 <= value <= 1 for value in values):
        axis["format"] = ".0%"
    elif max(map(abs, values), default=0) >= _SHORTENED_FROM:
        axis["labelExpr"] = _SHORT_NUMBER
    return axis


def time_axis(grain: Grain, count: int) -> dict[str, Any]:
    """Axis over time, labelled in the grain of the data; a tick for each period while they are few."""
    axis: dict[str, Any] = {"format": _TIME_FORMATS[grain], "labelOverlap": True, "grid": False}
    if grain in _TICKS and count <= 12:
        axis["tickCount"] = _TICKS[grain]
    return axis


def base_config() -> dict[str, Any]:
    """Colours that are read on white and on near-black alike."""
    return _config(text="#7a828e", strong="#7a828e", grid="#88888833", background="transparent")


def with_theme(spec: dict[str, Any], theme: str) -> dict[str, Any]:
    """The spec with full contrast for one background: `light` or `dark`."""
    config = _config(**_THEMES[theme])
    return {**deepcopy(spec), "config": config}


_THEMES = {
    "light": {"text": "#4b5563", "strong": "#111827", "grid": "#e5e7eb", "background": "#ffffff"},
    "dark": {"text": "#aeb6c2", "strong": "#f3f4f6", "grid": "#2b313b", "background": "#14171c"},
}


def _config(*, text: str, strong: str, grid: str, background: str) -> dict[str, Any]:
    labels = {"labelColor": text, "titleColor": text, "labelFontSize": 11, "titleFontSize": 11, "titleFontWeight": 500}
    return {
        "background": background,
        "font": _FONT,
        "padding": 14,
        "view": {"stroke": None},
        "axis": {
            **labels,
            "gridColor": grid,
            "domainColor": grid,
            "tickColor": grid,
            "labelPadding": 6,
            "titlePadding": 10,
            "labelLimit": 220,
        },
        "axisQuantitative": {"domain": False, "ticks": False, "labelFlush": False},
        "legend": {
            **labels,
            "orient": "bottom",
            "symbolType": "circle",
            "symbolSize": 80,
            "symbolStrokeWidth": 0,
            "columns": 4,
            "labelLimit": 160,
        },
        "title": {
            "anchor": "start",
            "color": strong,
            "fontSize": 15,
            "fontWeight": 600,
            "subtitleColor": text,
            "subtitleFontSize": 11,
            "offset": 14,
            "subtitlePadding": 5,
        },
        "range": {"category": list(PALETTE)},
        "bar": {"color": PALETTE[0], "cornerRadiusEnd": 2},
        "line": {"color": PALETTE[0], "strokeWidth": 2.5, "strokeCap": "round", "strokeJoin": "round"},
        "point": {"color": PALETTE[0], "filled": True, "size": 60, "opacity": 0.75},
        "text": {"color": text, "fontSize": 11},
    }
