"""Which tables or columns a general word of a question covers, where none of them is named."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.resources import files

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.schema import Column, Table
from answerable.language.ambiguity.nouns import kinds_of_name
from answerable.language.ambiguity.question_view import QuestionView
from answerable.language.ambiguity.schema_facts import SchemaFacts, known_by, name_stems, spoken_name
from answerable.language.linking.column_traits import is_key
from answerable.language.question.word_lists import stop_words
from answerable.naming.identifiers import identifier_lemmas
from answerable.naming.inflection import lemma, stem
from answerable.naming.word_files import word_file
from answerable.sql.column_ref import ColumnRef

__all__ = ["Cover", "Name", "find_covers"]

_MOST_COVERED = 3
_WORDS = word_file("answerable.language.ambiguity")
_ASKING = _WORDS.word_set("asking")
_DONE = _WORDS.word_set("done")
_BEFORE_ASKING = _WORDS.word_set("before_asking")

Fits = Callable[[str, str], bool]
"""Whether the word of a question may stand for a name; the second is the table's, where it is a column's name."""


@dataclass(frozen=True, slots=True)
class Name:
    text: str
    """As it may be said in a question."""
    ref: ColumnRef
    own: str
    """What it is called in the schema: the column, or the table where that is meant."""
    owner: str = ""
    """The table of a column."""


@dataclass(frozen=True, slots=True)
class Cover:
    """Words of the question, and the two or three names they may stand for."""

    place: int
    end: int
    """The place after the last of the words."""
    names: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class _Group:
    asked: frozenset[str]
    covers: frozenset[str]
    kinds: frozenset[str]
    """What nouns mean that are covered besides."""

    def holds(self, name: str, owner: str) -> bool:
        """By its words, or by what it means, where that is not the table's own rows: the `bank name` of banks."""
        if not self.covers.isdisjoint(identifier_lemmas(name)):
            return True
        return not self.kinds.isdisjoint(kinds_of_name(name)) and name_stems(name)[0] not in _stems(owner)


@cache
def _groups() -> dict[str, _Group]:
    text = files("answerable.language.ambiguity").joinpath("covering.toml").read_text(encoding="utf-8")
    return {name: _group(**lists) for name, lists in tomllib.loads(text).items()}


def _group(asked: list[str], covers: list[str], kinds: Sequence[str] = ()) -> _Group:
    return _Group(frozenset(map(lemma, asked)), frozenset(map(lemma, covers)), frozenset(kinds))


def _is_weak(word: str) -> bool:
    return word in _groups()["weak"].covers


def find_covers(scene: QuestionView) -> Iterator[Cover]:
    """Most telling first: words that names end with, general words, words that names begin with; left to right."""
    tokens = scene.tokens
    places = [position for position, token in enumerate(tokens) if not token.quoted and token.number is None]
    for covered in (_by_last_word, _by_group, _by_first_word):
        for position in places:
            for names in covered(position, scene):
                yield Cover(position, _end(position, scene, covered is _by_first_word), names)


def _end(position: int, scene: QuestionView, is_open_ended: bool) -> int:
    """With the word after it, where that only says what of it is meant: `birth rate`."""
    following = scene.tokens[position + 1 : position + 2]
    goes_on = is_open_ended and any(position + 1 in scene.strange or _is_general(token.lemma) for token in following)
    return position + 2 if goes_on else position + 1


def _is_general(word: str) -> bool:
    return _is_weak(word) or word in _groups()["figure"].asked


def _by_last_word(position: int, scene: QuestionView) -> Iterator[tuple[Name, ...]]:
    token = scene.tokens[position]
    word = stem(token.lemma)
    if not (_is_weak(token.lemma) or word in stop_words() or scene.says_all(word)):
        yield from _covered(lambda name, _: _head(name_stems(name)) == word, word, scene)


def _by_first_word(position: int, scene: QuestionView) -> Iterator[tuple[Name, ...]]:
    """`stock allocation` where there are a stock percentage and a stock value."""
    token = scene.tokens[position]
    word = stem(token.lemma)
    if not (_is_weak(token.lemma) or word in stop_words() or scene.says_all(word)):
        yield from _covered(lambda name, owner: word in name_stems(name) and word not in _stems(owner), word, scene)


def _by_group(position: int, scene: QuestionView) -> Iterator[tuple[Name, ...]]:
    token = scene.tokens[position]
    word = stem(token.lemma)
    for name, group in _groups().items():
        is_said = name != "weak" and token.lemma in group.asked and _is_asked(position, scene)
        if is_said and not _has_in_name(word, scene):
            yield from _covered(group.holds, word, scene)


def _is_asked(position: int, scene: QuestionView) -> bool:
    """`where is the hall`, but not `the city where the hall is`; `what is taught`, but not `which course is taught`."""
    word = scene.tokens[position].lemma
    before = scene.tokens[position - 1].text.casefold() if position else "and"
    if word in _ASKING:
        return before in _BEFORE_ASKING
    return not (word in _DONE and scene.asks_by_name())


def _head(name: Sequence[str]) -> str:
    """What a name says it is: the `limit` of `daily limit`, the `date` of `date of note`."""
    return name[name.index("of") - 1] if "of" in name[1:] else name[-1]


def _has_in_name(word: str, scene: QuestionView) -> bool:
    """True where the general word is a part of a column's own name, in a table the question speaks of."""
    spoken_of = scene.ground.spoken_of(scene.stems)
    return any(word in name_stems(column.name) for table in spoken_of for column in table.columns)


def _covered(fits: Fits, word: str, scene: QuestionView) -> Iterator[tuple[Name, ...]]:
    """Names of two or three columns of one table, or of tables it points to, or of both, that nobody said."""
    for table in scene.tables(word):
        own = [_column(table, c) for c in table.columns if fits(c.name, table.name) and not is_key(table, c)]
        others = [_label_of(other) for other in _pointed_to(table, scene.ground) if fits(other.name, "")]
        known = [other for other in others if other]
        for names in (own, known if len(known) == len(others) else [], [*own, *known] if own and known else []):
            if _is_open(names, word, scene):
                yield tuple(names)


def _column(table: Table, column: Column) -> Name:
    return Name(spoken_name(column.name), ColumnRef(table.qualified, column.name), column.name, table.name)


def _pointed_to(table: Table, ground: SchemaFacts) -> list[Table]:
    result = (ground.schema.table(key.ref_table) for key in table.foreign_keys)
    return list({other.qualified: other for other in result if other is not None and other is not table}.values())


def _is_open(names: Sequence[Name], word: str, scene: QuestionView) -> bool:
    """Two or three names, of which nothing is said that tells one from the others."""
    if not 2 <= len(names) <= _MOST_COVERED:
        return False
    shared = frozenset.intersection(*(frozenset(name_stems(name.own)) for name in names))
    doers = all("person" in kinds_of_name(name.own) for name in names)
    for name in names:
        own = [part for part in identifier_lemmas(name.own) if stem(part) not in _stems(name.owner)]
        if [stem(part) for part in own] in ([], [word]) or _is_told(own, shared | {word}, scene, doers):
            return False
    return True


def _stems(name: str) -> tuple[str, ...]:
    return name_stems(name) if name else ()


def _is_told(own: Sequence[str], shared: frozenset[str], scene: QuestionView, doers: bool) -> bool:
    """Whether the question says what a name has for itself; `amount` or `number` only where it has nothing else.

    Who `directed` is told where only people are meant; who `produced`, where it may be a company, is not."""
    telling = [part for part in own if stem(part) not in shared]
    strong = [part for part in telling if not _is_weak(part)]
    return any(scene.says(part, by_its_verb=doers) for part in strong or telling)


def _label_of(table: Table) -> Name | None:
    """`producer name`: what the rows of a table are recognised by, in full; else the one thing it says of them."""
    known = known_by(table)
    if known is None:
        return None
    words = dict.fromkeys((*spoken_name(table.name).split(), *spoken_name(known.name).split()))
    return Name(" ".join(words), ColumnRef(table.qualified, known.name), table.name)
