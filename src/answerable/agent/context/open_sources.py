"""Which specs are opened as one source, and which engine translates."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.agent.context.semantic_model_cache import SemanticModelCache
from answerable.kernel.cache_folder import CacheFolder
from answerable.language.kept_work import KeptWork
from answerable.language.translator import EmbeddedTranslator

if TYPE_CHECKING:
    from answerable.kernel.workspace import Workspace
    from answerable.language import Translator

__all__ = ["group_specs", "open_translator"]

DATA_FILES = frozenset({".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".parquet", ".xlsx"})
_MOST_SCHEMAS = 32
"""Whose names are kept as the network sees them."""


def group_specs(specs: Sequence[str]) -> list[list[str]]:
    """Data files are read together, so that one question may join them; every database stands alone."""
    files = [spec for spec in specs if "://" not in spec and Path(spec).suffix.lower() in DATA_FILES]
    alone = [[spec] for spec in specs if spec not in files]
    return [files, *alone] if files else alone


def open_translator(engine: str, seconds: float, workspace: Workspace | None = None) -> Translator:
    """`seconds` are those that one question may be read. A language model reads beside the embedded engine, not in its
    place. Raises BadSetting for what is neither. What is worked out for a schema is kept in the workspace, if any."""
    if engine != "embedded" and not engine.startswith("replay:"):
        from answerable.providers.model_spec import split_spec  # most runs have no model

        split_spec(engine)
    if workspace is None:
        return EmbeddedTranslator(seconds)
    vectors = CacheFolder(workspace.root / "cache" / "names", _MOST_SCHEMAS)
    return EmbeddedTranslator(seconds, KeptWork(SemanticModelCache.of(workspace).model, vectors))
