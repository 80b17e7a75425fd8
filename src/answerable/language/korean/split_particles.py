"""Words cut into what they mean: the names and question words in them, and the particles after these."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from functools import lru_cache

from answerable.kernel.light_dataclass import dataclass
from answerable.language.korean.hangul import ScriptRun, runs
from answerable.language.korean.korean_dates import moments
from answerable.language.korean.korean_words import Meaning, particles
from answerable.language.korean.lexicon import Lexicon
from answerable.language.korean.morphology import nouns_in

__all__ = ["Piece", "cut"]

_MOST_JOINED = 4
_ALONE = ("counters", "money", "groups", "grains", "aggregates", "adjectives", "stop")
"""Words that two words side by side never make up."""
_PARTICLE_COST, _ENTRY_COST, _SYLLABLE_COST = 3, 2, 6


@dataclass(frozen=True, slots=True)
class Piece:
    kind: str
    """A kind of `Meaning`, or `date`, `number`, `quoted`, `sign`, `unknown`."""
    english: str
    korean: str
    """As it was written, particles left off."""
    role: str = ""
    """Of the particle after it: subject, owner, place, and, since, until, copula, verbal; empty for none."""
    number: Decimal | None = None

    @property
    def is_thing(self) -> bool:
        return self.kind in ("table", "column", "noun")


def cut(question: str, lexicon: Lexicon, today: date) -> tuple[Piece, ...]:
    text = unicodedata.normalize("NFKC", question)
    result: list[Piece] = []
    at = 0
    for moment in moments(text, today):
        result += _pieces(runs(text[at : moment.start]), lexicon)
        result.append(Piece("date", moment.english, text[moment.start : moment.end].strip()))
        at = moment.end
    return (*result, *_pieces(runs(text[at:]), lexicon))


def _pieces(row: Sequence[ScriptRun], lexicon: Lexicon) -> Iterator[Piece]:
    position, counting = 0, False
    while position < len(row):
        run = row[position]
        if run.kind == "hangul":
            taken, pieces = _counted(run, counting, lexicon) or _hangul(row, position, lexicon)
        elif run.kind == "latin":
            taken, pieces = _latin(row, position, lexicon)
        else:
            taken, pieces = 1, (Piece(run.kind, run.text, run.text, number=run.number),)
        position += taken
        if run.kind != "hangul" and (role := _attached(row, position)):
            pieces, position = (*pieces[:-1], replace(pieces[-1], role=role)), position + 1
        counting = pieces[-1].kind in ("number", "asks_count")
        yield from pieces


def _attached(row: Sequence[ScriptRun], position: int) -> str:
    """The role of the particle written right after what is no Hangul: `Germany의`."""
    run = row[position] if position < len(row) else None
    return _only_particles(run.text) if run and run.kind == "hangul" and not run.spaced else ""


def _counted(run: ScriptRun, counting: bool, lexicon: Lexicon) -> tuple[int, tuple[Piece, ...]] | None:
    """The counter after a number: in `몇 개인가요` nobody asks for persons (`개인`)."""
    if not counting:
        return None
    for end in (2, 1):
        meaning = lexicon.meaning(run.text[:end])
        if meaning and meaning.kind == "counters" and (len(run.text) == end or _only_particles(run.text[end:])):
            return 1, (Piece("counters", meaning.english, run.text[:end], _only_particles(run.text[end:])),)
    return None


def _latin(row: Sequence[ScriptRun], position: int, lexicon: Lexicon) -> tuple[int, tuple[Piece, ...]]:
    """The longest row of Latin words that names something; else one word as it is."""
    end = position
    while end < len(row) and row[end].kind == "latin" and end - position < _MOST_JOINED:
        end += 1
    for stop in range(end, position, -1):
        words = [part for run in row[position:stop] for part in run.text.replace("_", " ").split()]
        if meaning := lexicon.latin(words):
            return stop - position, (Piece(meaning.kind, meaning.english, " ".join(words)),)
    return 1, (Piece("unknown", row[position].text, row[position].text),)


def _hangul(row: Sequence[ScriptRun], position: int, lexicon: Lexicon) -> tuple[int, tuple[Piece, ...]]:
    """Words that together are one name first (`주문 금액`), then the word alone, then what morphology says."""
    for count in range(min(_MOST_JOINED, len(row) - position), 1, -1):
        joined = row[position : position + count]
        if all(run.kind == "hangul" for run in joined) and (piece := _one_name(joined, lexicon)):
            return count, (piece,)
    text = row[position].text
    return 1, _segmented(text, lexicon) or _by_morphology(text, lexicon) or (_unknown(text),)


def _one_name(joined: Sequence[ScriptRun], lexicon: Lexicon) -> Piece | None:
    text = "".join(run.text for run in joined)
    shortest = len(text) - len(joined[-1].text) + 1
    for end in range(len(text), shortest - 1, -1):
        meaning = lexicon.meaning(text[:end]) if end <= lexicon.longest else None
        if meaning and meaning.kind not in _ALONE and (end == len(text) or _only_particles(text[end:])):
            return Piece(meaning.kind, meaning.english, text[:end], _only_particles(text[end:]))
    return None


def _segmented(text: str, lexicon: Lexicon) -> tuple[Piece, ...]:
    """The cheapest way to read the whole word as names and particles; empty when there is none."""
    best: list[tuple[int, tuple[Piece, ...]] | None] = [(0, ()), *(None for _ in text)]
    for start in range(len(text)):
        if (known := best[start]) is None:
            continue
        for end in range(start + 1, min(len(text), start + lexicon.longest) + 1):
            for cost, pieces in _steps(text[start:end], known[1], lexicon):
                rival = best[end]
                if rival is None or known[0] + cost < rival[0]:
                    best[end] = (known[0] + cost, pieces)
    result = best[len(text)]
    return result[1] if result else ()


def _steps(part: str, before: tuple[Piece, ...], lexicon: Lexicon) -> Iterator[tuple[int, tuple[Piece, ...]]]:
    if meaning := lexicon.meaning(part):
        cost = _ENTRY_COST if len(part) > 1 else _SYLLABLE_COST
        yield cost, (*before, _piece(part, meaning))
    if before and (role := particles().get(part)):
        yield _PARTICLE_COST, (*before[:-1], replace(before[-1], role=before[-1].role or role))


def _piece(part: str, meaning: Meaning) -> Piece:
    return Piece(meaning.kind, meaning.english, part)


@lru_cache(maxsize=4096)
def _only_particles(text: str) -> str:
    """The role of the first particle when the text is particles and nothing else; empty otherwise."""
    for end in range(len(text), 0, -1):
        role = particles().get(text[:end])
        if role and (end == len(text) or _only_particles(text[end:])):
            return role
    return ""


def _by_morphology(text: str, lexicon: Lexicon) -> tuple[Piece, ...]:
    meanings = [(noun, lexicon.meaning(noun)) for noun in nouns_in(text)]
    if not meanings or any(meaning is None for _, meaning in meanings):
        return ()
    return tuple(_piece(noun, meaning) for noun, meaning in meanings if meaning)


def _unknown(text: str) -> Piece:
    """A word that names nothing here, its particle taken off where something is left."""
    for start in range(2, len(text)):
        if role := _only_particles(text[start:]):
            return Piece("unknown", text[:start], text[:start], role)
    return Piece("unknown", text, text)
