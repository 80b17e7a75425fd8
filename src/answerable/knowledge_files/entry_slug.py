"""What an entry's file is called, from the entry's title."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection

__all__ = ["LONGEST_SLUG", "free_slug", "slug_of"]

LONGEST_SLUG = 60
_NO_WORD = re.compile(r"[\W_]+")


def slug_of(text: str) -> str:
    """Small letters and digits of any script, with hyphens between words; empty where there are none."""
    folded = unicodedata.normalize("NFC", text.casefold())
    return _NO_WORD.sub("-", folded)[: LONGEST_SLUG + 1].strip("-")[:LONGEST_SLUG].rstrip("-")


def free_slug(title: str, taken: Collection[str], otherwise: str) -> str:
    """One that is not taken; `otherwise` where the title has no letters."""
    first = slug = slug_of(title) or otherwise
    number = 1
    while slug in taken:
        number += 1
        slug = f"{first}-{number}"
    return slug
