"""The answer: what every door draws, and nothing a door has to look up again."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from answerable.answers.answer_text import answer_text
from answerable.answers.notebook import answer_html, mime_bundle
from answerable.answers.values.json_text import to_json
from answerable.answers.values.typed_cells import rows_as_dicts, unique_names
from answerable.kernel.clarification import Clarification
from answerable.kernel.errors import NeedsClarification
from answerable.kernel.knowledge import AgentLearning, Applied
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.model_use import ModelUse

if TYPE_CHECKING:
    import pyarrow as pa

    from answerable.kernel.errors import AnswerableError

__all__ = [
    "Aids",
    "Answer",
    "Chart",
    "Figure",
    "KeptReceipt",
    "Provenance",
    "ReadyAids",
    "Sentence",
    "Trust",
    "error_dict",
    "to_dict",
]


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
    applied: tuple[Applied, ...] = ()
    """Knowledge and learnings that had a part in it, each in the version it had then."""
    schema_fingerprint: str = ""
    elapsed_ms: int = 0
    model: ModelUse | None = None
    """What a language model had to do with it, and what it was told."""
    model_note: str = ""
    """The same as a person reads it."""


@dataclass(frozen=True, slots=True)
class Trust:
    level: str
    """`verified`, `governed`, `checked` or `unverified`; computed from evidence."""
    reasons: tuple[str, ...] = ()


class Aids(Protocol):
    """What helps a reader, and may be worked out when one comes to look."""

    @property
    def explanation(self) -> str:
        """The query in plain words."""

    @property
    def chart(self) -> Chart | None: ...

    @property
    def suggestions(self) -> tuple[str, ...]: ...


@dataclass(frozen=True, slots=True)
class ReadyAids:
    explanation: str
    chart: Chart | None = None
    suggestions: tuple[str, ...] = ()


class AnswerReceipt(Protocol):
    """Proof of an answer, as doors speak of it; `answerable.receipts` has the whole."""

    @property
    def receipt_id(self) -> str: ...
    @property
    def receipt_hash(self) -> str: ...
    @property
    def file(self) -> Path | None:
        """None where it could not be written."""


@dataclass(frozen=True, slots=True)
class KeptReceipt:
    """A receipt that is known by its file."""

    receipt_id: str
    receipt_hash: str
    file: Path | None


@dataclass(frozen=True, slots=True)
class Answer:
    question: str
    sentence: Sentence
    sql: str
    table: pa.Table
    is_truncated: bool
    aids: Aids
    provenance: Provenance
    confidence: float | None
    """None where a person edited the SQL: how sure it is then nobody can say."""
    trust: Trust
    path: str
    receipt: AnswerReceipt | None = None
    learning: AgentLearning | None = None
    """What a repair on the way would teach, offered to whoever keeps knowledge."""
    is_edited: bool = False
    """A person edited the SQL: it may say something else than was asked."""
    builds_on_edit: bool = False
    """The question leans on an earlier one whose SQL a person edited."""

    @property
    def text(self) -> str:
        return self.sentence.text

    @property
    def explanation(self) -> str:
        return self.aids.explanation

    @property
    def chart(self) -> Chart | None:
        return self.aids.chart

    @property
    def suggestions(self) -> tuple[str, ...]:
        return self.aids.suggestions

    def __str__(self) -> str:
        return answer_text(self)

    def _repr_html_(self) -> str:
        return answer_html(self)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        return mime_bundle(self)


def to_dict(answer: Answer) -> dict[str, Any]:
    """The answer under the keys every script relies on. Decimals stay Decimals: write it with `values.dumps`."""
    return {
        **_nothing(answer.question),
        "answer": answer.text,
        "sql": answer.sql,
        **_result(answer.table),
        "is_truncated": answer.is_truncated,
        "chart": None if answer.chart is None else {"kind": answer.chart.kind, "spec": answer.chart.spec},
        "explanation": answer.explanation,
        "provenance": _plain(answer.provenance),
        "suggestions": list(answer.suggestions),
        "confidence": answer.confidence,
        "trust": _plain(answer.trust),
        "path": answer.path,
        "receipt": str(answer.receipt.file) if answer.receipt and answer.receipt.file else None,
    }


def error_dict(question: str, error: AnswerableError, language: str = "en") -> dict[str, Any]:
    """The same keys with nothing in them but what went wrong, and what is asked back."""
    return {
        **_nothing(question),
        "clarification": _clarification_of(error),
        "error": error.as_json(language),
    }


def _clarification_of(error: AnswerableError) -> dict[str, Any] | None:
    if not isinstance(error, NeedsClarification):
        return None
    asked: dict[str, Any] = _plain(error.clarification or Clarification(error.message))
    return asked


def _nothing(question: str) -> dict[str, Any]:
    return {
        "question": question,
        "answer": None,
        "sql": None,
        "columns": [],
        "rows": [],
        "row_count": 0,
        "is_truncated": False,
        "chart": None,
        "explanation": None,
        "provenance": None,
        "suggestions": [],
        "confidence": None,
        "trust": None,
        "path": None,
        "clarification": None,
        "receipt": None,
        "error": None,
    }


def _result(table: pa.Table) -> dict[str, Any]:
    columns = [
        {"name": name, "data_type": str(column.type), "is_nullable": column.nullable}
        for name, column in zip(unique_names(table.column_names), table.schema, strict=True)
    ]
    return {"columns": columns, "rows": to_json(rows_as_dicts(table)), "row_count": table.num_rows}


def _plain(value: Any) -> Any:
    """A dataclass as dicts and lists."""
    return _lists(asdict(value))


def _lists(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _lists(item) for name, item in value.items()}
    return [_lists(item) for item in value] if isinstance(value, (list, tuple)) else value
