"""Vagueness: `where is the branch` may ask for its street or its city, and nobody named either.

Asked where words of the question cover two or three names of the schema about equally well. What each reading means
is told by the translator itself: by what it makes of the question, else of the question with the words put plainly.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

import sqlglot
from sqlglot import exp

from answerable.clarification import Clarification, Reading
from answerable.language.ambiguity.covering import Cover, Name, find_covers
from answerable.language.ambiguity.ground import Ground
from answerable.language.ambiguity.resembling import find_resemblances
from answerable.language.ambiguity.saying import Words
from answerable.language.ambiguity.scene import Scene
from answerable.language.ambiguity.selecting import text_of
from answerable.language.ambiguity.swapping import AsRead, with_each
from answerable.language.normalise import Token

__all__ = ["Translate", "find_vagueness"]

Translate = Callable[[str], str | None]
"""The SQL of a question that is not vague; None where it is not understood."""

_MOST_TRIED = 3
_ASKING = ("where", "when", "who")

Told = tuple[Cover, list[str | None]]
"""SQL for each name of a cover, and for all of them where it could be written."""


def find_vagueness(
    question: str,
    tokens: Sequence[Token],
    ground: Ground,
    translate: Translate,
    words: Words,
    read: AsRead | None = None,
) -> Clarification | None:
    """As it was read, one reading that is understood is enough: the others are the same with another column."""
    text = unicodedata.normalize("NFKC", question)
    scene = Scene(tuple(tokens), ground, read.tables(ground) if read else ())
    found = _told(text, scene, translate, read)
    first = next(found, None)
    return _asked(_phrase(text, first[0], tokens), *first, words) if first else None


def _told(text: str, scene: Scene, translate: Translate, read: AsRead | None) -> Iterator[Told]:
    for cover in islice(find_covers(scene), _MOST_TRIED):
        vague = _phrase(text, cover, scene.tokens)
        found = _swapped(text, vague, cover, translate, read) if read else None
        if found := found or _each_translated(text, vague, cover, translate, scene.ground):
            yield cover, found
    if read:
        yield from _resembling(text, scene, read)


def _resembling(text: str, scene: Scene, read: AsRead) -> Iterator[Told]:
    for sql in read.likeliest[:_MOST_TRIED]:
        for one in find_resemblances(scene, text, sql, read):
            if found := with_each(text, sql, (one.shown,), one.columns, read.reader):
                yield one.cover, found


def _swapped(text: str, vague: Token, cover: Cover, translate: Translate, read: AsRead) -> list[str | None] | None:
    """Made from a reading that shows one of the names: of the question as it is, else with the name said plainly."""
    columns = [read.reader.column(name.ref.table, name.ref.name) for name in cover.names]
    for sql in read.likeliest[:_MOST_TRIED]:
        if found := with_each(text, sql, columns, columns, read.reader):
            return found
    for name, column in zip(cover.names, columns, strict=True):
        plain = _put_plainly(text, vague, (name,))
        told = translate(plain)
        if told and (found := with_each(plain, told, (column,), columns, read.reader)):
            return found
    return None


def _each_translated(
    text: str, vague: Token, cover: Cover, translate: Translate, ground: Ground
) -> list[str | None] | None:
    meant = [_meant(_put_plainly(text, vague, (name,)), (name,), ground, translate) for name in cover.names]
    trees = [tree for tree in meant if tree is not None]
    if len(trees) < len(cover.names):
        return None
    together = _meant(_put_plainly(text, vague, cover.names), cover.names, ground, translate)
    wider = together or _widened(trees, cover.names)
    return [text_of(ground, tree) if tree else None for tree in (*trees, wider)]


def _asked(vague: Token, cover: Cover, sql: Sequence[str | None], words: Words) -> Clarification:
    """One reading for each name, and one for all of them where there is SQL for it."""
    keys = [*("vagueness_one" for _ in cover.names), "vagueness_all"]
    texts = [*(name.text for name in cover.names), words.joined([name.text for name in cover.names])]
    readings = tuple(
        Reading(words.say(key, word=vague.text, columns=text), one)
        for key, text, one in zip(keys, texts, sql, strict=True)
        if one is not None
    )
    return Clarification(words.say("vagueness", word=vague.text), readings)


def _phrase(text: str, cover: Cover, tokens: Sequence[Token]) -> Token:
    """The words that are vague, as one."""
    first, last = tokens[cover.place], tokens[cover.end - 1]
    return replace(first, text=text[first.start : last.end], end=last.end)


def _put_plainly(text: str, vague: Token, names: Sequence[Name]) -> str:
    """The question with names in the place of the vague word."""
    said = " and ".join(name.text for name in names)
    instead = f"what {said}" if vague.text.casefold() in _ASKING else said
    return f"{text[: vague.start]}{instead}{text[vague.end :]}"


def _meant(plain: str, names: Sequence[Name], ground: Ground, translate: Translate) -> exp.Select | None:
    """What the plainer question asks for; None where it does not show what was put into it."""
    sql = translate(plain)
    tree = sqlglot.parse_one(sql, dialect=ground.schema.dialect) if sql else None
    if not isinstance(tree, exp.Select):
        return None
    shown = {column.name for item in tree.expressions for column in item.find_all(exp.Column)}
    return tree if all(name.ref.name in shown for name in names) else None


def _widened(trees: Sequence[exp.Select], names: Sequence[Name]) -> exp.Select | None:
    """The first reading with what the others show beside it, where all are of one table and nothing is summed up."""
    first = trees[0].copy()
    if len({name.ref.table for name in names}) > 1 or first.args.get("group") or first.find(exp.AggFunc):
        return None
    known = {item.alias_or_name for item in first.expressions}
    for tree, name in zip(trees[1:], names[1:], strict=True):
        own = [item for item in tree.expressions if item.alias_or_name == name.ref.name and name.ref.name not in known]
        first = first.select(*(item.copy() for item in own), copy=False)
    return first
