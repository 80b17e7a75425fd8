"""Columns to group and filter by: categories, places, years, weekdays, names; and the hierarchies they form."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from answerable.kernel.schema import Kind
from answerable.naming.inflection import lemma
from answerable.semantics.column_facts import ColumnFacts, SourceFacts, TableFacts
from answerable.semantics.flag_values import is_flag
from answerable.semantics.key_columns import key_of
from answerable.semantics.meaning_words import MeaningWords, is_among, word_data
from answerable.semantics.semantic_model import BusinessDimension, Clue, Hierarchy, Relationship

__all__ = ["find_dimensions", "find_hierarchies"]

_MOST_CATEGORIES = 200
_YEARS = (1800, 2200)
_FEWEST_ROWS = 12


def find_dimensions(source: SourceFacts, relationships: tuple[Relationship, ...]) -> tuple[BusinessDimension, ...]:
    pointing = {(one.table, name) for one in relationships for name in one.columns if not one.condition}
    return tuple(
        dimension
        for table, facts in source.each_column()
        if not table.table.is_view and (table.name, facts.name) not in pointing and facts.name not in key_of(table)
        if (dimension := _dimension(table, facts))
    )


def _dimension(table: TableFacts, facts: ColumnFacts) -> BusinessDimension | None:
    if facts.is_date or is_flag(facts) or facts.is_empty:
        return None
    if facts.is_number:
        return _of_number(facts)
    if facts.kind is not Kind.TEXT or is_among(facts.words, "place_words", "free_text"):
        return None
    if any(is_among(facts.words, "place_words", part) for part in ("first_names", "last_names")):
        return _made(facts, "name", 0.95, Clue("name_word"))
    level = _place_level(facts.words)
    if level:
        return _made(facts, "place", 0.92, Clue("place_word", (("level", level),)), level)
    if _are_weekdays(facts):
        return _made(facts, "weekday", 0.97, Clue("weekday_values"))
    return _of_text(table, facts)


def _made(facts: ColumnFacts, kind: str, probability: float, clue: Clue, level: str = "") -> BusinessDimension:
    return BusinessDimension(
        table=facts.table.qualified,
        column=facts.name,
        kind=kind,
        label=" ".join(facts.words),
        place_level=level,
        probability=probability,
        clues=(clue,),
    )


def _of_number(facts: ColumnFacts) -> BusinessDimension | None:
    """Years, and numbers that are labels: a floor, a round."""
    in_years = facts.least is not None and _YEARS[0] <= facts.least and (facts.greatest or 0) <= _YEARS[1]
    if in_years and {"year", "vintage", "since", "founded", "season"} & {*facts.words}:
        return _made(
            facts, "year", 0.95, Clue("years", (("least", facts.least or 0), ("greatest", facts.greatest or 0)))
        )
    is_label = is_among(facts.words, "measure_words", "never", "words")
    return _made(facts, "number", 0.7, Clue("label_number")) if is_label else None


def _of_text(table: TableFacts, facts: ColumnFacts) -> BusinessDimension | None:
    distinct = facts.distinct or len(set(facts.values))
    if facts.hidden or is_among(facts.words, "place_words", "contact_words"):
        return None
    repeats = facts.values and distinct <= max(6, 0.5 * max(table.rows, len(facts.values)))
    if distinct <= _MOST_CATEGORIES and repeats:
        return _made(facts, "category", 0.9 if distinct <= 50 else 0.75, Clue("few_values", (("distinct", distinct),)))
    if is_among(facts.words, "place_words", "name_words"):
        return _made(facts, "name", 0.85, Clue("name_word"))
    return _made(facts, "code", 0.6, Clue("many_values", (("distinct", distinct),)))


@cache
def _levels() -> dict[str, int]:
    return {word: place for place, words in enumerate(word_data("place_words")["levels"]) for word in words}


def _place_level(words: MeaningWords) -> str:
    levels = word_data("place_words")["levels"]
    found = [_levels()[lemma(word)] for word in words if lemma(word) in _levels()]
    return levels[found[-1]][0] if found and words[-1] not in ("name",) else ""


def _are_weekdays(facts: ColumnFacts) -> bool:
    folded = {text.casefold() for text in facts.texts}
    sets = [set(days) for days in word_data("place_words")["weekdays"]]
    return len(folded) > 2 and any(folded <= days for days in sets)


def find_hierarchies(
    source: SourceFacts, dimensions: tuple[BusinessDimension, ...], relationships: tuple[Relationship, ...]
) -> tuple[Hierarchy, ...]:
    by_table: dict[str, list[BusinessDimension]] = defaultdict(list)
    for dimension in dimensions:
        by_table[dimension.table].append(dimension)
    places = (one for own in by_table.values() for one in _of_places(own))
    categories = (one for name, own in by_table.items() for one in _of_categories(source.tables[name], own))
    return (*places, *categories, *_of_itself(relationships))


def _of_places(own: list[BusinessDimension]) -> Iterator[Hierarchy]:
    levels = {one.place_level: one for one in own if one.place_level and one.place_level not in ("street", "postcode")}
    ordered = sorted(levels.values(), key=lambda one: _levels()[one.place_level])
    if len(ordered) > 1:
        yield Hierarchy(
            kind="place",
            levels=tuple((one.table, one.column) for one in ordered),
            probability=0.85,
            clues=(Clue("place_levels", (("levels", len(ordered)),)),),
        )


def _of_categories(table: TableFacts, own: list[BusinessDimension]) -> Iterator[Hierarchy]:
    """A finer category whose values each belong to one value of a coarser one."""
    named = [facts for one in own if one.kind == "category" and (facts := table.column(one.column))]
    for fine in named[:12]:
        for coarse in named[:12]:
            if fine is not coarse and _decides(fine, coarse):
                yield Hierarchy(
                    kind="category",
                    levels=((table.name, fine.name), (table.name, coarse.name)),
                    probability=0.7,
                    clues=(Clue("value_decides_value", (("rows", fine.seen),)),),
                )


def _decides(fine: ColumnFacts, coarse: ColumnFacts) -> bool:
    pairs = {
        (one, other)
        for one, other in zip(fine.column.cells, coarse.column.cells, strict=False)
        if one is not None and other is not None
    }
    fines, coarses = {one for one, _ in pairs}, {other for _, other in pairs}
    is_many = len(fine.values) >= _FEWEST_ROWS and len(fine.values) >= 2.5 * len(fines)
    return is_many and len(pairs) == len(fines) and 1 < len(coarses) <= 0.6 * len(fines)


def _of_itself(relationships: tuple[Relationship, ...]) -> Iterator[Hierarchy]:
    for one in relationships:
        if one.table == one.target and len(one.columns) == 1:
            yield Hierarchy(
                kind="self",
                levels=((one.table, one.target_columns[0]), (one.table, one.columns[0])),
                probability=one.probability,
                clues=(Clue("points_to_itself", (("role", one.role),)),),
            )
