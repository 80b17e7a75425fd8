"""What a schema is given besides what the engine declares: keys, rows, sensitivity, sketches of values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerable.sources.cell_values import with_cells
from answerable.sources.infer_keys import with_inferred_keys
from answerable.sources.sensitivity import without_sensitive_values
from answerable.sources.value_sketches import with_sketches

if TYPE_CHECKING:
    from answerable.kernel.schema import DatabaseSchema
    from answerable.sources.engine import Engine, Progress

__all__ = ["complete_schema"]


def complete_schema(schema: DatabaseSchema, engine: Engine, progress: Progress) -> DatabaseSchema:
    progress("Looking for keys nobody declared", None)
    schema = with_inferred_keys(schema, engine.sample)
    progress("Reading a few rows", None)
    schema = with_cells(schema, engine.rows)
    progress("Looking for sensitive columns", None)
    schema = without_sensitive_values(schema, engine.sample)
    progress("Comparing keys", None)
    return with_sketches(schema, engine.sample)
