"""Charts as lines of plain text: bars for categories, sparklines for time. No colour codes; a door may add them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from answerable.answers.answer import Chart
from answerable.answers.answer_facts import as_float
from answerable.answers.values.number_text import NumberStyle, number_style
from answerable.answers.values.plain_text import NULL_TEXT, safe_text

__all__ = ["bars", "display_width", "sparkline", "terminal_chart"]

_EIGHTHS = " ▏▎▍▌▋▊▉"
_HEIGHTS = "▁▂▃▄▅▆▇█"
_GAP = " "
_LEAST_BAR = 8
_ZERO_WIDTH = ("Mn", "Me", "Cf")
_WIDE_FROM = 0x1F000
"""Pictographs from here on take two cells, whatever their East Asian width says."""


def terminal_chart(chart: Chart, width: int = 80) -> tuple[str, ...]:
    """A line or bar chart of ours, none of its lines wider than `width`; nothing for kinds that text cannot draw."""
    encoding, rows = chart.spec["encoding"], chart.spec["data"]["values"]
    if chart.kind == "line":
        return _lines(encoding, rows, width)
    if chart.kind in ("bar", "stacked_bar") and "color" not in encoding:
        return _bars(encoding, rows, width)
    if chart.kind == "stacked_bar" and {"x", "y"} - encoding.keys():
        return _bars({"y": encoding["color"], "x": encoding["x"]}, rows, width)
    return ()


def _bars(encoding: dict[str, Any], rows: Sequence[dict[str, Any]], width: int) -> tuple[str, ...]:
    length, name = encoding["x"], encoding["y"]
    if name["type"] == "quantitative":
        length, name = name, length
    values = [as_float(row[length["field"]]) for row in rows]
    style = number_style(str(length["title"]), values)
    return bars([str(row[name["field"]]) for row in rows], values, width, style)


def _lines(encoding: dict[str, Any], rows: Sequence[dict[str, Any]], width: int) -> tuple[str, ...]:
    time, value, color = encoding["x"]["field"], encoding["y"]["field"], encoding.get("color")
    series: dict[str, list[tuple[str, float | None]]] = {}
    for row in rows:
        name = str(row[color["field"]]) if color else ""
        series.setdefault(name, []).append((str(row[time]), as_float(row[value])))
    names = _fitted(list(series), width // 3)
    style = number_style(str(encoding["y"].get("title") or ""), [v for points in series.values() for _, v in points])
    drawn = [_line(name, sorted(points), style, width) for name, points in zip(names, series.values(), strict=True)]
    lines = [line for line in drawn if line]
    return (
        (*lines, _cut(_span([str(row[time]) for row in rows], encoding["x"]["axis"]["format"]), width)) if lines else ()
    )


def _span(times: Sequence[str], shape: str) -> str:
    """`2024-01 → 2024-12`, as fine as the axis has it."""
    digits = {"%Y": 4, "%b %Y": 7}.get(shape, 16 if "%H" in shape else 10)
    return f"{min(times)[:digits]} → {max(times)[:digits]}".replace("T", " ")


def _line(name: str, points: list[tuple[str, float | None]], style: NumberStyle, width: int) -> str:
    """`name ▁▃█ low – high`; the range goes where the line is too narrow for both."""
    present = [value for _, value in points if value is not None]
    if not present:
        return ""
    head = f"{name} " if name else ""
    tail = f" {style.text(min(present))} – {style.text(max(present))}"
    room = width - display_width(head) - display_width(tail)
    if room < _LEAST_BAR:
        tail, room = "", width - display_width(head)
    return _cut(head + sparkline([value for _, value in points], max(room, 1)) + tail, width)


def sparkline(values: Sequence[float | None], width: int | None = None) -> str:
    """One character a value; more values than `width` are averaged. A gap stands for NULL and NaN."""
    shown = _averaged([as_float(value) for value in values], width or len(values))
    present = [value for value in shown if value is not None]
    if not present:
        return _GAP * len(shown)
    low, span = min(present), max(present) - min(present)
    return "".join(_GAP if value is None else _height((value - low) / span if span else 0.5) for value in shown)


def _height(share: float) -> str:
    return _HEIGHTS[min(int(share * len(_HEIGHTS)), len(_HEIGHTS) - 1)]


def _averaged(values: list[float | None], width: int) -> list[float | None]:
    if len(values) <= width:
        return values
    edges = [len(values) * place // width for place in range(width + 1)]
    return [_mean(values[start:end]) for start, end in pairwise(edges)]


def _mean(values: Sequence[float | None]) -> float | None:
    present = [value for value in values if value is not None]
    return sum(present) / len(present) if present else None


def bars(
    labels: Sequence[str], values: Sequence[float | None], width: int = 80, style: NumberStyle | None = None
) -> tuple[str, ...]:
    """`label ████▌ value`, one line each. Negative values grow to the left of a common zero."""
    style = style or number_style("", values)
    numbers = [as_float(value) for value in values]
    texts = [_value_text(value, style) for value in values]
    names = _fitted(labels, max(width // 3, 4))
    room = width - display_width(names[0]) - max(map(len, texts)) - 2 if names else 0
    if room < _LEAST_BAR:
        return tuple(_cut(f"{name} {text}", width) for name, text in zip(names, texts, strict=True))
    left, right = _halves(numbers, room)
    drawn = [_bar(number, numbers, left, right) for number in numbers]
    return tuple(f"{name} {bar} {text}".rstrip() for name, bar, text in zip(names, drawn, texts, strict=True))


def _value_text(value: float | None, style: NumberStyle) -> str:
    return NULL_TEXT if value is None else style.text(value)


def _halves(numbers: Sequence[float | None], room: int) -> tuple[int, int]:
    """Cells left and right of zero, shared as the greatest values on either side ask."""
    lowest = max([0.0, *(-number for number in numbers if number is not None)])
    highest = max([0.0, *(number for number in numbers if number is not None)])
    if not lowest:
        return 0, room
    left = max(1, round(room * (lowest / (lowest + highest))))
    return min(left, room - 1) if highest else left, max(room - left, 1) if highest else room - left


def _bar(number: float | None, numbers: Sequence[float | None], left: int, right: int) -> str:
    most = max((abs(other) for other in numbers if other is not None), default=0.0)
    if number is None or not most:
        return _GAP * (left + right)
    if number < 0:
        deepest = max(-other for other in numbers if other is not None)
        cells = max(1, round(left * (-number / deepest)))
        return _GAP * (left - cells) + "█" * cells + _GAP * right
    highest = max(other for other in numbers if other is not None) or 1.0
    return _GAP * left + _eighths(number / highest, right)


def _eighths(share: float, room: int) -> str:
    """A bar to an eighth of a cell; a value above zero is never invisible."""
    parts = max(round(share * room * 8), 1) if share > 0 else 0
    whole, part = divmod(parts, 8)
    drawn = "█" * whole + (_EIGHTHS[part] if part else "")
    return drawn + _GAP * (room - len(drawn))


def _fitted(labels: Sequence[str], most: int) -> list[str]:
    """Labels on one line each, cut to `most` cells and padded to the same width."""
    cut = [_cut(safe_text(label), most) for label in labels]
    widest = max(map(display_width, cut), default=0)
    return [label + " " * (widest - display_width(label)) for label in cut]


def _cut(text: str, most: int) -> str:
    if display_width(text) <= most:
        return text
    kept, used = [], 0
    for character in text:
        used += _cells(character)
        if used > most - 1:
            break
        kept.append(character)
    return "".join(kept) + "…"


def display_width(text: str) -> int:
    """Cells the text takes in a terminal: two for CJK and emoji, none for what combines with the one before."""
    return sum(map(_cells, text))


def _cells(character: str) -> int:
    if unicodedata.category(character) in _ZERO_WIDTH:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" or ord(character) >= _WIDE_FROM else 1
