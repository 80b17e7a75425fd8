"""What rows are worth: the amounts that are meant where a question names only the rows, or says "revenue"."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.language.business.links.business_words import business_words, phrase_of
from answerable.language.business.links.word_targets import LexiconEntry, LinkKind, WordTarget
from answerable.semantics import BusinessMeasure, Entity, SemanticModel

__all__ = ["worth_entries", "worth_targets"]

_TIMES = ("span", "age")
_OF_UNITS = ("line_total", "stay_total")
_UNPAID = frozenset(("unit", "list", "asking", "per", "purchase", "cost", "hourly", "nightly", "daily", "rate", "each"))
_MONEY_TABLE = 0.92
_SECOND = 0.8
_BOUGHT, _SOLD = ["purchase"], ["order", "sale", "invoice"]
"""Where a business keeps its sales apart, its purchases are what it spends."""


def worth_targets(model: SemanticModel, table: str) -> list[WordTarget]:
    """Best first: the row's own amount, what several columns give together, then what stands beside the amount."""
    derived = [one for one in model.derived_of(table) if "sum" in one.aggregations and one.kind not in _TIMES]
    parts = {column for one in model.derived_of(table) if one.kind in _OF_UNITS for _, column in one.parts}
    amounts = [one for one in model.measures_of(table) if one.kind in ("amount", "balance") and one.column not in parts]
    own = [one for one in amounts if not _is_beside(one)]
    if not own and not any(one.kind in _OF_UNITS for one in derived) and _happens(model, table):
        own = [one for one in model.measures_of(table) if one.kind == "price" and not _is_of_unit(one)]
    side = [one for one in amounts if _is_beside(one)]
    computed = [WordTarget(LinkKind.DERIVED, table, "", (), one.kind) for one in derived]
    return [*map(_target, own[:1]), *computed, *map(_target, own[1:]), *map(_target, side)]


def _own_worth(model: SemanticModel, table: str) -> list[WordTarget]:
    """Without what only stands beside the amount."""
    side = {one.column for one in model.measures_of(table) if one.kind in ("amount", "balance") and _is_beside(one)}
    return [one for one in worth_targets(model, table) if one.kind is LinkKind.DERIVED or one.column not in side]


def worth_entries(model: SemanticModel) -> Iterator[LexiconEntry]:
    words = business_words()["worth"]
    events = {event.table for event in model.events}
    has_worth = any(_own_worth(model, entity.table) for entity in model.entities if not entity.is_view)
    sells = any(_is_called(entity, _SOLD) for entity in model.entities)
    for entity in model.entities:
        targets = [] if entity.is_view or entity.is_code_table else worth_targets(model, entity.table)[:2]
        if has_worth:  # postage is no revenue where something else is
            targets = [one for one in targets if one in _own_worth(model, entity.table)]
        for target, share in zip(targets, (1.0, _SECOND), strict=False):
            is_event = entity.table in events
            for way, sure in (("income", 0.78), ("outlay", 0.72)):
                is_meant = _is_called(entity, words[f"{way}_tables"]) and is_event
                is_meant = is_meant and not (way == "income" and _is_called(entity, _BOUGHT) and sells)
                score = share * (sure if is_meant else 0.5)
                yield from ((phrase_of(word), target, score) for word in words[way])
                nouns = {phrase_of(entity.noun), phrase_of(entity.noun)[-1:]}
                yield from (((*noun, *phrase_of(word)), target, 0.95 * share) for word in words[way] for noun in nouns)
            if is_event and _is_called(entity, words["money_tables"]):
                for name in (entity.noun, *entity.noun.split()[-1:]):
                    yield phrase_of(name), target, share * _MONEY_TABLE


def _is_called(entity: Entity, nouns: list[str]) -> bool:
    return bool(entity.noun) and phrase_of(entity.noun)[-1:] in {(noun,) for noun in nouns}


def _target(measure: BusinessMeasure) -> WordTarget:
    return WordTarget(LinkKind.MEASURE, measure.table, measure.column)


def _happens(model: SemanticModel, table: str) -> bool:
    return any(event.table == table for event in model.events)


def _is_of_unit(measure: BusinessMeasure) -> bool:
    """The price of one piece, or one that nobody has paid yet."""
    return bool({*measure.label.split()} & _UNPAID)


def _is_beside(measure: BusinessMeasure) -> bool:
    """Tax, tip and postage beside a total."""
    return bool({*phrase_of(measure.label)} & {*business_words()["worth"]["side_amounts"]})
