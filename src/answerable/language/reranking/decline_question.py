"""What is said where the data holds no answer: what it lacks, and what it has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerable.kernel.messages import CodedMessage, msg

if TYPE_CHECKING:
    from answerable.language.reranking.rerank_pool import Reranked
    from answerable.language.translation import Translation
    from answerable.semantics import SemanticModel

__all__ = ["is_declined", "what_data_lacks"]

_LEAST_ANSWERABLE, _SURE_ENOUGH = 0.93, 0.4
"""Nearly all questions can be answered, so the probability is seldom low: on domains left out of the fit this declines
two of five of those that cannot be, and 3 % of the others, of which one in seven was read rightly."""
_MOST_THINGS = 6


def is_declined(reranked: Reranked) -> bool:
    return reranked.answerable < _LEAST_ANSWERABLE and reranked.confidence < _SURE_ENOUGH


def what_data_lacks(translation: Translation, model: SemanticModel) -> CodedMessage:
    things = tuple(
        entity.plural
        for entity in model.entities
        if not (entity.is_technical or entity.is_view or entity.is_bridge or entity.is_code_table)
    )[:_MOST_THINGS]
    phrases = translation.not_understood
    if not phrases:
        return msg("clarification.not_in_data", things=things)
    return msg("clarification.data_lacks", phrases=phrases, things=things)
