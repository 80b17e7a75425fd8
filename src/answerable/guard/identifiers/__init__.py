"""Names in SQL: which of them an engine takes for the same, and which a person might."""

from __future__ import annotations

from answerable.guard.identifiers.folding import IdentifierKind, ascii_lower, folded, folded_column
from answerable.guard.identifiers.lookalikes import case_likeness, likeness, path_likeness

__all__ = ["IdentifierKind", "ascii_lower", "case_likeness", "folded", "folded_column", "likeness", "path_likeness"]
