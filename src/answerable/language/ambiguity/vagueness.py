"""Vagueness: `where is the branch` may ask for its street or its city, and nobody named either.

Asked where words of the question cover two or three names of the schema about equally well. What each reading means
is told by the translator itself: by what it makes of the question, else of the question with the words put plainly.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from sqlglot import exp

from answerable.kernel.messages import msg
from answerable.language.ambiguity.column_swap import AsRead, with_each
from answerable.language.ambiguity.question_view import QuestionView
from answerable.language.ambiguity.schema_facts import SchemaFacts
from answerable.language.ambiguity.select_columns import text_of
from answerable.language.ambiguity.shown_part import shown_part
from answerable.language.ambiguity.similar_columns import find_resemblances
from answerable.language.ambiguity.vague_terms import Cover, Name, find_covers
from answerable.language.question.tokens import Token
from answerable.language.translation import CodedClarification, CodedReading
from answerable.naming.word_files import word_file
from answerable.sql.parse import parse_sql

__all__ = ["Translate", "find_vagueness"]

Translate = Callable[[str], str | None]
"""The SQL of a question that is not vague; None where it is not understood."""

_MOST_TRIED = 3
_WORDS = word_file("answerable.language.ambiguity")
_ASKING = _WORDS.words("asking")

Told = tuple[Cover, list[str | None]]
"""SQL for each name of a cover, and for all of them where it could be written."""


def find_vagueness(
    question: str,
    tokens: Sequence[Token],
    ground: SchemaFacts,
    translate: Translate,
    read: AsRead | None = None,
) -> CodedClarification | None:
    """As it was read, one reading that is understood is enough: the others are the same with another column."""
    text = unicodedata.normalize("NFKC", question)
    scene = QuestionView(tuple(tokens), ground, read.tables(ground) if read else ())
    result = _told(text, scene, translate, read)
    first = next(result, None)
    return _asked(_phrase(text, first[0], tokens), *first) if first else None


def _told(text: str, scene: QuestionView, translate: Translate, read: AsRead | None) -> Iterator[Told]:
    for cover in islice(find_covers(scene), _MOST_TRIED):
        vague = _phrase(text, cover, scene.tokens)
        result = _swapped(text, vague, cover, translate, read) if read else None
        if result := result or _each_translated(text, vague, cover, translate, scene.ground):
            yield cover, result
    if read:
        yield from _resembling(text, scene, read)


def _resembling(text: str, scene: QuestionView, read: AsRead) -> Iterator[Told]:
    for sql in read.likeliest[:_MOST_TRIED]:
        for one in find_resemblances(scene, text, sql, read):
            if result := with_each(text, sql, (one.shown,), one.columns, read.reader):
                yield one.cover, result


def _swapped(text: str, vague: Token, cover: Cover, translate: Translate, read: AsRead) -> list[str | None] | None:
    """Made from a reading that shows one of the names: of the question as it is, else with the name said plainly."""
    columns = [read.reader.column(name.ref.table, name.ref.name) for name in cover.names]
    for sql in read.likeliest[:_MOST_TRIED]:
        if result := with_each(text, sql, columns, columns, read.reader):
            return result
    for name, column in zip(cover.names, columns, strict=True):
        plain = _put_plainly(text, vague, (name,))
        told = translate(plain)
        if told and (result := with_each(plain, told, (column,), columns, read.reader)):
            return result
    return None


def _each_translated(
    text: str, vague: Token, cover: Cover, translate: Translate, ground: SchemaFacts
) -> list[str | None] | None:
    meant = [_meant(_put_plainly(text, vague, (name,)), (name,), ground, translate) for name in cover.names]
    trees = [tree for tree in meant if tree is not None]
    if len(trees) < len(cover.names):
        return None
    together = _meant(_put_plainly(text, vague, cover.names), cover.names, ground, translate)
    wider = together or _widened(trees, cover.names)
    return [text_of(ground, tree) if tree else None for tree in (*trees, wider)]


def _asked(vague: Token, cover: Cover, sql: Sequence[str | None]) -> CodedClarification:
    """One reading for each name, and one for all of them where there is SQL for it."""
    phrase, names = shown_part(vague.text), tuple(shown_part(name.text) for name in cover.names)
    texts = [msg("clarification.vagueness_one", phrase=phrase, column=name) for name in names]
    texts.append(msg("clarification.vagueness_all", phrase=phrase, columns=names))
    readings = tuple(CodedReading(text, one) for text, one in zip(texts, sql, strict=True) if one is not None)
    return CodedClarification(msg("clarification.vagueness", phrase=phrase), readings)


def _phrase(text: str, cover: Cover, tokens: Sequence[Token]) -> Token:
    """The words that are vague, as one."""
    first, last = tokens[cover.place], tokens[cover.end - 1]
    return replace(first, text=text[first.start : last.end], end=last.end)


def _put_plainly(text: str, vague: Token, names: Sequence[Name]) -> str:
    """The question with names in the place of the vague word."""
    said = " and ".join(name.text for name in names)
    instead = f"what {said}" if vague.text.casefold() in _ASKING else said
    return f"{text[: vague.start]}{instead}{text[vague.end :]}"


def _meant(plain: str, names: Sequence[Name], ground: SchemaFacts, translate: Translate) -> exp.Select | None:
    """What the plainer question asks for; None where it does not show what was put into it."""
    sql = translate(plain)
    tree = parse_sql(sql, ground.schema.dialect) if sql else None
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
