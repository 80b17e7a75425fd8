"""Which tables or columns a general word of a question covers, where none of them is named."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files

from answerable.language.ambiguity.ground import Ground, label, name_stems, spoken
from answerable.language.lemmas import stem
from answerable.language.normalise import Token
from answerable.language.query import ColumnRef
from answerable.language.traits import is_key
from answerable.language.vocabulary import stop_words
from answerable.schema import Table

__all__ = ["Cover", "Name", "find_covers"]

_MOST_COVERED = 3

Fits = Callable[[Sequence[str]], bool]
"""Whether the word of a question may stand for a name, given as stems."""


@dataclass(frozen=True, slots=True)
class Name:
    text: str
    """As it may be said in a question."""
    ref: ColumnRef


@dataclass(frozen=True, slots=True)
class Cover:
    """A word of the question, and the two or three names it may stand for."""

    place: int
    names: tuple[Name, ...]


_MOST_TABLES = 12
"""Of more tables of one name the question is which table, not which column."""


@cache
def _groups() -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """Stems of the general words, and of those they cover."""
    text = files("answerable.language.ambiguity").joinpath("covering.toml").read_text(encoding="utf-8")
    return {
        name: (frozenset(map(stem, group["asked"])), frozenset(map(stem, group["covers"])))
        for name, group in tomllib.loads(text).items()
    }


def find_covers(tokens: Sequence[Token], ground: Ground) -> Iterator[Cover]:
    """Most telling first: words that are part of several names, then general words; left to right."""
    said = frozenset(stem(token.lemma) for token in tokens if not token.quoted)
    places = [place for place, token in enumerate(tokens) if not token.quoted and token.number is None]
    for covered in (_by_shared_word, _by_group):
        for place in places:
            word = stem(tokens[place].lemma)
            for names in covered(word, said, ground):
                yield Cover(place, names)


def _by_shared_word(word: str, said: frozenset[str], ground: Ground) -> Iterator[tuple[Name, ...]]:
    if word not in _groups()["weak"][1] and word not in stop_words():
        yield from _covered(lambda name: _head(name) == word, word, said, ground)


def _by_group(word: str, said: frozenset[str], ground: Ground) -> Iterator[tuple[Name, ...]]:
    for name, (asked, covers) in _groups().items():
        if name != "weak" and word in asked and not _names_something(word, said, ground):
            yield from _covered(partial(_shares, covers), word, said, ground)


def _shares(covers: frozenset[str], name: Sequence[str]) -> bool:
    return not covers.isdisjoint(name)


def _head(name: Sequence[str]) -> str:
    """What a name says it is: the `limit` of `daily limit`, the `date` of `date of note`."""
    return name[name.index("of") - 1] if "of" in name[1:] else name[-1]


def _names_something(word: str, said: frozenset[str], ground: Ground) -> bool:
    """True where the general word is a part of a column's own name, in a table the question speaks of."""
    return any(word in name_stems(column.name) for table in ground.spoken_of(said) for column in table.columns)


def _covered(fits: Fits, word: str, said: frozenset[str], ground: Ground) -> Iterator[tuple[Name, ...]]:
    """Names of two or three columns of one table, or of tables one table points to, that nobody said."""
    spoken_of = ground.spoken_of(said - {word})
    if len(spoken_of) > _MOST_TABLES:
        return
    for table in (*spoken_of, *_next_to(spoken_of, ground)):
        columns = [column for column in table.columns if fits(name_stems(column.name)) and not is_key(table, column)]
        if _is_open([(name_stems(c.name), name_stems(table.name)) for c in columns], word, said):
            yield tuple(Name(spoken(c.name), ColumnRef(table.qualified, c.name)) for c in columns)
        tables = [other for other in _pointed_to(table, ground) if fits(name_stems(other.name))]
        known = [name for name in map(_label_of, tables) if name]
        if len(known) == len(tables) and _is_open([(name_stems(other.name), ()) for other in tables], word, said):
            yield tuple(known)


def _next_to(tables: Sequence[Table], ground: Ground) -> list[Table]:
    known = {table.qualified for table in tables}
    near = {name for table in tables for name in ground.neighbours(table.qualified)}
    return [ground.table(name) for name in sorted(near - known)]


def _pointed_to(table: Table, ground: Ground) -> list[Table]:
    found = (ground.schema.table(key.ref_table) for key in table.foreign_keys)
    return list({other.qualified: other for other in found if other is not None and other is not table}.values())


def _is_open(names: Sequence[tuple[Sequence[str], Sequence[str]]], word: str, said: frozenset[str]) -> bool:
    """Two or three names, of which nothing is said that tells one from the others."""
    if not 2 <= len(names) <= _MOST_COVERED:
        return False
    shared = frozenset.intersection(*(frozenset(name) for name, _ in names))
    for name, owner in names:
        own = [part for part in name if part not in owner]
        if own in ([], [word]) or said & (frozenset(own) - shared - {word}):
            return False
    return True


def _label_of(table: Table) -> Name | None:
    """`producer name`: what the rows of a table are recognised by, in full."""
    known = label(table)
    if known is None:
        return None
    words = dict.fromkeys((*spoken(table.name).split(), *spoken(known.name).split()))
    return Name(" ".join(words), ColumnRef(table.qualified, known.name))
