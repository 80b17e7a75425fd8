"""What the tables and columns of sources mean, as far as the policy lets them be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from answerable.agent.context.open_context import open_run_context
from answerable.agent.context.semantic_model_cache import SemanticModelCache
from answerable.kernel.light_dataclass import dataclass

if TYPE_CHECKING:
    from answerable.agent.context.run_context import RunContext
    from answerable.kernel.schema import DatabaseSchema
    from answerable.kernel.settings import Settings
    from answerable.semantics import SemanticModel
    from answerable.sources import Progress, Source

__all__ = ["SourceMeaning", "meaning_of_source", "meaning_of_sources"]


@dataclass(frozen=True, slots=True)
class SourceMeaning:
    source: str
    model: SemanticModel
    schema: DatabaseSchema
    """What may be told of the source: the model was inferred from this."""


def meaning_of_sources(
    specs: Sequence[str], settings: Settings, progress: Progress | None = None
) -> tuple[SourceMeaning, ...]:
    """No query runs: everything is inferred from what came with the schema."""
    with open_run_context(specs, settings, progress=progress) as context:
        return tuple(meaning_of_source(source, context) for source in context.sources)


def meaning_of_source(source: Source, context: RunContext) -> SourceMeaning:
    """Built once for a schema, a policy and what is known; kept in the workspace's cache."""
    view = context.view(source)
    model = view.semantic_model(SemanticModelCache.of(context.workspace), context.progress)
    return SourceMeaning(source.name, model, view.tellable)
