"""The number by which rows are known: `student number`, `booking no`, `order id`."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.language.business.links.business_words import phrase_of
from answerable.language.business.links.word_targets import LexiconEntry, LinkKind, WordTarget
from answerable.semantics import SemanticModel

__all__ = ["key_entries"]

_NUMBERS = ("number", "nr", "id", "code", "reference")
_WITH_NOUN, _ALONE = 0.95, 0.42


def key_entries(model: SemanticModel) -> Iterator[LexiconEntry]:
    for entity in model.entities:
        if len(entity.key) == 1 and entity.noun and not entity.is_technical and not entity.is_view:
            target = WordTarget(LinkKind.DIMENSION, entity.table, entity.key[0])
            for number in _NUMBERS:
                yield (*phrase_of(entity.noun), number), target, _WITH_NOUN
            yield ("id",), target, _ALONE
