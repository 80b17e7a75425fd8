"""What was worked out for a schema before, in this process or another, and where more of it is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerable import semantics
from answerable.kernel.light_dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable

    from answerable.kernel.cache_folder import CacheFolder
    from answerable.kernel.schema import DatabaseSchema
    from answerable.semantics import SemanticModel

__all__ = ["KeptWork"]


@dataclass(frozen=True, slots=True)
class KeptWork:
    kept_model: Callable[[DatabaseSchema], SemanticModel] | None = None
    """Gives the semantic model of a schema; without it the model is built."""
    name_vectors: CacheFolder | None = None
    """Of the network; without it they live as long as the process."""

    def model(self, schema: DatabaseSchema) -> SemanticModel:
        return self.kept_model(schema) if self.kept_model else semantics.build_semantics(schema)
