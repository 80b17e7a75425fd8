"""Where the names that a general word may cover are looked for: what the question says, and the tables it is about."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from functools import cache, cached_property

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import Table
from answerable.language.ambiguity.schema_facts import SchemaFacts, name_stems
from answerable.language.ambiguity.wordings import word_list
from answerable.language.linking.column_traits import is_key
from answerable.language.question.tokens import Token, normalise
from answerable.language.question.word_lists import stop_words
from answerable.naming.inflection import stem
from answerable.naming.word_files import word_file

__all__ = ["QuestionView"]

_MOST_TABLES = 12
"""Of more tables of one name the question is which table, not which column."""
_SHORTEST_STRANGE = 4
_WORDS = word_file("answerable.language.ambiguity")
_WHICH = _WORDS.words("which")
_DOERS, _NO_THINGS = ("er", "or"), ("ed", "ing", "est", "ten", "wn", "ung")


@dataclass(frozen=True)
class QuestionView:
    tokens: tuple[Token, ...]
    ground: SchemaFacts
    read: tuple[str, ...] = ()
    """Tables of the likeliest reading: a question may be about a table that it names by a cell alone."""

    @cached_property
    def stems(self) -> frozenset[str]:
        return frozenset(stem(token.lemma) for token in self._plain)

    @cached_property
    def _plain(self) -> tuple[Token, ...]:
        return tuple(token for token in self.tokens if not token.quoted)

    @cached_property
    def _lemmas(self) -> frozenset[str]:
        return frozenset(token.lemma for token in self._plain)

    @cached_property
    def _numbers(self) -> frozenset[Decimal]:
        return frozenset(token.number for token in self._plain if token.number is not None)

    def says(self, word: str, by_its_verb: bool = True) -> bool:
        """Whether a word of a name is said; `produced` says `producer` where verbs count."""
        if word.endswith(_DOERS) and not by_its_verb:
            return word in self._lemmas
        return stem(word) in self.stems or _number(word) in self._numbers

    def tables(self, word: str) -> tuple[Table, ...]:
        """Those that are spoken of besides by this word, those of the likeliest reading, and those next to them."""
        spoken_of = self.ground.spoken_of(self.stems - {word})
        read = (self.ground.table(name) for name in self.read)
        about = {table.qualified: table for table in (*spoken_of, *read)}
        if len(about) > _MOST_TABLES:
            return ()
        near = {name for table in about for name in self.ground.neighbours(table)}
        return (*about.values(), *(self.ground.table(name) for name in sorted(near - about.keys())))

    @cached_property
    def strange(self) -> frozenset[int]:
        """Places of words that no name and no cell of the schema has; verbs, superlatives and proper names are none."""
        return frozenset(position for position, token in enumerate(self.tokens) if self._is_strange(position, token))

    def _is_strange(self, position: int, token: Token) -> bool:
        word = token.text.casefold()
        if token.quoted or token.number is not None or len(word) < _SHORTEST_STRANGE or not word.isalpha():
            return False
        if (position and token.text[0].isupper()) or word.endswith(_NO_THINGS) or word in word_list("shown", "asking"):
            return False
        own = stem(token.lemma)
        if not {word, token.lemma}.isdisjoint(stop_words()):
            return False
        return not (self.ground.is_known(own) or self.ground.is_in_a_cell(own))

    def strange_phrases(self) -> Iterator[tuple[int, int]]:
        """Where strange words stand, those side by side together, and the place after the last of them.

        Words that only go with a known one, as in `full names`, are no such phrase; nor are any where none is known."""
        for position in sorted(self.strange) if self._is_about_something() else ():
            if position - 1 not in self.strange:
                end = next(end for end in range(position, len(self.tokens) + 1) if end not in self.strange)
                following = self.tokens[end : end + 1]
                if self._opens(position) and not any(self.ground.is_known(stem(token.lemma)) for token in following):
                    yield position, end

    def _is_about_something(self) -> bool:
        """Whether a name or a cell is said."""
        words = (stem(token.lemma) for token in self._plain if token.text.casefold() not in stop_words())
        return any(self.ground.is_known(word) or self.ground.is_in_a_cell(word) for word in words)

    def _opens(self, position: int) -> bool:
        """Whether a thing may be named there: after `the`, `their` or `and`, after `Lisa's`, but not after `they`."""
        if not position:
            return True
        before, token = self.tokens[position - 1], self.tokens[position]
        is_owner = not before.quoted and token.start - before.start - len(before.text) >= len("'s ")
        return is_owner or before.text.casefold() in word_list("vagueness", "openers")

    def asks_by_name(self) -> bool:
        """Whether it asks what or which of something known: `which course is taught`."""
        pairs = zip(self.tokens, self.tokens[1:], strict=False)
        return any(one.lemma in _WHICH and self.ground.is_known(stem(other.lemma)) for one, other in pairs)

    def says_all(self, word: str) -> bool:
        """Whether all of a longer name with this word is said, of a table or of a column near what is spoken of."""
        tables = self.tables("")
        columns = (column.name for table in tables for column in table.columns if not is_key(table, column))
        names = (*(table.name for table in tables), *columns)
        longer = (stems for stems in map(name_stems, names) if word in stems and len(stems) > 1)
        return any(self.stems.issuperset(stems) for stems in longer)


@cache
def _number(word: str) -> Decimal | None:
    return next((token.number for token in normalise(word)), None)
