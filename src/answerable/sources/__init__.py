"""Where data lives: connect, read the schema, run within limits."""

from answerable.sources.engine import Engine, Estimate, Limits, Progress, Result, Source
from answerable.sources.open import open_source
from answerable.sources.rights import Right, Rights

__all__ = ["Engine", "Estimate", "Limits", "Progress", "Result", "Right", "Rights", "Source", "open_source"]
