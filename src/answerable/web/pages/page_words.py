"""What the page says: one catalogue a language, `static/words/LANG.json`, shared by the templates and the modules."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from types import MappingProxyType

from answerable.words.languages import LANGUAGES

__all__ = ["LANGUAGES", "words"]

_CATALOGUES = Path(__file__).parent.parent / "static" / "words"


@cache
def words(lang: str) -> MappingProxyType[str, str]:
    """The catalogue of a language; English where there is none."""
    known = lang if lang in LANGUAGES else LANGUAGES[0]
    return MappingProxyType(json.loads((_CATALOGUES / f"{known}.json").read_text(encoding="utf-8")))
