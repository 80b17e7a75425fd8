"""Text stands out from what it stands on by 4.5 to 1 at least, in the light and in the dark (WCAG 2, level AA)."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

import answerable.web

CSS = Path(answerable.web.__file__).parent / "static" / "css"
LEAST = 4.5
TEXT = ("ink", "ink-soft", "ink-faint", "accent", "accent-strong", "good", "care", "bad")
CODE = ("code-word", "code-text", "code-number")
GROUNDS = ("paper", "surface", "sunken")
PAIRS = [
    *product((*TEXT, *CODE), GROUNDS),
    *((tone, f"{tone}-soft") for tone in ("accent", "good", "care", "bad")),
    *product(("ink", "ink-soft"), ("accent-soft", "good-soft", "care-soft", "bad-soft")),
    ("on-accent", "accent"),
    ("on-accent", "accent-strong"),
    ("paper", "ink"),
]
"""Which text stands on which ground somewhere on the page."""


def themes() -> dict[str, dict[str, str]]:
    blocks = re.findall(r":root[^{]*\{([^}]*)\}", (CSS / "tokens.css").read_text())
    light, by_machine, by_choice = (dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]{6})", block)) for block in blocks)
    return {"light": light, "dark on a dark machine": light | by_machine, "dark by choice": light | by_choice}


def luminance(color: str) -> float:
    """Of sRGB, as WCAG defines it."""
    parts = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", themes())
def test_all_text_can_be_read(theme: str) -> None:
    colors = themes()[theme]
    weak = {(text, ground): round(contrast(colors[text], colors[ground]), 2) for text, ground in PAIRS}
    assert {pair: found for pair, found in weak.items() if found < LEAST} == {}


def test_both_ways_into_the_dark_are_the_same() -> None:
    found = themes()
    assert found["dark on a dark machine"] == found["dark by choice"]


def test_colors_are_named_in_one_place() -> None:
    elsewhere = [path for path in CSS.glob("*.css") if path.name not in ("tokens.css", "print.css")]
    named = {path.name: re.findall(r"(?<![-\w])color:\s*#\w+", path.read_text()) for path in elsewhere}
    assert {name: found for name, found in named.items() if found} == {}
