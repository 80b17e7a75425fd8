"""A schema prepared for linking: every name, alias and common value under the words a question may use for it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from functools import cached_property

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import Column, DatabaseSchema, Kind, Table
from answerable.language.linking.column_traits import clock, is_key
from answerable.language.linking.table_roles import with_roles
from answerable.language.query_model.definitions import NO_GLOSSARY, Glossary
from answerable.language.question.word_lists import Derived, Phrase, derived_concept
from answerable.naming.identifiers import identifier_lemmas
from answerable.naming.inflection import fold, stem
from answerable.naming.word_files import word_file

__all__ = ["LinkTarget", "SchemaIndex", "value_words"]

_WORDS = word_file("answerable.language.linking")
_TABLE_PREFIXES = _WORDS.word_set("table_prefixes")
_UNITS = _WORDS.word_set("units")
_FLAGS = _WORDS.word_set("flags")
_WEAK = _WORDS.word_set("weak")
_LONGEST_VALUE = 6
_IN_A_ROLE = 0.9
_VALUE_WORD = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class LinkTarget:
    """Something in the schema that words of a question may mean."""

    kind: str
    """`table`, `column`, `value`, `derived` (a product of two columns) or `metric` (somebody's definition)."""
    table: str
    """`Table.qualified`."""
    columns: tuple[str, ...] = ()
    value: str = ""
    score: float = 1.0

    @property
    def column(self) -> str:
        return self.columns[0] if self.columns else ""

    def times(self, factor: float) -> LinkTarget:
        return LinkTarget(self.kind, self.table, self.columns, self.value, self.score * factor)


def value_words(text: str) -> Phrase:
    return tuple(fold(word) for word in _VALUE_WORD.findall(text))


class SchemaIndex:
    """Made once a schema; look-ups are by dictionary, so a thousand tables cost what ten do."""

    def __init__(self, schema: DatabaseSchema, glossary: Glossary = NO_GLOSSARY) -> None:
        self.glossary = glossary
        self.roles = with_roles(schema)
        self.schema = self.roles.schema
        """The schema with a twin of each table for every role it plays."""

    def _role_names(self, table: Table) -> Iterator[tuple[Phrase, LinkTarget]]:
        """A role's columns are only meant when the role is said: `origin city`, never `city` alone."""
        for called in self.roles.words[table.qualified]:
            yield called, LinkTarget("table", table.qualified)
            for column in table.columns:
                for words, score in _aliases(identifier_lemmas(column.name), ()):
                    yield (*called, *words), LinkTarget("column", table.qualified, (column.name,), score=score)

    @cached_property
    def names(self) -> dict[Phrase, tuple[LinkTarget, ...]]:
        """Full names and aliases, as lemmas."""
        result = _Gathered()
        for table in self.schema.tables:
            if table.qualified in self.roles.real:
                for phrase, target in self._role_names(table):
                    result.add(phrase, target)
                continue
            for phrase, target in (*_table_names(table), *_column_names(table), *_derived_names(table)):
                result.add(phrase, target)
        for phrase, target in self.glossary.names:
            result.add(phrase, target)
        return result.phrases()

    @cached_property
    def stems(self) -> dict[Phrase, tuple[LinkTarget, ...]]:
        result = _Gathered()
        for phrase, targets in self.names.items():
            for target in targets:
                result.add(tuple(stem(word) for word in phrase), target)
        return result.phrases()

    @property
    def _own_tables(self) -> Iterator[Table]:
        return (table for table in self.schema.tables if table.qualified not in self.roles.real)

    @cached_property
    def parts(self) -> dict[str, tuple[LinkTarget, ...]]:
        """Columns by each telling word of their name, for questions that use only a part of it."""
        result = _Gathered()
        for table in self._own_tables:
            for column in table.columns:
                words = [w for w in identifier_lemmas(column.name) if w not in _WEAK and w not in _UNITS]
                for word in words if not is_key(table, column) else ():
                    score = 0.55 + 0.35 / max(len(identifier_lemmas(column.name)), 1)
                    result.add(word, LinkTarget("column", table.qualified, (column.name,), score=score))
        return result.words()

    @cached_property
    def values(self) -> dict[Phrase, tuple[LinkTarget, ...]]:
        result = _Gathered()
        for table in self.schema.tables:
            score = _IN_A_ROLE if table.qualified in self.roles.real else 1.0
            for column in table.columns:
                for value in column.common_values if column.kind is Kind.TEXT else ():
                    words = value_words(value)
                    if words and len(words) <= _LONGEST_VALUE:
                        result.add(words, LinkTarget("value", table.qualified, (column.name,), value, score))
        return result.phrases()

    @cached_property
    def name_words(self) -> tuple[str, ...]:
        """Every word of every name, to correct typing errors against."""
        return tuple(sorted({word for phrase in self.names for word in phrase if len(word) > 3}))

    @cached_property
    def single_values(self) -> tuple[str, ...]:
        """Values of one word, to correct typing errors against."""
        return tuple(sorted(words[0] for words in self.values if len(words) == 1 and len(words[0]) > 4))

    @cached_property
    def comment_words(self) -> dict[str, tuple[LinkTarget, ...]]:
        """Columns by the words of their comments: the weakest evidence, used when nothing else matches."""
        result = _Gathered()
        for table in self._own_tables:
            for column in table.columns:
                for word in set(identifier_lemmas(column.comment or "")) - _WEAK:
                    if len(word) > 3:
                        result.add(word, LinkTarget("column", table.qualified, (column.name,), score=0.5))
        return result.words()

    def table(self, name: str) -> Table:
        table = self.schema.table(name)
        if table is None:
            raise KeyError(name)
        return table

    def column(self, table: str, name: str) -> Column:
        column = self.table(table).column(name)
        if column is None:
            raise KeyError(f"{table}.{name}")
        return column


class _Gathered:
    """Targets under their keys, each target once, with its best score."""

    def __init__(self) -> None:
        self._found: dict[Hashable, dict[Hashable, LinkTarget]] = defaultdict(dict)

    def add(self, key: Hashable, target: LinkTarget) -> None:
        same = (target.kind, target.table, target.columns, target.value)
        known = self._found[key].get(same)
        if known is None or known.score < target.score:
            self._found[key][same] = target

    def phrases(self) -> dict[Phrase, tuple[LinkTarget, ...]]:
        return {key: tuple(result.values()) for key, result in self._found.items() if isinstance(key, tuple) and key}

    def words(self) -> dict[str, tuple[LinkTarget, ...]]:
        return {key: tuple(result.values()) for key, result in self._found.items() if isinstance(key, str)}


def _table_names(table: Table) -> Iterator[tuple[Phrase, LinkTarget]]:
    words = tuple(word for word in identifier_lemmas(table.name) if word not in _TABLE_PREFIXES)
    whole = words or identifier_lemmas(table.name)
    yield whole, LinkTarget("table", table.qualified)
    if len(whole) > 1:
        yield whole[-1:], LinkTarget("table", table.qualified, score=0.8)


def _column_names(table: Table) -> Iterator[tuple[Phrase, LinkTarget]]:
    own = identifier_lemmas(table.name)
    for column in table.columns:
        for words, score in _aliases(identifier_lemmas(column.name), own):
            target = LinkTarget("column", table.qualified, (column.name,), score=score)
            yield words, target
            if clock(column) is None:  # `customers signed up` says what happened to customers, it is no name
                yield (*own, *words), target


def _aliases(words: Phrase, own: Phrase) -> Iterator[tuple[Phrase, float]]:
    yield words, 1.0
    if len(words) > 1 and words[0] in _FLAGS:
        yield words[1:], 0.95
    if len(words) > 1 and words[: len(own)] == own and words[len(own) :]:
        yield words[len(own) :], 0.95
    bare = _without_units(words)
    if bare != words and bare != own:
        yield bare, 0.95
    if len(words) > 1 and words[-1] in ("name", "title") and words[:-1] != own:
        yield words[:-1], 0.93


def _without_units(words: Phrase) -> Phrase:
    while len(words) > 1 and words[-1] in _UNITS:
        words = words[:-1]
    return words


def _derived_names(table: Table) -> Iterator[tuple[Phrase, LinkTarget]]:
    known: Derived = derived_concept()
    counted, priced = _named(table, known.counted), _named(table, known.priced)
    if counted and priced:
        target = LinkTarget("derived", table.qualified, (counted.name, priced.name), score=0.8)
        for concept in known.concept:
            yield concept, target


def _named(table: Table, wanted: Iterable[Phrase]) -> Column | None:
    by_words = {identifier_lemmas(column.name): column for column in table.columns if column.kind.is_number}
    return next((by_words[phrase] for phrase in wanted if phrase in by_words), None)
