"""Scope: `the activities each gym offers` are every gym's own, or those that all gyms offer.

Asked only where two tables are many-to-many, for only then can something be common to all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlglot import exp

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg
from answerable.kernel.schema import Table
from answerable.language.ambiguity.schema_facts import (
    Link,
    SchemaFacts,
    label,
    name_stems,
    overlap,
    own_texts,
    spoken_name,
)
from answerable.language.ambiguity.select_columns import column_of, select, text_of
from answerable.language.ambiguity.shown_columns import columns_named
from answerable.language.ambiguity.shown_part import shown_part
from answerable.language.ambiguity.wordings import says_any, stems, word_list
from answerable.language.question.tokens import Token
from answerable.language.translation import CodedClarification, CodedReading
from answerable.sql.column_ref import ColumnRef

__all__ = ["find_scope"]

_LONGEST_NAME = 4


@dataclass(frozen=True)
class _Scope:
    link: Link
    over: Table
    """What the quantifier ranges over."""
    shown: Table
    columns: tuple[ColumnRef, ...]


def find_scope(tokens: Sequence[Token], ground: SchemaFacts) -> CodedClarification | None:
    position = _quantifier(tokens)
    if position is None:
        return None
    ranged = _ranged(tokens, position, ground)
    result = (scope for over, end in ranged for scope in _scopes(tokens, position, end, over, ground))
    best = next(result, None)
    return _asked(best, ground) if best else None


def _quantifier(tokens: Sequence[Token]) -> int | None:
    """Its place, unless it opens the question (`for each gym, …`) or other words settle what is meant."""
    places = [position for position in range(len(tokens)) if _quantifies(tokens, position)]
    before = tokens[: places[0]] if places else ()
    if len(places) != 1 or all(says_any((token,), word_list("scope", "openers")) for token in before):
        return None
    settled = word_list("scope", "settled") | word_list("scope", "computed")
    return None if says_any(tokens, settled) or any(token.text in (";", "?") for token in tokens[:-1]) else places[0]


def _quantifies(tokens: Sequence[Token], position: int) -> bool:
    """`each`, `every`; `all` only after a preposition: the ingredients `in all` sauces, but not `show all` sauces."""
    if says_any(tokens[position : position + 1], word_list("scope", "quantifiers")):
        return True
    before = tokens[max(0, position - 1) : position]
    return says_any(tokens[position : position + 1], frozenset(("all",))) and says_any(
        before, word_list("scope", "openers")
    )


def _ranged(tokens: Sequence[Token], position: int, ground: SchemaFacts) -> list[tuple[Table, int]]:
    """Tables named right after the quantifier and where their name ends, the best said first."""
    result: list[tuple[float, int, int, Table]] = []
    for end in range(position + 2, min(position + 1 + _LONGEST_NAME, len(tokens)) + 1):
        words = stems(tokens[position + 1 : end])
        for number, table in enumerate(ground.things):
            if words[-1] in name_stems(table.name) and all(word in name_stems(table.name) for word in words):
                result.append((-overlap(words, table.name), end, number, table))
    return [(table, end) for _, end, _, table in sorted(result, key=lambda item: item[:3])]


def _scopes(tokens: Sequence[Token], position: int, end: int, over: Table, ground: SchemaFacts) -> Iterator[_Scope]:
    """Of the tables linked to `over`, the ones the rest of the question speaks of, most first."""
    rest = (*tokens[:position], *tokens[end:])
    result: list[tuple[float, int, int, _Scope]] = []
    for number, link in enumerate(ground.links):
        shown = ground.schema.table(link.other.ref_table)
        if shown is None or ground.schema.table(link.one.ref_table) is not over:
            continue
        named = columns_named(rest, shown)
        if named.said:
            refs = tuple(ColumnRef(shown.qualified, name) for name in named.columns)
            result.append((-named.said, len(own_texts(link.table)), number, _Scope(link, over, shown, refs)))
    return (scope for *_, scope in sorted(result, key=lambda item: item[:3]))


def _asked(scope: _Scope, ground: SchemaFacts) -> CodedClarification | None:
    own = label(scope.over) or ground.column(ColumnRef(scope.over.qualified, scope.link.one.ref_columns[0]))
    refs = (ColumnRef(scope.over.qualified, own.name), *scope.columns)
    tables = (scope.link.table.qualified, scope.shown.qualified, scope.over.qualified)
    each, common = select(ground, refs, tables), select(ground, scope.columns, tables)
    if each is None or common is None:
        return None
    thing, over = shown_part(spoken_name(scope.shown.name)), shown_part(spoken_name(scope.over.name))
    columns = tuple(shown_part(spoken_name(ref.name)) for ref in scope.columns)
    readings = (
        CodedReading(msg("clarification.scope_each", thing=thing, over=over, columns=columns), text_of(ground, each)),
        CodedReading(
            msg("clarification.scope_common", thing=thing, over=over, columns=columns),
            text_of(ground, _in_common(common, scope, ground)),
        ),
    )
    return CodedClarification(msg("clarification.scope", over=over), readings)


def _in_common(tree: exp.Select, scope: _Scope, ground: SchemaFacts) -> exp.Select:
    """Only what is paired with as many rows as there are."""
    key = ColumnRef(scope.shown.qualified, scope.link.other.ref_columns[0])
    paired = ColumnRef(scope.link.table.qualified, scope.link.one.columns[0])
    grouped = dict.fromkeys((key, *scope.columns))
    everyone = exp.Select().from_(ground.names.table(scope.over.qualified)).select(exp.Count(this=exp.Star()))
    count = exp.Count(this=exp.Distinct(expressions=[column_of(ground, paired)]))
    tree = tree.group_by(*(column_of(ground, ref) for ref in grouped), copy=False)
    return tree.having(exp.EQ(this=count, expression=exp.Subquery(this=everyone)), copy=False)
