"""The same question of another database: where a question says everything its form uses word for word, its tables and
columns are exchanged for those of another schema that stand to each other as they do, and its values for cells there.

How many singers have the country France?   →   How many flights have the carrier Delta?

Renaming changes what a schema is called; this changes what lies around: other tables, keys and columns that might have
been meant."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from answerable.language.neural.form import Form, Pointer, Token
from answerable.language.neural.schema_items import COLUMN_KINDS, SchemaItems
from answerable.language.neural.value_candidates import ValueCandidate, find_candidates
from answerable.language.ranking.clause_features import columns_in, compared_values, items_in, tables_in
from training.corpus import Database, Example
from training.mentions import Change, Name, changed_text, said_instead, said_whole, spans_of_values, words_in

__all__ = ["Transplanter"]

_TRIES = 12
_MOST_TABLES = 3
_LONGEST = 40
"""Characters of a cell that a question may say."""
_CELLS = 100
_TEXT = ("quoted", "cell", "capitals")
_SUMS, _MORE_OR_LESS = ("sum", "avg"), (">", "<", ">=", "<=", "between")
_WORDS, _NUMBERS = COLUMN_KINDS.index("text"), COLUMN_KINDS.index("number")


@dataclass(frozen=True)
class _Graft:
    """What takes the place of the items used, and the words that say it."""

    items: Mapping[int, int]
    """By item numbers of the one schema, those of the other."""
    cells: Mapping[int, str]
    """By places of values, the cells said in their stead."""


Said = dict[int, tuple[Name, list[int]]]
"""Of items, the name they are said by and the words where it begins."""


class Transplanter:
    def __init__(self, databases: Sequence[Database], chance: random.Random) -> None:
        self._databases = databases
        self._chance = chance

    def can_move(self, example: Example) -> bool:
        """Whether everything its form uses is said."""
        return _said(example) is not None

    def transplanted(self, example: Example) -> Example | None:
        """None where the question says something in words of its own, or where no database tried has room."""
        said = _said(example)
        if said is None:
            return None
        for _ in range(_TRIES):
            target = self._chance.choice(self._databases)
            graft = self._graft(example, said, target.items) if target is not example.database else None
            if graft and (found := _grown(example, said, graft, target)):
                return found
        return None

    def _graft(self, example: Example, said: Said, target: SchemaItems) -> _Graft | None:
        form, items = example.form or (), example.database.items
        tables = tables_in(form, items)
        found = dict(zip(tables, self._tables(tables, items, target), strict=False))
        if not found:
            return None
        cells: dict[int, str] = {}
        texts, measured = _compared_texts(example), _measured(form)
        for column in dict.fromkeys(columns_in(form)):
            item = items.first_column + column
            kind = _NUMBERS if column in measured and items.kinds[item] == _WORDS else items.kinds[item]
            fitting = _fitting(item, kind, items, found, target, said)
            if column in texts:
                fitting = [other for other in fitting if _cells(other, target)]
            if not fitting:
                return None
            found[item] = self._chance.choice(fitting)
            for value in texts.get(column, ()):
                cells[value] = self._chance.choice(_cells(found[item], target))
        return _Graft(found, cells) if _one_each({item: target.lemmas[found[item]] for item in said}) else None

    def _tables(self, tables: Sequence[int], items: SchemaItems, target: SchemaItems) -> list[int]:
        """As many tables, joined as the others are."""
        chosen: list[int] = []
        for number, table in enumerate(tables):
            fitting = [
                other
                for other in range(target.first_column)
                if other not in chosen
                and len(target.columns_of[other]) > 1
                and all(
                    bool(items.near_tables[table, tables[before]]) == bool(target.near_tables[other, chosen[before]])
                    for before in range(number)
                )
            ]
            if not fitting:
                return []
            chosen.append(self._chance.choice(fitting))
        return chosen


def _said(example: Example) -> Said | None:
    """Where everything used is said, each by a name of its own; None where it is not."""
    items, form = example.database.items, example.form or ()
    used, tables = items_in(form, items), tables_in(form, items)
    if not tables or len(tables) > _MOST_TABLES:
        return None
    known = dict.fromkeys([*items.lemmas, *(name for item in used for name in _names_of(item, items))])
    places = said_whole(words_in(example.question), known, spans_of_values(example))
    own = {item: name for item in (*tables, *used) for name in reversed(_names_of(item, items)) if name in places}
    other_tables = set(items.lemmas[: items.first_column]) - set(own.values())
    unsaid = [item for item in used if item not in own and item >= items.first_column]
    if not items.keys.issuperset(unsaid) or other_tables & places.keys():
        return None
    return {item: (name, places[name]) for item, name in own.items()} if _one_each(own) else None


def _names_of(item: int, items: SchemaItems) -> list[Name]:
    """Its whole name, and that without the table's: of `customer name` in `customers`, `name`."""
    whole, table = items.lemmas[item], items.lemmas[items.owner(item)]
    rest = tuple(word for word in whole if word not in table)
    return [whole] if item < items.first_column or rest in ((), whole) else [whole, rest]


def _one_each(own: Mapping[int, Name]) -> bool:
    return bool(own) and len(set(own.values())) == len(own)


def _fitting(
    item: int, kind: int, items: SchemaItems, found: Mapping[int, int], target: SchemaItems, said: Said
) -> list[int]:
    """Columns that may stand for one: of that kind, and told apart by what the question says; for a key that it
    does not say, the key that does the same there."""
    own = found[items.owner(item)]
    if item not in said:
        return _same_keys(item, items, found, target)
    is_table_said = items.owner(item) in said
    return [
        other
        for other in target.columns_of[own]
        if other not in found.values()
        and kind == target.kinds[other]
        and (item in items.keys) == (other in target.keys)
        and (is_table_said or len(target.tables_with[target.lemmas[other]]) == 1)
    ]


def _same_keys(item: int, items: SchemaItems, found: Mapping[int, int], target: SchemaItems) -> list[int]:
    own = found[items.owner(item)]
    if item in items.primary:
        return [other for other in target.columns_of[own] if other in target.primary]
    pointed = [found[items.owner(to)] for source, to in items.references if source == item and items.owner(to) in found]
    return [source for source, to in target.references if target.owner(source) == own and target.owner(to) in pointed]


def _cells(item: int, items: SchemaItems) -> list[str]:
    column = items.columns[item - items.first_column][1]
    return [cell for cell in column.common_values[:_CELLS] if len(cell) <= _LONGEST and any(map(str.isalnum, cell))]


def _compared_texts(example: Example) -> dict[int, list[int]]:
    """Of each column, the values that are cells of it; a part of one, as in `like`, stays what it is."""
    found: dict[int, list[int]] = {}
    form = example.form or ()
    parts = {token.index for before, token in pairwise(form) if _is_part(before, token)}
    for column, value in compared_values(form):
        if value not in parts and example.values[value].kind in _TEXT:
            found.setdefault(column, []).append(value)
    return found


def _measured(form: Form) -> set[int]:
    """Columns that are added up, averaged, or more or less than something: no words, though perhaps kept as text."""
    columns = [token.index if isinstance(token, Pointer) and token.kind == "column" else None for token in form]
    around = zip(("", *form), columns, (*form[1:], ""), strict=False)
    return {one for before, one, after in around if one is not None and (before in _SUMS or after in _MORE_OR_LESS)}


def _is_part(before: Token, token: Token) -> bool:
    return isinstance(token, Pointer) and token.kind == "value" and isinstance(before, str) and "like" in before


def _grown(example: Example, said: Said, graft: _Graft, target: Database) -> Example | None:
    changes = sorted(_changes(example, said, graft, target.items), key=lambda one: one.start)
    if any(one.end > other.start for one, other in pairwise(changes)):
        return None
    question = changed_text(example.question, changes)
    values = find_candidates(question, target.cells)
    form = _form(example, graft, target.items, values)
    return Example(target, question, "", values, form) if form else None


def _changes(example: Example, said: Said, graft: _Graft, target: SchemaItems) -> Iterator[Change]:
    items, words = example.database.items, words_in(example.question)
    for item, other in graft.items.items():
        name, places = said.get(item, ((), ()))
        for at in places:
            yield said_instead(words, at, name, _said_like(name, item, items, other, target))
    for place, cell in graft.cells.items():
        value = example.values[place]
        around = example.question[value.start], example.question[value.end - 1]
        yield Change(value.start, value.end, f"{around[0]}{cell}{around[1]}" if value.kind == "quoted" else cell)


def _said_like(name: Name, item: int, items: SchemaItems, other: int, target: SchemaItems) -> str:
    """By its whole name, or without its table's where the one it stands for was."""
    return target.names[other] if name == items.lemmas[item] else " ".join(_names_of(other, target)[-1])


def _form(example: Example, graft: _Graft, target: SchemaItems, values: Sequence[ValueCandidate]) -> Form | None:
    places = {value.text.casefold(): place for place, value in reversed(list(enumerate(values)))}
    items = example.database.items
    form: list[Token] = []
    for token in example.form or ():
        if isinstance(token, str):
            form.append(token)
        elif token.kind == "value":
            text = graft.cells.get(token.index, example.values[token.index].text)
            if text.casefold() not in places:
                return None
            form.append(Pointer("value", places[text.casefold()]))
        else:
            first = (items.first_column, target.first_column) if token.kind == "column" else (0, 0)
            form.append(Pointer(token.kind, graft.items[token.index + first[0]] - first[1]))
    return tuple(form)
