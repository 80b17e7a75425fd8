"""How much a statement makes out of little: rows of a series, characters of a text."""

from __future__ import annotations

from answerable.guard.growth.constant_calls import growth, series_rows
from answerable.guard.growth.text_length import MATCHING, TextLengths, makes_text

__all__ = ["MATCHING", "TextLengths", "growth", "makes_text", "series_rows"]
