"""Korean questions: heard as the English question that means the same, answered by the same stages, told in Korean."""

from __future__ import annotations

from answerable.language.korean.ear import Heard, KoreanEar

__all__ = ["Heard", "KoreanEar"]
