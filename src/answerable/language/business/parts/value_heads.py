"""A kind of row in the place of its noun: `desserts`, `which director`, `movies` name rows and say which."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from answerable.language.business.links.link_question import LinkedQuestion, WordLink
from answerable.language.business.links.word_targets import LinkKind, WordTarget, rows_of
from answerable.language.business.relationship_paths import RelationshipPaths
from answerable.language.question.tokens import Token
from answerable.semantics import SemanticModel

__all__ = ["with_value_heads"]

_COST, _HEAD = 0.1, 0.3
_NEAR = 2
_NOUNS = (LinkKind.ENTITY, LinkKind.ROLE)
_ARTICLES = frozenset(("the", "a", "an", "our", "my", "their", "its", "this"))
_AFTER = frozenset(
    ("of", "in", "at", "from", "for", "by", "on", "with", "to", "is", "are", "was", "be", "=", "as", "via")
)


def with_value_heads(
    linked: LinkedQuestion, tokens: Sequence[Token], model: SemanticModel, paths: RelationshipPaths
) -> Iterator[LinkedQuestion]:
    """As it is linked; and with the rows that a value names, where it stands like a noun."""
    yield linked
    for link in linked.links:
        if _is_head(linked, link, tokens, model):
            for table in _rows(linked, link, model, paths):
                noun = WordLink(link.start, link.end, WordTarget(LinkKind.ENTITY, table), _HEAD)
                links = sorted((*linked.links, noun), key=lambda one: one.start)
                yield replace(linked, links=tuple(links), score=linked.score - _COST)
            return


def _is_head(linked: LinkedQuestion, link: WordLink, tokens: Sequence[Token], model: SemanticModel) -> bool:
    """A kind, not a name; no noun of the same rows beside it, and no word before it that makes it a condition."""
    if link.target.kind is not LinkKind.VALUE or tokens[link.start].quoted or "|" in link.target.column:
        return False
    if not _is_kind(link.target, model) or tokens[link.end - 1].lemma[:1].isdigit():
        return False
    before = next((token.lemma for token in reversed(tokens[: link.start]) if token.lemma not in _ARTICLES), "")
    nouns = [one for one in linked.links if one.target.kind in _NOUNS]
    is_modifier = any(0 <= one.start - link.end <= _NEAR - 1 for one in nouns)
    is_first = not any(one.end <= link.start and rows_of(one.target) == link.target.table for one in nouns)
    return before not in _AFTER and not is_modifier and is_first


def _is_kind(target: WordTarget, model: SemanticModel) -> bool:
    """Of a category or a code; what is called so alone is one row, and places have no plural."""
    entity = model.entity(target.table)
    is_name = entity is not None and target.column in entity.display and not (entity.is_code_table or entity.is_bridge)
    kinds = [one.kind for one in model.dimensions if (one.table, one.column) == (target.table, target.column)]
    return not is_name and not ({*kinds} & {"place", "weekday", "year", "number"})


def _rows(linked: LinkedQuestion, link: WordLink, model: SemanticModel, paths: RelationshipPaths) -> Iterator[str]:
    """Of a bridge, what it ties together and nobody named; of codes, the rows that have them."""
    table = link.target.table
    entity = model.entity(table)
    if entity is None or entity.is_technical or entity.is_view:
        return
    if entity.is_bridge:
        named = {rows_of(one.target) for one in linked.links if one is not link}
        coded = {one.target for one in model.decodings if one.table == table and one.column == link.target.column}
        sides = [one for one in paths.parents(table) if one not in coded]
        people = [one for one in sides if (side := model.entity(one)) is not None and side.is_person]
        yield from [one for one in people or sides if one not in named or len(sides) == 1][:2]
    elif not entity.is_code_table:
        yield table
