"""What is said: the sentence, the chart, and values that survive the way to the reader."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from answerable.answers.answer import (
        Answer,
        Chart,
        Figure,
        Provenance,
        ReadyAids,
        Sentence,
        Trust,
        error_dict,
        to_dict,
    )
    from answerable.answers.answer_facts import Facts, derive_facts
    from answerable.answers.charts import choose_chart
    from answerable.answers.draw_chart import render_png, render_svg
    from answerable.answers.sentence import compose_edited_sentence, compose_sentence
    from answerable.answers.suggestions import suggest
    from answerable.answers.terminal_charts import terminal_chart
    from answerable.answers.values import dumps, rows_as_dicts, safe_text, text_columns, to_csv, to_json, to_text

__all__ = [
    "Answer",
    "Chart",
    "Facts",
    "Figure",
    "Provenance",
    "ReadyAids",
    "Sentence",
    "Trust",
    "choose_chart",
    "compose_edited_sentence",
    "compose_sentence",
    "derive_facts",
    "dumps",
    "error_dict",
    "render_png",
    "render_svg",
    "rows_as_dicts",
    "safe_text",
    "suggest",
    "terminal_chart",
    "text_columns",
    "to_csv",
    "to_dict",
    "to_json",
    "to_text",
]

_HOMES = {
    "answer": ("Answer", "Chart", "Figure", "Provenance", "ReadyAids", "Sentence", "Trust", "error_dict", "to_dict"),
    "charts": ("choose_chart",),
    "draw_chart": ("render_png", "render_svg"),
    "answer_facts": ("Facts", "derive_facts"),
    "sentence": ("compose_edited_sentence", "compose_sentence"),
    "suggestions": ("suggest",),
    "terminal_charts": ("terminal_chart",),
    "values": ("dumps", "rows_as_dicts", "safe_text", "text_columns", "to_csv", "to_json", "to_text"),
}
"""Module → the public names it holds; it is loaded when one of them is first asked for."""


def __getattr__(name: str) -> Any:
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
