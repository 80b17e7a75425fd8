"""`stores with no self checkout`, `customers who never bought wine`: none of the rows below is so."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.language.business.business_query import ColumnTest, Existence
from answerable.language.business.links.link_question import WordLink
from answerable.language.business.parts.question_subjects import QuestionSubjects, place_of

__all__ = ["absent_condition", "held_parents"]

_HAVE, _ONE = frozenset(("with", "have", "has", "had", "got", "get")), frozenset(("a", "an", "any"))


def absent_condition(link: WordLink, positive: ColumnTest, base: str, subjects: QuestionSubjects) -> Existence | None:
    """None where the condition is not taken back, or is one of the row itself."""
    parts, table = subjects.parts, link.target.table
    if not parts.is_negated(link) or parts.describes_absent(link) or table == base:
        return None
    path = subjects.paths.path(base, table)
    goes_down = bool(path) and path is not None and not path[0].is_up
    return Existence(table, (positive,), is_negated=True) if goes_down else None


def held_parents(base: str, subjects: QuestionSubjects) -> Iterator[ColumnTest]:
    """`charters that had a skipper`: those that belong to one, where not all do."""
    parts = subjects.parts
    for link in parts.things:
        before = [token.lemma for token in parts.tokens[max(0, link.start - 2) : link.start]]
        words = {token.text.casefold() for token in parts.tokens[max(0, link.start - 2) : link.start]}
        if len(before) == 2 and before[1] in _ONE and words & _HAVE:
            for one in subjects.model.relationships_of(base):
                if one.is_optional and one.target == place_of(link)[0] != base:
                    yield ColumnTest(base, one.columns[0], "is_not_null")
                    break
