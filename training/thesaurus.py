"""Words of the same meaning, read from WordNet's own files (Debian: `wordnet-base`)."""

from __future__ import annotations

from pathlib import Path

__all__ = ["synonyms"]

_PARTS = ("noun", "verb", "adj")
_SENSES = 2


def synonyms(folder: Path) -> dict[str, tuple[str, ...]]:
    """Of each word, those that share one of its first senses."""
    found: dict[str, list[str]] = {}
    for part in _PARTS:
        sets = _sets(folder / f"data.{part}")
        for line in _lines(folder / f"index.{part}"):
            word, _, *rest = line.split()
            count = int(rest[0])
            for place in rest[-count:][:_SENSES]:
                found.setdefault(word, []).extend(other for other in sets[place] if other != word)
    return {word: tuple(_plain(others)) for word, others in found.items() if _plain(others)}


def _sets(file: Path) -> dict[str, list[str]]:
    found = {}
    for line in _lines(file):
        place, _, _, count, *rest = line.split()
        found[place] = [word.split("(")[0] for word in rest[: 2 * int(count, 16) : 2]]
    return found


def _lines(file: Path) -> list[str]:
    """Without the licence at its head, which is indented."""
    return [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith(" ")]


def _plain(words: list[str]) -> list[str]:
    """Lower-case words of letters, each once."""
    plain = [word.replace("_", " ") for word in words if word.islower() and word.replace("_", "").isalpha()]
    return list(dict.fromkeys(plain))
