"""Names in SQL: which of them an engine takes for the same, and which a person might."""

from __future__ import annotations

from answerable.guard.resolve.identifiers.folding import IdentifierKind, ascii_lower, fold_column, fold_name
from answerable.guard.resolve.identifiers.lookalikes import case_likeness, likeness, path_likeness

__all__ = ["IdentifierKind", "ascii_lower", "case_likeness", "fold_column", "fold_name", "likeness", "path_likeness"]
