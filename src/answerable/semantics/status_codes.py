"""What one-letter codes of a status mean where no table decodes them."""

from __future__ import annotations

from answerable.semantics.meaning_words import word_data

__all__ = ["implied_meanings"]


def implied_meanings(codes: tuple[str, ...], is_german: bool) -> dict[str, str]:
    """Code, as written → meaning, by the smallest known set of letters that has them all; empty where none has."""
    letters = {code.strip().casefold() for code in codes}
    if len(letters) < 2 or any(len(letter) != 1 for letter in letters):
        return {}
    sets: list[dict[str, str]] = word_data("code_sets")["de" if is_german else "en"]
    known = min((one for one in sets if letters <= one.keys()), key=len, default={})
    return {code: known[code.strip().casefold()] for code in codes} if known else {}
