"""Questions for what is known of one row that is named: `which plan is Copper Clinics on and how many seats have they`,
`how much is the lamp`, `when and where was the gala`."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.language.business.business_query import Attribute, BusinessQuery, EntityRow, Output
from answerable.language.business.links.link_question import WordLink
from answerable.language.business.links.source_lexicon import LinkKind
from answerable.language.business.parts.question_subjects import QuestionSubjects, place_of
from answerable.language.business.proposals.asked_beside import days_of, places_of

__all__ = ["propose_look_ups"]

_GAIN, _SEVERAL, _PRICE = 0.3, 0.25, 0.6
_MONEY = frozenset(("cost", "charge", "price", "much", "worth", "pay"))
_PRICED = ("price", "amount", "balance")


def propose_look_ups(subjects: QuestionSubjects) -> Iterator[BusinessQuery]:
    cues = subjects.parts.cues
    if subjects.parts.superlative or subjects.parts.grouped or cues.has("avg", "share", "growth", "none"):
        return
    for table in dict.fromkeys(_named_rows(subjects)):
        asked = tuple(dict.fromkeys(_asked(subjects, table)))
        if asked:
            score = subjects.score + _GAIN + (_SEVERAL if len(asked) > 1 else 0.0)
            yield BusinessQuery(table, outputs=asked, score=score)
        elif price := _price(subjects, table):
            yield BusinessQuery(table, outputs=(price,), score=subjects.score + _PRICE)


def _named_rows(subjects: QuestionSubjects) -> Iterator[str]:
    """Tables of which a row is named."""
    for link in subjects.parts.conditions:
        entity = subjects.model.entity(link.target.table)
        if entity is None or entity.is_view or entity.is_code_table or link.target.kind is not LinkKind.VALUE:
            continue
        if set(link.target.column.split("|")) & {*entity.display, *entity.key}:
            yield entity.table


def _asked(subjects: QuestionSubjects, table: str) -> Iterator[Output]:
    """In the order in which it is named."""
    parts = subjects.parts
    named = sorted((*parts.things, *parts.attributes, *parts.measures), key=lambda link: link.start)
    for link in named:
        if not parts.is_negated(link):
            yield from _output(subjects, link, table)
    if parts.cues.has("when"):
        yield from days_of(subjects, table)
    if parts.cues.has("where"):
        yield from places_of(subjects, table)


def _output(subjects: QuestionSubjects, link: WordLink, table: str) -> Iterator[Output]:
    place, via = place_of(link)
    is_known = place == table or bool(subjects.paths.path(table, place, via, only_up=True))
    if not is_known or link.target.kind is LinkKind.DERIVED:
        return
    if link.target.kind not in (LinkKind.ENTITY, LinkKind.ROLE):
        entity = subjects.model.entity(place)
        is_name = place != table and entity is not None and link.target.column in entity.display
        yield EntityRow(place, via) if is_name else Attribute(link.target.table, link.target.column)
    elif place != table or via:
        yield EntityRow(place, via)


def _price(subjects: QuestionSubjects, table: str) -> Attribute | None:
    """`how much is the lamp`, `what does the lamp cost`."""
    said = {token.lemma for token in subjects.parts.tokens}
    if not said & _MONEY or subjects.parts.dates or subjects.events:
        return None
    prices = [one for one in subjects.model.measures_of(table) if one.kind in _PRICED]
    prices.sort(key=lambda one: _PRICED.index(one.kind))
    return Attribute(table, prices[0].column) if prices else None
