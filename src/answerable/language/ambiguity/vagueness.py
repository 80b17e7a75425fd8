"""Vagueness: `where is the branch` may ask for its street or its city, and nobody named either.

Asked where a word of the question covers two or three names of the schema about equally well. What each reading means
is told by the translator itself: the vague word is put in plain terms, and the question is translated again.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import sqlglot
from sqlglot import exp

from answerable.clarification import Clarification, Reading
from answerable.language.ambiguity.covering import Cover, Name, find_covers
from answerable.language.ambiguity.ground import Ground
from answerable.language.ambiguity.saying import Words
from answerable.language.ambiguity.selecting import text_of
from answerable.language.ambiguity.slots import shown_slots
from answerable.language.normalise import Token

if TYPE_CHECKING:
    from answerable.language.reader.reading import Reader

__all__ = ["Translate", "find_vagueness"]

Translate = Callable[[str], str | None]
"""The SQL of a question that is not vague; None where it is not understood."""

_MOST_TRIED = 3
_ASKING = ("where", "when", "who")


def find_vagueness(
    question: str,
    tokens: Sequence[Token],
    ground: Ground,
    translate: Translate,
    words: Words,
    reader: Reader | None = None,
) -> Clarification | None:
    """With a reader, one reading that is understood is enough: the others are the same with another column."""
    text = unicodedata.normalize("NFKC", question)
    for cover in list(find_covers(tokens, ground))[:_MOST_TRIED]:
        vague = tokens[cover.place]
        if reader and (swapped := _swapped(text, vague, cover, translate, reader)):
            return _asked(vague, cover, swapped, words)
        meant = [_meant(_put_plainly(text, vague, (name,)), (name,), ground, translate) for name in cover.names]
        trees = [tree for tree in meant if tree is not None]
        if len(trees) == len(cover.names):
            together = _meant(_put_plainly(text, vague, cover.names), cover.names, ground, translate)
            wider = together or _widened(trees, cover.names)
            return _asked(vague, cover, [text_of(ground, tree) if tree else None for tree in (*trees, wider)], words)
    return None


def _swapped(text: str, vague: Token, cover: Cover, translate: Translate, reader: Reader) -> list[str | None] | None:
    """SQL for each name and for all of them, made from the first that the translator shows when it is said plainly."""
    columns = [reader.column(name.ref.table, name.ref.name) for name in cover.names]
    for name, column in zip(cover.names, columns, strict=True):
        plain = _put_plainly(text, vague, (name,))
        sql, values = translate(plain), reader.values(plain)
        form = reader.form(sql, values) if sql else None
        slot = next((slot for slot in shown_slots(form or ()) if slot.column == column), None)
        if slot:
            forms = [*(slot.filled((other,)) for other in columns), slot.filled(columns)]
            found = [reader.written(plain, form, values) for form in forms]
            return found if all(found[:-1]) else None
    return None


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
