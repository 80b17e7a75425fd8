"""`with a discount`, `discounted lines`, `with a phone number`: rows that have something, not a figure to be shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from answerable.language.business.business_query import ColumnTest
from answerable.language.business.links.link_question import WordLink
from answerable.language.business.links.word_targets import LinkKind
from answerable.language.question.tokens import Token

__all__ = ["holds", "presence_of"]

_HAVE = frozenset(
    ("with", "have", "has", "had", "got", "get", "gets", "received", "given", "carry", "carries", "include")
)
_ONE = frozenset(("a", "an", "any", "some"))
_OF_VALUE = frozenset(
    ("of", "over", "above", "below", "under", "between", "than", "at", "like", "equal", "is", ">", "<", "=")
)
_RANKED = frozenset(("most", "least", "more", "less", "highest", "lowest", "biggest", "heavily"))


def holds(tokens: Sequence[Token], link: WordLink) -> bool:
    """`had a discount`, and no value said behind it."""
    if link.target.kind not in (LinkKind.MEASURE, LinkKind.DIMENSION):
        return False
    behind = tokens[link.end].lemma if link.end < len(tokens) else ""
    if behind in _OF_VALUE or (link.end < len(tokens) and tokens[link.end].number is not None):
        return False
    before = [token.lemma for token in tokens[max(0, link.start - 2) : link.start]]
    has_one = len(before) == 2 and before[1] in _ONE and before[0] in _HAVE
    return has_one or _is_participle(tokens, link, before)


def _is_participle(tokens: Sequence[Token], link: WordLink, before: Sequence[str]) -> bool:
    """`discounted lines`: a figure as a word of what was done to the rows."""
    word = tokens[link.start].text.casefold()
    is_one_word = link.end == link.start + 1 and link.target.kind is LinkKind.MEASURE
    return is_one_word and word.endswith("ed") and not {*before} & _RANKED


def presence_of(links: Sequence[WordLink]) -> Iterator[ColumnTest]:
    for target in (link.target for link in links):
        if target.kind is LinkKind.MEASURE:
            yield ColumnTest(target.table, target.column, ">", (0,))
        else:
            yield ColumnTest(target.table, target.column, "is_not_null", target.values)
