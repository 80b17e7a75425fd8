"""One question over one schema, as the network takes it: pieces, items, values, and the relation of every two."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from answerable.kernel.light_dataclass import dataclass
from answerable.language.neural.relations import RELATION_IDS
from answerable.language.neural.schema_items import COLUMN_KINDS, SchemaItems
from answerable.language.neural.value_candidates import KINDS, ValueCandidate
from answerable.naming.trained_words import WORD, lemma, stem
from answerable.naming.word_files import word_file

if TYPE_CHECKING:
    import numpy.typing as npt

__all__ = ["ITEM_KINDS", "Features", "make_features"]

ITEM_KINDS = ("word", "column", "table", "value")

_WORDS = word_file("answerable.language.neural")
_WEAK = _WORDS.word_set("trained_weak")
_SHORT, _SHORT_NAME = (3, 5), 4
"""Letters of what may be the beginning of a word, and of what may be a letter and a word."""
_NEAR = {-2: "qq-2", -1: "qq-1", 0: "self", 1: "qq1", 2: "qq2"}


@dataclass(frozen=True)
class Features:
    """Arrays over T pieces, then S schema items, then V values; N is all of them."""

    pieces: tuple[int, ...]
    chosen: tuple[int, ...]
    """The schema items, as numbers of `SchemaItems`."""
    values: tuple[ValueCandidate, ...]
    kinds: npt.NDArray[np.int64]
    """N: place in ITEM_KINDS."""
    column_kinds: npt.NDArray[np.int64]
    """N: place in COLUMN_KINDS."""
    value_kinds: npt.NDArray[np.int64]
    """N: place in candidates.KINDS, 0 for all but values."""
    relations: npt.NDArray[np.int64]
    """N × N."""
    value_pool: npt.NDArray[np.float32]
    """V × T: which pieces say a value, each row adding up to 1."""
    value_columns: npt.NDArray[np.float32]
    """(S + V) × (S + V): 1 where the row's column is known to hold the column's value."""
    owners: npt.NDArray[np.int64]
    """S + V: the table of each item, by its number in the schema; -1 for values."""
    near_tables: npt.NDArray[np.bool_]
    """Tables × tables of the schema: joined by a key."""


@dataclass(frozen=True)
class _Words:
    """The question's words: lemmas, and the pieces each is made of."""

    lemmas: tuple[str, ...]
    pieces: tuple[tuple[int, ...], ...]


def make_features(
    question: str,
    pieces: Sequence[int],
    spans: Sequence[tuple[int, int]],
    items: SchemaItems,
    values: tuple[ValueCandidate, ...],
    wanted: Iterable[int] = (),
) -> Features:
    """`spans` are the pieces' characters in the question; `wanted` items are chosen whatever the question says."""
    words = _words(question, spans)
    held = sorted({column for value in values for column in value.columns})
    chosen = items.choose(frozenset(words.lemmas), held, wanted)
    t, s, v = len(pieces), len(chosen), len(values)
    relations = np.zeros((t + s + v, t + s + v), dtype=np.int64)
    relations[:t, :t] = _between_words(t)
    relations[t : t + s, t : t + s] = items.relations(chosen)
    _mark_names(relations, words, items, chosen, t)
    pool = _mark_values(relations, values, spans, items, chosen, t)
    return Features(
        tuple(pieces),
        chosen,
        values,
        np.array([0] * t + [2 if item < items.first_column else 1 for item in chosen] + [3] * v),
        np.array([len(COLUMN_KINDS) - 1] * t + [items.kinds[item] for item in chosen] + [len(COLUMN_KINDS) - 1] * v),
        np.array([0] * (t + s) + [KINDS.index(value.kind) for value in values]),
        relations,
        pool,
        (relations[t:, t:] == RELATION_IDS["cv"]).astype(np.float32),
        np.array([items.owner(item) for item in chosen] + [-1] * v, dtype=np.int64),
        items.near_tables,
    )


def _words(question: str, spans: Sequence[tuple[int, int]]) -> _Words:
    result = [(match[0], match.start(), match.end()) for match in WORD.finditer(question.lower())]
    pieces = tuple(_pieces_in(spans, start, end) for _, start, end in result)
    return _Words(tuple(lemma(word) for word, _, _ in result), pieces)


def _pieces_in(spans: Sequence[tuple[int, int]], start: int, end: int) -> tuple[int, ...]:
    return tuple(number for number, (first, last) in enumerate(spans) if last > first and first < end and last > start)


def _between_words(count: int) -> npt.NDArray[np.int64]:
    apart = np.arange(count)[None] - np.arange(count)[:, None]
    result = np.full((count, count), RELATION_IDS["qqfar"])
    for distance, name in _NEAR.items():
        result[apart == distance] = RELATION_IDS[name]
    return result


def _mark_names(
    relations: npt.NDArray[np.int64], words: _Words, items: SchemaItems, chosen: Sequence[int], first: int
) -> None:
    """Whole names said word for word; else single words of them; else words of one stem."""
    places, stems = _places(words.lemmas), _places([stem(word) for word in words.lemmas])
    for at, item in enumerate(chosen):
        name = items.lemmas[item]
        how, said = _said(name, words.lemmas, places, stems)
        kind = "t" if item < items.first_column else "c"
        for word in said:
            for piece in words.pieces[word]:
                relations[piece, first + at] = RELATION_IDS[f"q{kind}_{how}"]
                relations[first + at, piece] = RELATION_IDS[f"{kind}q_{how}"]


def _places(words: Sequence[str]) -> dict[str, list[int]]:
    result: dict[str, list[int]] = defaultdict(list)
    for position, word in enumerate(words):
        result[word].append(position)
    return result


def _said(
    name: tuple[str, ...], words: Sequence[str], places: dict[str, list[int]], stems: dict[str, list[int]]
) -> tuple[str, list[int]]:
    whole = (
        [
            position + more
            for position in places.get(name[0], ())
            if tuple(words[position : position + len(name)]) == name
            for more in range(len(name))
        ]
        if name
        else []
    )
    if whole:
        return "exact", whole
    telling = [word for word in name if len(name) == 1 or (len(word) > 1 and word not in _WEAK)]
    partly = [position for word in telling for position in places.get(word, ())]
    if partly:
        return "part", partly
    return "stem", [position for word in name for position in _likely(word, words, places, stems)]


def _likely(
    word: str, words: Sequence[str], places: dict[str, list[int]], stems: dict[str, list[int]]
) -> Iterator[int]:
    """Words of one stem; else words it may be made of, or be short for: `gradepoint`, `lname` for last name, `lat`."""
    if len(word) > 3 and stem(word) in stems:
        yield from stems[stem(word)]
    elif joined := [position for position in range(len(words) - 1) if words[position] + words[position + 1] == word]:
        yield from (position + more for position in joined for more in range(2))
    elif word[1:] in places and len(word) >= _SHORT_NAME:
        for position in places[word[1:]]:
            yield from (position - 1, position) if position and words[position - 1].startswith(word[0]) else (position,)
    elif _SHORT[0] <= len(word) <= _SHORT[1]:
        yield from (
            position for position, other in enumerate(words) if len(other) > len(word) and other.startswith(word)
        )


def _mark_values(
    relations: npt.NDArray[np.int64],
    values: Sequence[ValueCandidate],
    spans: Sequence[tuple[int, int]],
    items: SchemaItems,
    chosen: Sequence[int],
    first: int,
) -> npt.NDArray[np.float32]:
    of = RELATION_IDS
    position = {item: first + at for at, item in enumerate(chosen)}
    pool = np.zeros((len(values), len(spans)), dtype=np.float32)
    for number, value in enumerate(values):
        own = first + len(chosen) + number
        pieces = _pieces_in(spans, value.start, value.end) or (0,)
        relations[own, own] = of["self"]
        for piece in pieces:
            pool[number, piece] = 1 / len(pieces)
            relations[piece, own], relations[own, piece] = of["qv_in"], of["vq_in"]
        for column in value.columns:
            at = position.get(items.first_column + column)
            if at is not None:
                relations[own, at], relations[at, own] = of["vc"], of["cv"]
                for piece in pieces:
                    if not relations[piece, at]:
                        relations[piece, at], relations[at, piece] = of["qc_val"], of["cq_val"]
    return pool
