"""`stores with no self checkout`, `customers who never bought wine`: none of the rows below is so."""

from __future__ import annotations

from answerable.language.business.business_query import ColumnTest, Existence
from answerable.language.business.links.link_question import WordLink
from answerable.language.business.parts.question_subjects import QuestionSubjects

__all__ = ["absent_condition"]


def absent_condition(link: WordLink, positive: ColumnTest, base: str, subjects: QuestionSubjects) -> Existence | None:
    """None where the condition is not taken back, or is one of the row itself."""
    parts, table = subjects.parts, link.target.table
    if not parts.is_negated(link) or parts.describes_absent(link) or table == base:
        return None
    path = subjects.paths.path(base, table)
    goes_down = bool(path) and path is not None and not path[0].is_up
    return Existence(table, (positive,), is_negated=True) if goes_down else None
