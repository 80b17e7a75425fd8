"""Where data lives: connect, read the schema, run within limits."""

from answerable.sources.engine import Engine, Estimate, Limits, Progress, Result, Source
from answerable.sources.open import open_source

__all__ = ["Engine", "Estimate", "Limits", "Progress", "Result", "Source", "open_source"]
