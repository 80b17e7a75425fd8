"""Which rows belong to which: declared keys, and those found by name, role and values.

A column points to a key when its values are the key's and its name says so. Where the names are unlike, the values
must be such that being among them is no coincidence, and no other key may hold them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import ForeignKey, Kind
from answerable.naming.inflection import lemma
from answerable.semantics.column_facts import ColumnFacts, SourceFacts, TableFacts
from answerable.semantics.flag_values import is_flag
from answerable.semantics.identifier_words import name_parts
from answerable.semantics.key_columns import (
    bare_words,
    contained_share,
    is_distinctive,
    is_key_name,
    key_of,
    unique_keys,
)
from answerable.semantics.meaning_words import is_among
from answerable.semantics.relationship_names import is_count, match_names, names_a_person
from answerable.semantics.semantic_model import Clue, Relationship

__all__ = ["find_relationships"]

_CONTAINED = 0.98
_WITH_ORPHANS = 0.9
"""Share that is enough where the name is plain: a few orphans are usual where nobody declared the key."""
_LEAST_SCORE = 0.5
_UNLIKE_SCORE = 0.62
"""Of a column whose name says nothing and whose values are only this key's."""
_FEWEST_VALUES = 4
_IDS = ("id", "key", "fk", "sk", "uuid", "ref")
"""Endings of columns that point somewhere, whatever they are called: a `number` may just be one."""
_FEWEST_OF_UNKNOWN = 5
"""Distinct values of a column that neither ends as a key nor names a role: a shelf or a bay has small numbers, too."""
_ROLES = ("staff", "customers", "itself", "things", "by")
_POINTING = ("to", "into", "of", "from")
"""Last words of columns that point to another row: `credit_to`."""
_MOST_TARGETS = 40
"""Keys compared without a hint in the name: a source of a thousand tables has too many."""


@dataclass(frozen=True, slots=True)
class _Key:
    table: TableFacts
    facts: ColumnFacts
    is_main: bool


@dataclass(frozen=True, slots=True)
class _Candidate:
    key: _Key
    score: float
    clues: tuple[Clue, ...]


def find_relationships(source: SourceFacts, tell: Callable[[float], None] = lambda _: None) -> tuple[Relationship, ...]:
    """In the order of tables and columns. `tell` hears which share of the tables is done."""
    finder, found = _Finder(source), list[Relationship]()
    for done, table in enumerate(source.tables.values()):
        tell(done / len(source.tables))
        found += [] if table.table.is_view else finder.of_table(table)
    return tuple(found)


class _Finder:
    def __init__(self, source: SourceFacts) -> None:
        self._source = source
        keys = [
            _Key(table, facts, key_of(table) == (facts.name,))
            for table in source.tables.values()
            if not table.noun.is_technical
            for facts in unique_keys(table)
        ]
        self._keys = keys
        self._by_word: dict[str, list[_Key]] = defaultdict(list)
        for key in keys:
            for word in _index_words(key):
                self._by_word[word].append(key)
        self._by_table: dict[str, list[_Key]] = defaultdict(list)
        for key in keys:
            self._by_table[key.table.name].append(key)
        self._people = [key for key in keys if key.table.is_people and key.is_main]

    def of_table(self, table: TableFacts) -> Iterator[Relationship]:
        declared = [key for key in table.table.foreign_keys if not key.inferred]
        for key in declared:
            yield self._declared(table, key)
        taken = {name.casefold() for key in declared for name in key.columns}
        hinted = {key.columns[0].casefold(): key for key in table.table.foreign_keys if key.inferred}
        yield from self._composite(table, taken)
        for column in table.columns:
            if column.name.casefold() not in taken and _may_point(column):
                best = self._best(table, column, hinted.get(column.name.casefold()))
                if best:
                    yield self._inferred(table, column, best)

    def _declared(self, table: TableFacts, key: ForeignKey) -> Relationship:
        target = self._source.schema.table(key.ref_table)
        name = target.qualified if target else key.ref_table
        columns = [facts for one in key.columns if (facts := table.column(one))]
        return Relationship(
            table=table.name,
            columns=key.columns,
            target=name,
            target_columns=key.ref_columns or (target.primary_key if target else ()),
            role=self._role(columns, name),
            is_unique=len(columns) == 1 and columns[0].is_unique,
            is_optional=any(facts.null_share > 0 for facts in columns),
            clues=(Clue("declared_key"),),
            provenance="declared",
        )

    def _inferred(self, table: TableFacts, column: ColumnFacts, best: _Candidate) -> Relationship:
        return Relationship(
            table=table.name,
            columns=(column.name,),
            target=best.key.table.name,
            target_columns=(best.key.facts.name,),
            role=self._role([column], best.key.table.name),
            is_unique=column.is_unique,
            is_optional=column.null_share > 0,
            probability=round(min(best.score, 0.99), 3),
            clues=best.clues,
        )

    def _role(self, columns: list[ColumnFacts], target: str) -> str:
        facts = self._source.tables.get(target)
        noun = " ".join(facts.noun.words) if facts else target
        words = bare_words(columns[0]) if len(columns) == 1 else ()
        if not words or (facts and facts.column(columns[0].name) and facts.name != columns[0].table.qualified):
            return noun
        return " ".join(words)

    def _best(self, table: TableFacts, column: ColumnFacts, hint: ForeignKey | None) -> _Candidate | None:
        candidates = [one for key in self._likely(column) if (one := self._scored(table, column, key, hint))]
        if not candidates or max(one.score for one in candidates) < _UNLIKE_SCORE:
            candidates += self._by_values(table, column)
        if not candidates:
            return None
        best = max(candidates, key=lambda one: one.score)
        ties = [
            one for one in candidates if one.score >= best.score - 0.02 and one.key.table.name != best.key.table.name
        ]
        best = replace(best, score=best.score * 0.75) if ties else best
        return best if best.score >= _LEAST_SCORE else None

    def _likely(self, column: ColumnFacts) -> Iterable[_Key]:
        """Keys that the name may point to."""
        words = {lemma(word) for word in column.words}
        first = column.name.casefold()[:3]
        words |= {lemma(part) for part in name_parts(column.name)}
        named = [key for word in sorted(words) for key in self._by_word.get(word, ())]
        named += self._by_word.get(f"{first}…", ())
        roles = any(is_among(bare_words(column), "role_words", kind) for kind in _ROLES)
        people = self._people if roles or bare_words(column)[-1:] in (("by",), ("from",)) else []
        own = self._by_table[column.table.qualified] if roles else []
        return {id(key): key for key in (*named, *people, *own)}.values()

    def _scored(self, table: TableFacts, column: ColumnFacts, key: _Key, hint: ForeignKey | None) -> _Candidate | None:
        if not _fits(table, column, key):
            return None
        match = match_names(table, column, key.table, key.facts)
        if match is None:
            return None
        share = contained_share(column, key.facts)
        score, clues = match.score if key.is_main else match.score - 0.25, [match.clue]
        if share is None:
            score -= 0.1 if match.score >= 0.8 else 0.4
            clues.append(Clue("values_not_compared"))
        elif share < (_WITH_ORPHANS if match.score >= 0.88 else _CONTAINED):
            return None
        else:
            clues.append(Clue("values_contained", (("share", round(share, 3)),)))
            score += 0.05 if is_distinctive(key.facts) else 0.0
            score += 0.08 * _coverage(column, key.facts)
        if hint and key.table.table is self._source.schema.table(hint.ref_table):
            score += 0.03
            clues.append(Clue("found_with_schema"))
        return _Candidate(key, score, tuple(clues))

    def _by_values(self, table: TableFacts, column: ColumnFacts) -> Iterator[_Candidate]:
        """Keys that hold the values of a column whose name is that of no table: `handled_by`, `sponsor_id`."""
        if len(self._keys) > _MOST_TARGETS or not _may_be_unlike(column):
            return
        holders = [key for key in self._keys if key.is_main and _fits(table, column, key) and _holds(column, key)]
        only = len(holders) == 1 and is_distinctive(holders[0].facts) and len(column.hashes) >= _FEWEST_VALUES
        for key in holders:
            if only and key.table.name != table.name:
                yield _Candidate(key, _UNLIKE_SCORE, (Clue("only_key_with_these_values"),))
            elif (score := _role_score(table, column, key)) >= _LEAST_SCORE:
                yield _Candidate(
                    key, score, (Clue("role_of_people" if key.table.is_people else "key_of_unknown_name"),)
                )

    def _composite(self, table: TableFacts, taken: set[str]) -> Iterator[Relationship]:
        """Keys of several columns, all of which this table has by the same names."""
        names = {facts.name.casefold(): facts for facts in table.columns}
        for target in self._source.tables.values():
            key = target.table.primary_key
            if len(key) < 2 or target.name == table.name or not all(one.casefold() in names for one in key):
                continue
            own = [names[one.casefold()] for one in key]
            theirs = [facts for one in key if (facts := target.column(one))]
            if not any(is_among(bare_words(facts), "measure_words", "never", "words") for facts in theirs):
                continue  # a bridge: each of its columns points somewhere by itself
            if taken & {facts.name.casefold() for facts in own} or not _are_contained(own, theirs):
                continue
            if {facts.name for facts in own} == set(table.table.primary_key) and table.rows > target.rows:
                continue
            yield Relationship(
                table=table.name,
                columns=tuple(facts.name for facts in own),
                target=target.name,
                target_columns=key,
                role=" ".join(target.noun.words),
                is_optional=any(facts.null_share > 0 for facts in own),
                probability=0.85,
                clues=(Clue("same_names_as_key", (("columns", len(key)),)),),
            )


def _index_words(key: _Key) -> Iterator[str]:
    yield from {lemma(word) for word in (*key.table.noun.words, *bare_words(key.facts))}
    yield f"{key.table.noun.native.replace(' ', '')[:3]}…"
    yield lemma(key.table.noun.native.split(" ")[-1])


def _holds(column: ColumnFacts, key: _Key) -> bool:
    return (contained_share(column, key.facts) or 0.0) >= _CONTAINED


def _role_score(table: TableFacts, column: ColumnFacts, key: _Key) -> float:
    """Of a name that is no table's: most such names are roles of people."""
    if key.table.name == table.name and not column.null_share:
        return 0.0
    is_role = names_a_person(bare_words(column)) and key.table.is_people
    if column.words[-1] not in _IDS and not key.table.is_people:
        return 0.0
    if column.words[-1] not in _IDS and not is_role and (column.distinct or 0) < _FEWEST_OF_UNKNOWN:
        return 0.0
    score = 0.5 if column.words[-1] in _IDS else 0.42
    score += 0.2 if is_role else 0.05 if key.table.is_people else 0.0
    score += 0.1 if is_distinctive(key.facts) else 0.0
    return score + 0.2 * _coverage(column, key.facts) - (0.05 if key.table.name == table.name else 0.0)


def _coverage(column: ColumnFacts, key: ColumnFacts) -> float:
    """What share of the key's values occur: of several keys that hold all values, the one they fill is meant."""
    return min(1.0, (column.distinct or 0) / key.distinct) if key.distinct else 0.0


def _may_point(column: ColumnFacts) -> bool:
    if column.is_empty or is_flag(column):
        return False
    if column.is_date or (column.hidden and column.hidden.kind != "number"):
        return column.hidden is not None and column.hidden.format == "yyyymmdd" and is_key_name(column)
    if column.kind is Kind.TEXT:
        return bool(column.values) or is_key_name(column)
    return column.kind in (Kind.INTEGER, Kind.DECIMAL, Kind.OTHER) and _are_whole(column)


def _are_whole(column: ColumnFacts) -> bool:
    return all(not isinstance(value, float) for value in column.values)


def _may_be_unlike(column: ColumnFacts) -> bool:
    """Not where the name says that it is something else."""
    kinds = ("amount", "price", "balance", "quantity", "duration", "rate", "score", "size", "age")
    words = bare_words(column)
    if not words or is_among(words, "place_words", "name_words") or column.is_unique or is_count(column):
        return False
    if is_key_name(column) or words[-1] in _POINTING:
        return True
    is_measure = any(is_among(words, "measure_words", "kinds", kind, "words") for kind in kinds)
    return not is_measure and not is_among(words, "measure_words", "never", "words")


def _fits(table: TableFacts, column: ColumnFacts, key: _Key) -> bool:
    target = key.facts
    if target.column is column.column and key.table.name == table.name:
        return False
    if column.kind is not target.kind and not (column.kind.is_number and target.kind.is_number):
        return False
    if key_of(table) == (column.name,):
        return _extends(table, column, key)
    return True


def _extends(table: TableFacts, column: ColumnFacts, key: _Key) -> bool:
    """A key that is another table's key too: the table whose name it bears has the rows, this one adds to them."""
    if key.table.name == table.name or not key.is_main:
        return False
    words = {lemma(word) for word in bare_words(column)}
    return not words & set(table.noun.words) and bool(words & {lemma(word) for word in key.table.noun.words})


def _are_contained(own: list[ColumnFacts], theirs: list[ColumnFacts]) -> bool:
    shares = [contained_share(mine, other) for mine, other in zip(own, theirs, strict=True)]
    return bool(shares) and all(share is None or share >= _CONTAINED for share in shares)
