"""`what was in order 9000`: the lines of one row, each with what it is about and how many."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.language.business.business_query import Attribute, BusinessQuery, EntityRow
from answerable.language.business.links.source_lexicon import LinkKind
from answerable.language.business.parts.question_subjects import QuestionSubjects

__all__ = ["propose_contents"]

_CONTENTS = frozenset(
    ("content", "contain", "contained", "containing", "include", "included", "consist", "inside", "comprise")
)
_ASKED_FOR, _NAMED = 1.0, 0.55


def propose_contents(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    for whole in _named_rows(subjects):
        for lines, items in _lines(subjects, whole):
            is_named = bool({lines, items} & {*subjects.tables}) and subjects.model.main_date(lines) is None
            if is_named or _asks_for_contents(subjects):
                outputs: tuple[Attribute | EntityRow, ...] = (EntityRow(items), *_quantity(subjects, lines))
                gain = _ASKED_FOR if _asks_for_contents(subjects) else _NAMED
                yield BusinessQuery(lines, outputs=outputs, score=subjects.score + gain)


def _named_rows(subjects: QuestionSubjects) -> list[str]:
    """Tables of which the question names one row by its key or its number."""
    found = []
    for link in subjects.parts.conditions:
        entity = subjects.model.entity(link.target.table)
        names = (*entity.key, *entity.display) if entity else ()
        is_one = link.target.kind is LinkKind.VALUE and link.target.column in names and not link.target.detail
        if is_one and not subjects.parts.is_negated(link):
            found.append(link.target.table)
    return found


def _asks_for_contents(subjects: QuestionSubjects) -> bool:
    """`what was in`, `contents of`."""
    words = [token.lemma for token in subjects.parts.tokens]
    if {*words} & _CONTENTS or _stands_in(subjects, words):
        return True
    return "what" in words[:2] and any(
        words[link.start - 1] == "in" or words[link.start - 2 : link.start] in (["in", "the"], ["in", "this"])
        for link in subjects.parts.things
        if link.start
    )


def _stands_in(subjects: QuestionSubjects, words: list[str]) -> bool:
    """`what's in the Plum Crown`."""
    starts = [link.start for link in subjects.parts.conditions]
    before = [words[max(0, start - 3) : start] for start in starts]
    asks = bool({*words[:2]} & {"what", "what's"})
    return asks and any("in" in part and {*part} <= {"in", "the", "a", "what", "what's", "be", "is"} for part in before)


def _lines(subjects: QuestionSubjects, whole: str) -> Iterator[tuple[str, str]]:
    """Tables of lines with the table of what each line is about."""
    for lines in subjects.children(whole):
        others = [one for one in subjects.paths.parents(lines) if one != whole]
        entity = subjects.model.entity(lines)
        if others and (_quantity(subjects, lines) or (entity is not None and entity.is_bridge)):
            yield lines, others[0]


def _quantity(subjects: QuestionSubjects, lines: str) -> tuple[Attribute, ...]:
    counted = [one for one in subjects.model.measures_of(lines) if one.kind == "quantity"]
    return tuple(Attribute(lines, one.column) for one in counted[:1])
