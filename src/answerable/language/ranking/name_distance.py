"""Whether the words beside a value, a superlative or `ordered by` name what the reading puts there."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING

from answerable.kernel.light_dataclass import dataclass
from answerable.language.neural.form import Form
from answerable.language.ranking.clause_features import clauses, columns_in, compared_values, tables_in
from answerable.naming.trained_words import WORD, lemma, stem

if TYPE_CHECKING:
    from answerable.language.neural.schema_items import SchemaItems
    from answerable.language.neural.value_candidates import ValueCandidate

__all__ = ["signs_of_nearness"]

_FAR = 8.0
_REACH = 4
_CUES = {
    "ordered": re.compile(r"\b(?:order|sort|rank|arrang)\w* (?:\w+ ){0,4}?(?:by|of|to)\b|\border of\b"),
    "most": re.compile(
        r"\b(?:most|least|fewest|highest|lowest|largest|smallest|greatest|maximum|minimum|biggest|longest|shortest|top)\b"
    ),
    "each": re.compile(r"\b(?:each|every|per|different)\b"),
    "counted": re.compile(r"\bhow many\b|\bnumber of\b|\bcount\b"),
}


@dataclass(frozen=True)
class _Words:
    """The question word by word, with the items that each word names or helps to name."""

    begins: tuple[int, ...]
    named: tuple[frozenset[int], ...]
    cues: dict[str, tuple[int, ...]]
    """The first word after each cue of a kind."""
    beside: dict[int, float]
    """Of each column that is named: how close to its table."""
    most_beside: frozenset[int]
    """Columns that no other one of the same word beats in that."""

    def at(self, letter: int) -> int:
        return sum(begin < letter for begin in self.begins)

    def after(self, cue: str) -> Iterator[frozenset[int]]:
        """What each of the few words after a cue of this kind names."""
        for first in self.cues[cue]:
            yield from self.named[first : first + _REACH]


@lru_cache(maxsize=8)
def _words(question: str, items: SchemaItems) -> _Words:
    result = list(WORD.finditer(question))
    begins = tuple(match.start() for match in result)
    named = tuple(_named_by(match.group(), items) for match in result)
    cues = {
        name: tuple(sum(begin < match.end() for begin in begins) for match in pattern.finditer(question))
        for name, pattern in _CUES.items()
    }
    return _Words(begins, named, cues, *_beside(named, items))


def _beside(named: tuple[frozenset[int], ...], items: SchemaItems) -> tuple[dict[int, float], frozenset[int]]:
    tables: dict[int, list[int]] = defaultdict(list)
    for at, own in enumerate(named):
        for table in _tables(own, items):
            tables[table].append(at)
    beside: dict[int, float] = {}
    most: set[int] = set()
    for at, own in enumerate(named):
        close = {
            column: max((1 / (1 + abs(at - position)) for position in tables[items.owner(column)]), default=0.0)
            for column in sorted(own)
            if column >= items.first_column
        }
        best = max(close.values(), default=0.0)
        most |= {column for column, share in close.items() if share == best > 0}
        beside |= {column: max(share, beside.get(column, 0.0)) for column, share in close.items()}
    return beside, frozenset(most)


def _named_by(word: str, items: SchemaItems) -> frozenset[int]:
    own = lemma(word)
    return frozenset(items.by_word.get(own, ())) | items.by_stem.get(stem(own), frozenset())


def signs_of_nearness(
    question: str, form: Form, values: tuple[ValueCandidate, ...], items: SchemaItems
) -> dict[str, float]:
    words, parts, tables = _words(question, items), clauses(form), frozenset(tables_in(form, items))
    ordered = _items_of(parts.order, items)
    counted = "count" in parts.order or "count" in parts.having
    return {
        **_of_values(form, values, words, items),
        **_of_cue("ordered", ordered, tables, words, items),
        **_of_cue("most", ordered or _items_of(_inner_best(form), items), tables, words, items),
        **_of_cue("each", _items_of(parts.group, items), tables, words, items),
        "most_counted": float(counted) - float(any(_tables(named, items) & tables for named in words.after("most"))),
        "counted_table": float(any(_tables(named, items) & tables for named in words.after("counted")))
        - float("count" in form),
        **_of_tables("shown", _items_of(parts.select, items), words),
        **_of_tables("all", _items_of(form, items), words),
        **_of_places(parts.select, parts.where, words, items),
    }


def _items_of(form: Form, items: SchemaItems) -> frozenset[int]:
    return frozenset(items.first_column + column for column in columns_in(form))


def _inner_best(form: Form) -> Form:
    """The columns of which a nested query or the list takes the greatest or smallest."""
    return tuple(form[at] for at in range(1, len(form)) if form[at - 1] in ("max", "min"))


def _tables(named: Iterable[int], items: SchemaItems) -> frozenset[int]:
    return frozenset(item for item in named if item < items.first_column)


def _of_cue(
    cue: str, used: frozenset[int], tables: frozenset[int], words: _Words, items: SchemaItems
) -> dict[str, float]:
    """By how many words after the cue what is used is better named than any other column of its tables."""
    if not words.cues[cue]:
        return {f"unasked_{cue}": float(bool(used))}
    counts = Counter(item for named in words.after(cue) for item in named if item >= items.first_column)
    own = max((counts[item] for item in used), default=0)
    others = max((n for item, n in counts.items() if item not in used and items.owner(item) in tables), default=0)
    return {f"after_{cue}": float(own - others), f"said_after_{cue}": float(own), f"none_{cue}": float(not used)}


def _of_tables(name: str, used: frozenset[int], words: _Words) -> dict[str, float]:
    """Whether the columns are named beside their tables, and how often another of the same word is more so."""
    named = [column for column in used if column in words.beside]
    close = math.fsum(words.beside[column] for column in named) / max(1, len(named))
    return {f"beside_{name}": close, f"beaten_{name}": float(sum(one not in words.most_beside for one in named))}


def _of_values(form: Form, values: tuple[ValueCandidate, ...], words: _Words, items: SchemaItems) -> dict[str, float]:
    """How far from a value its column is named, and how often another column is named nearer."""
    far, beaten, is_name = 0.0, 0, 0
    said = [(column, values[number]) for column, number in compared_values(form) if values[number].end]
    for column, value in said:
        begin, end = words.at(value.start), words.at(value.end)
        own = _distance(frozenset((items.first_column + column,)), begin, end, words)
        rivals = frozenset(items.columns_of[items.table_of[column]]) - {items.first_column + column}
        far = max(far, own)
        beaten += _distance(rivals, begin, end, words) < own
        is_name += any(len(items.lemmas[item]) == end - begin for named in words.named[begin:end] for item in named)
    return {"value_far": far, "value_nearer_other": float(beaten), "value_is_name": float(is_name)}


def _distance(wanted: frozenset[int], begin: int, end: int, words: _Words) -> float:
    """Words between the span and the nearest one outside it that names a wanted item; those before it are nearer."""
    best = _FAR
    for at, named in enumerate(words.named):
        if named & wanted and not begin <= at < end:
            best = min(best, begin - at if at < begin else at - end + 1.5)
    return best


def _of_places(select: Form, where: Form, words: _Words, items: SchemaItems) -> dict[str, float]:
    """Where in the question what is shown and what is tested is named first, as shares of its length."""
    count = max(1, len(words.named))
    shown, tested = (_first(_items_of(part, items), words) for part in (select, where))
    aside = _items_of(select, items)
    return {
        "shown_first": shown / count,
        "tested_first": tested / count,
        "shown_unnamed": float(sum(_first(frozenset((item,)), words) == len(words.named) for item in aside)),
    }


def _first(wanted: frozenset[int], words: _Words) -> int:
    return next((at for at, named in enumerate(words.named) if named & wanted), len(words.named))
