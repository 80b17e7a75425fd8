"""The answer: what every door draws, and nothing a door has to look up again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Answer", "Chart", "Figure", "Provenance", "Sentence", "Trust"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure in the sentence, bound to the cell of the result it was read from."""

    text: str
    row: int
    column: str


@dataclass(frozen=True, slots=True)
class Sentence:
    text: str
    figures: tuple[Figure, ...] = ()


@dataclass(frozen=True, slots=True)
class Chart:
    kind: str
    """`line`, `bar`, `stacked_bar` or `scatter`."""
    spec: dict[str, Any]
    """Vega-Lite, data inline; it never names a URL."""


@dataclass(frozen=True, slots=True)
class Provenance:
    """How it was computed."""

    source: str
    tables: tuple[str, ...]
    filters: tuple[str, ...] = ()
    assumptions: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()
    """What the reader must know: truncation, empty result, low confidence, warnings of the guard."""
    freshness: str | None = None
    schema_fingerprint: str = ""
    elapsed_ms: int = 0


@dataclass(frozen=True, slots=True)
class Trust:
    level: str
    """`verified`, `governed`, `checked` or `unverified`; computed from evidence."""
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    question: str
    sentence: Sentence
    sql: str
    table: pa.Table
    is_truncated: bool
    explanation: str
    provenance: Provenance
    confidence: float
    trust: Trust
    path: str
    chart: Chart | None = None
    suggestions: tuple[str, ...] = ()
    receipt: dict[str, Any] | None = field(default=None)

    @property
    def text(self) -> str:
        return self.sentence.text
