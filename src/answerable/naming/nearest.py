"""How alike two words are, and which of many is nearest. rapidfuzz is loaded here, with the first comparison."""

from __future__ import annotations

from collections.abc import Collection, Iterable

__all__ = ["edit_distance", "most_similar", "nearest", "similar_spellings", "similarity"]

_ALIKE = 60.0


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The word most like this one; None where none resembles it."""
    from rapidfuzz import fuzz, process

    best = process.extractOne(word, list(words), scorer=fuzz.ratio, score_cutoff=_ALIKE)
    return best[0] if best else None


def similarity(word: str, other: str) -> float:
    """0 to 100: the share of letters that two words have in the same order."""
    from rapidfuzz import fuzz

    return fuzz.ratio(word, other)


def most_similar(word: str, words: Collection[str], at_least: float) -> dict[str, float]:
    """Every word of at least this `similarity`, most alike first."""
    from rapidfuzz import fuzz, process

    return {
        other: score
        for other, score, _ in process.extract(word, words, scorer=fuzz.ratio, score_cutoff=at_least, limit=None)
    }


def edit_distance(word: str, other: str) -> int:
    """Typing errors between two words; two neighbouring letters that changed places are one."""
    from rapidfuzz.distance import OSA

    return OSA.distance(word, other)


def similar_spellings(word: str, words: Collection[str], at_least: float, limit: int) -> list[tuple[str, float]]:
    """Words that typing errors explain, with 1 minus the share of their letters that is wrong; most alike first."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    scored = process.extract(word, words, scorer=OSA.normalized_similarity, score_cutoff=at_least, limit=limit)
    return [(other, score) for other, score, _ in scored]
