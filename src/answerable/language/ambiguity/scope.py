"""Scope: `the activities each gym offers` are every gym's own, or those that all gyms offer.

Asked only where two tables are many-to-many, for only then can something be common to all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlglot import exp

from answerable.clarification import Clarification, Reading
from answerable.language.ambiguity.ground import Ground, Link, label, name_stems, overlap, own_texts, spoken
from answerable.language.ambiguity.saying import Words
from answerable.language.ambiguity.selecting import column_of, select, text_of
from answerable.language.ambiguity.shown import columns_named
from answerable.language.ambiguity.wording import said, stems, word_list
from answerable.language.normalise import Token
from answerable.language.query import ColumnRef
from answerable.schema import Table

__all__ = ["find_scope"]

_LONGEST_NAME = 4


@dataclass(frozen=True)
class _Scope:
    link: Link
    over: Table
    """What the quantifier ranges over."""
    shown: Table
    columns: tuple[ColumnRef, ...]


def find_scope(tokens: Sequence[Token], ground: Ground, words: Words) -> Clarification | None:
    place = _quantifier(tokens)
    if place is None:
        return None
    ranged = _ranged(tokens, place, ground)
    found = (scope for over, end in ranged for scope in _scopes(tokens, place, end, over, ground))
    best = next(found, None)
    return _asked(best, ground, words) if best else None


def _quantifier(tokens: Sequence[Token]) -> int | None:
    """Its place, unless it opens the question (`for each gym, …`) or other words settle what is meant."""
    places = [place for place in range(len(tokens)) if _quantifies(tokens, place)]
    before = tokens[: places[0]] if places else ()
    if len(places) != 1 or all(said((token,), word_list("scope", "openers")) for token in before):
        return None
    settled = word_list("scope", "settled") | word_list("scope", "computed")
    return None if said(tokens, settled) or any(token.text in (";", "?") for token in tokens[:-1]) else places[0]


def _quantifies(tokens: Sequence[Token], place: int) -> bool:
    """`each`, `every`; `all` only after a preposition: the ingredients `in all` sauces, but not `show all` sauces."""
    if said(tokens[place : place + 1], word_list("scope", "quantifiers")):
        return True
    before = tokens[max(0, place - 1) : place]
    return said(tokens[place : place + 1], frozenset(("all",))) and said(before, word_list("scope", "openers"))


def _ranged(tokens: Sequence[Token], place: int, ground: Ground) -> list[tuple[Table, int]]:
    """Tables named right after the quantifier and where their name ends, the best said first."""
    found: list[tuple[float, int, int, Table]] = []
    for end in range(place + 2, min(place + 1 + _LONGEST_NAME, len(tokens)) + 1):
        words = stems(tokens[place + 1 : end])
        for number, table in enumerate(ground.things):
            if words[-1] in name_stems(table.name) and all(word in name_stems(table.name) for word in words):
                found.append((-overlap(words, table.name), end, number, table))
    return [(table, end) for _, end, _, table in sorted(found, key=lambda item: item[:3])]


def _scopes(tokens: Sequence[Token], place: int, end: int, over: Table, ground: Ground) -> Iterator[_Scope]:
    """Of the tables linked to `over`, the ones the rest of the question speaks of, most first."""
    rest = (*tokens[:place], *tokens[end:])
    found: list[tuple[float, int, int, _Scope]] = []
    for number, link in enumerate(ground.links):
        shown = ground.schema.table(link.other.ref_table)
        if shown is None or ground.schema.table(link.one.ref_table) is not over:
            continue
        named = columns_named(rest, shown)
        if named.said:
            refs = tuple(ColumnRef(shown.qualified, name) for name in named.columns)
            found.append((-named.said, len(own_texts(link.table)), number, _Scope(link, over, shown, refs)))
    return (scope for *_, scope in sorted(found, key=lambda item: item[:3]))


def _asked(scope: _Scope, ground: Ground, words: Words) -> Clarification | None:
    own = label(scope.over) or ground.column(ColumnRef(scope.over.qualified, scope.link.one.ref_columns[0]))
    refs = (ColumnRef(scope.over.qualified, own.name), *scope.columns)
    tables = (scope.link.table.qualified, scope.shown.qualified, scope.over.qualified)
    each, common = select(ground, refs, tables), select(ground, scope.columns, tables)
    if each is None or common is None:
        return None
    thing, over = spoken(scope.shown.name), spoken(scope.over.name)
    columns = words.joined([spoken(ref.name) for ref in scope.columns])
    readings = (
        Reading(words.say("scope_each", thing=thing, over=over, columns=columns), text_of(ground, each)),
        Reading(
            words.say("scope_common", thing=thing, over=over, columns=columns),
            text_of(ground, _in_common(common, scope, ground)),
        ),
    )
    return Clarification(words.say("scope", over=over), readings)


def _in_common(tree: exp.Select, scope: _Scope, ground: Ground) -> exp.Select:
    """Only what is paired with as many rows as there are."""
    key = ColumnRef(scope.shown.qualified, scope.link.other.ref_columns[0])
    paired = ColumnRef(scope.link.table.qualified, scope.link.one.columns[0])
    grouped = dict.fromkeys((key, *scope.columns))
    everyone = exp.Select().from_(ground.names.table(scope.over.qualified)).select(exp.Count(this=exp.Star()))
    count = exp.Count(this=exp.Distinct(expressions=[column_of(ground, paired)]))
    tree = tree.group_by(*(column_of(ground, ref) for ref in grouped), copy=False)
    return tree.having(exp.EQ(this=count, expression=exp.Subquery(this=everyone)), copy=False)
