"""How far a reading uses what the question names, and names what it uses."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from answerable.kernel.light_dataclass import dataclass
from answerable.language.neural.form import Form
from answerable.language.ranking.clause_features import (
    clauses,
    columns_in,
    compared_values,
    items_in,
    tables_in,
    values_in,
)
from answerable.naming.trained_words import STOP_WORDS, WORD, lemma, stem
from answerable.naming.word_files import word_file

if TYPE_CHECKING:
    from answerable.language.neural.schema_items import SchemaItems
    from answerable.language.neural.value_candidates import ValueCandidate

__all__ = ["signs_of_links"]

_WORDS = word_file("answerable.language.ranking")
_PLAIN = _WORDS.word_set("trained_plain")
_IDS = re.compile(r"\bids?\b|identif")


@dataclass(frozen=True)
class _Said:
    """The question's words, and which items it names whole or in part."""

    lemmas: tuple[str, ...]
    stems: frozenset[str]
    whole: frozenset[int]
    tables: frozenset[int]
    """Those of them that are tables."""
    column_names: frozenset[tuple[str, ...]]
    places: dict[int, int]
    """Of items named whole: the first word."""
    known: frozenset[str]
    """Stems of words that some name of the schema has."""


@lru_cache(maxsize=8)
def _said(question: str, items: SchemaItems) -> _Said:
    lemmas = tuple(lemma(word) for word in WORD.findall(question))
    telling = [word for word in dict.fromkeys(lemmas) if word in items.by_word]
    places = {}
    for item in dict.fromkeys(number for word in telling for number in items.by_word[word]):
        name = items.lemmas[item]
        at = next((at for at in range(len(lemmas)) if lemmas[at : at + len(name)] == name), None)
        if at is not None:
            places[item] = at
    known = frozenset(stem(word) for word in telling if word not in STOP_WORDS)
    tables = frozenset(item for item in places if item < items.first_column)
    names = frozenset(items.lemmas[item] for item in places if item not in tables)
    return _Said(lemmas, frozenset(map(stem, lemmas)), frozenset(places), tables, names, places, known)


def signs_of_links(
    question: str, form: Form, values: tuple[ValueCandidate, ...], items: SchemaItems
) -> dict[str, float]:
    said, parts, used = _said(question, items), clauses(form), items_in(form, items)
    return {
        **_of_shares("all", used, said, items),
        **_of_shares("shown", items_in(parts.select, items), said, items),
        **_of_shares("tested", items_in(parts.where, items), said, items),
        **_of_shares("grouped", items_in(parts.group, items), said, items),
        **_of_shares("ordered", items_in(parts.order, items), said, items),
        **_of_tables(form, used, said, items),
        **_of_coverage(form, used, said, values, items),
        **_of_values(form, values),
        **_of_order(parts.shown_items, said, items),
        "ids_unasked": float(
            not _IDS.search(question) and any(_is_id(i, items) for i in items_in(parts.select, items))
        ),
    }


def _share(item: int, said: _Said, items: SchemaItems) -> float:
    if item in said.whole:
        return 1.0
    words = [word for word in items.lemmas[item] if word not in _PLAIN] or items.lemmas[item]
    return 0.9 * sum(stem(word) in said.stems for word in words) / max(1, len(words))


def _of_shares(name: str, used: list[int], said: _Said, items: SchemaItems) -> dict[str, float]:
    if not used:
        return {}
    shares = [_share(item, said, items) for item in used]
    return {
        f"said_{name}": sum(shares) / len(shares),
        f"least_{name}": min(shares),
        f"unsaid_{name}": float(sum(share == 0 for share in shares)),
        f"whole_{name}": sum(share == 1 for share in shares) / len(shares),
    }


def _of_tables(form: Form, used: list[int], said: _Said, items: SchemaItems) -> dict[str, float]:
    tables = tables_in(form, items)
    columns = [item for item in used if item >= items.first_column]
    elsewhere = [item for item in columns if _has_better_twin(item, said, items)]
    return {
        "tables": float(len(tables)),
        "unnamed_tables": float(sum(table not in said.whole and not _share(table, said, items) for table in tables)),
        "named_tables_unused": float(sum(table not in tables for table in said.tables)),
        "column_twins_elsewhere": float(len(elsewhere)),
        "unjoined": float(_pieces(tables, items) - 1),
        "keys_shown": float(sum(item in items.primary for item in columns)),
    }


def _has_better_twin(item: int, said: _Said, items: SchemaItems) -> bool:
    """A column of the same name stands in a table that the question names, its own table is not named."""
    if items.owner(item) in said.whole:
        return False
    return not said.tables.isdisjoint(items.tables_with[items.lemmas[item]])


def _pieces(tables: list[int], items: SchemaItems) -> int:
    """Into how many parts the tables fall when only keys between themselves join them."""
    left, count = set(tables), 0
    while left:
        count += 1
        front = [min(left)]
        while front:
            table = front.pop()
            left.discard(table)
            front += [other for other in sorted(left) if items.near_tables[table, other]]
            left -= set(front)
    return count


def _of_coverage(
    form: Form, used: list[int], said: _Said, values: tuple[ValueCandidate, ...], items: SchemaItems
) -> dict[str, float]:
    tables = set(tables_in(form, items))
    covered = {stem(word) for item in used for word in items.lemmas[item]}
    texts = [values[number].text.lower() for number in values_in(form)]
    covered |= {stem(lemma(word)) for text in texts for word in WORD.findall(text)}
    of_tables = {stem(word) for table in tables for word in items.lemmas[table]}
    names = {items.lemmas[item] for item in used}
    beside = [item for table in tables for item in items.columns_of[table] if item in said.whole and item not in used]
    return {
        "uncovered": float(len(said.known - covered)),
        "uncovered_by_tables": float(len(said.known - covered - of_tables)),
        "named_columns_unused": float(len(said.column_names - names)),
        "named_here_unused": float(sum(items.lemmas[item] not in names for item in beside)),
    }


def _of_values(form: Form, values: tuple[ValueCandidate, ...]) -> dict[str, float]:
    used = values_in(form)
    spans = [(values[n].start, values[n].end) for n in used if values[n].end]
    held = [_is_held(column, values[number]) for column, number in compared_values(form)]
    return {
        "values": float(len(used)),
        "twice": float(len(used) - len(set(used))),
        "one_unsaid": float(sum(values[n].kind == "one" for n in used)),
        "held": float(sum(fits is True for fits in held)),
        "not_held": float(sum(fits is False for fits in held)),
        **{
            f"unused_{kind}": float(sum(_is_left(value, kind, spans) for value in values))
            for kind in ("quoted", "cell", "number", "number_word", "capitals")
        },
    }


def _is_left(value: ValueCandidate, kind: str, spans: Iterable[tuple[int, int]]) -> bool:
    return value.kind == kind and not any(value.start < end and start < value.end for start, end in spans)


def _is_held(column: int, value: ValueCandidate) -> bool | None:
    """None where nothing is known of who holds the value."""
    return column in value.columns if value.columns else None


def _of_order(shown: tuple[Form, ...], said: _Said, items: SchemaItems) -> dict[str, float]:
    """Whether things are shown in the order in which they are named."""
    columns = [items.first_column + column for one in shown for column in columns_in(one)]
    places = [said.places[item] for item in columns if item in said.places]
    return {"out_of_order": float(places != sorted(places))}


def _is_id(item: int, items: SchemaItems) -> bool:
    return item >= items.first_column and items.lemmas[item][-1:] in (("id",), ("code",), ("number",))
