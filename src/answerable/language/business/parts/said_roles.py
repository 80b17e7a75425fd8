"""Which of several keys to one table is meant: `from Hamburg to Munich`, `started in Split`, `by customer country`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from answerable.language.business.business_query import Attribute, EntityRow, Via
from answerable.language.business.links.link_question import WordLink
from answerable.language.business.links.word_targets import rows_of
from answerable.language.business.relationship_paths import RelationshipPaths
from answerable.language.question.tokens import Token
from answerable.naming.inflection import stem
from answerable.semantics import Relationship, SemanticModel

__all__ = ["role_of_value", "through_modifier"]

_REACH = 3
_FROM = frozenset(("from", "leave", "left", "start", "depart", "originate", "out", "pick", "pickup", "collect"))
_FROM_NAMES = frozenset(("from", "origin", "source", "src", "start", "departure", "depart", "pickup", "sender", "out"))
_TO = frozenset(("to", "into", "end", "arrive", "reach", "return", "destination", "deliver", "towards", "for"))
_TO_NAMES = frozenset(("to", "destination", "dest", "target", "end", "arrival", "arrive", "dropoff", "receiver"))
_WAYS = ((_FROM, _FROM_NAMES), (_TO, _TO_NAMES))
"""Words before a place, and words in the key's name."""


def role_of_value(link: WordLink, base: str, tokens: Sequence[Token], model: SemanticModel) -> Via:
    """() where there is one way only, or nothing said tells them apart."""
    keys = [one for one in model.relationships_of(base) if one.target == link.target.table]
    if len({one.columns for one in keys}) < 2:
        return ()
    said = [token.lemma for token in tokens[max(0, link.start - _REACH) : link.start]]
    for word in reversed(said):
        for words, names in _WAYS:
            found = [one for one in keys if word in words and names & set(_words(one))]
            if len(found) == 1:
                return found[0].columns
        named = [one for one in keys if len(word) > 2 and stem(word) in {stem(part) for part in _words(one)}]
        if len(named) == 1:
            return named[0].columns
    return ()


def _words(one: Relationship) -> Iterator[str]:
    for name in (one.role, *one.columns):
        plain = "".join(c if c.isalnum() else " " for c in name.replace("_", " "))
        yield from plain.casefold().split()


def through_modifier(
    group: Attribute | EntityRow, link: WordLink, links: Sequence[WordLink], table: str, paths: RelationshipPaths
) -> Attribute | EntityRow:
    """The country of the customer in `by customer country`, where shops have one too."""
    modifiers = [rows_of(one.target) for one in links if one.end == link.start]
    if not modifiers or group.via or modifiers[0] == group.table:
        return group
    way = paths.path(table, modifiers[0], only_up=True)
    via = way[0].relationship.columns if way else ()
    if not via or not paths.path(table, group.table, via, only_up=True):
        return group
    return EntityRow(group.table, via) if isinstance(group, EntityRow) else Attribute(group.table, group.column, via)
