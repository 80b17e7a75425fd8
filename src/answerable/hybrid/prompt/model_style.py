"""How a model is best asked: a large one for JSON that fits a schema, a small one to go on writing SQL."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from answerable.providers import ChatModel

__all__ = ["Style", "style_of"]

Style = Literal["structured", "completion"]

_BILLIONS = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)b(?![a-z])", re.I)
_SMALL = 4.0


def style_of(model: ChatModel) -> Style:
    """By the size in its name; what a local file without one is, nobody knows, so it is taken for small."""
    sizes = [float(size) for size in _BILLIONS.findall(model.name.replace("-", " ").replace("_", " "))]
    if not model.has_structured_output:
        return "completion"
    if sizes:
        return "structured" if min(sizes) > _SMALL else "completion"
    return "completion" if model.name.startswith("local:") else "structured"
