"""Which specs are opened as one source, and which engine translates."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.language.translator import EmbeddedTranslator

if TYPE_CHECKING:
    from answerable.language import Translator

__all__ = ["group_specs", "open_translator"]

DATA_FILES = frozenset({".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".parquet", ".xlsx"})


def group_specs(specs: Sequence[str]) -> list[list[str]]:
    """Data files are read together, so that one question may join them; every database stands alone."""
    files = [spec for spec in specs if "://" not in spec and Path(spec).suffix.lower() in DATA_FILES]
    alone = [[spec] for spec in specs if spec not in files]
    return [files, *alone] if files else alone


def open_translator(engine: str, seconds: float) -> Translator:
    """`seconds` are those that one question may be read. A language model reads beside the embedded engine, not in its
    place. Raises BadSetting for what is neither."""
    if engine != "embedded" and not engine.startswith("replay:"):
        from answerable.providers.model_spec import split_spec  # most runs have no model

        split_spec(engine)
    return EmbeddedTranslator(seconds)
