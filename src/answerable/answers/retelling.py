"""An answer read back from what was kept of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from answerable.answers.answer import Answer, Chart, Figure, Provenance, ReadyAids, Receipt, Sentence, Trust
from answerable.known import Applied

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["answer_from"]


def answer_from(question: str, told: dict[str, Any], table: pa.Table, receipt: Receipt | None = None) -> Answer:
    """`told` has the keys of `to_dict`, but for the rows, which are `table`'s, and the receipt, and with the sentence's
    `figures`."""
    return Answer(
        question=question,
        sentence=Sentence(told["answer"], tuple(Figure(**figure) for figure in told.get("figures", ()))),
        sql=told["sql"],
        table=table,
        is_truncated=told["is_truncated"],
        aids=_aids(told),
        provenance=_provenance(told["provenance"]),
        confidence=told["confidence"],
        trust=Trust(told["trust"]["level"], tuple(told["trust"]["reasons"])),
        path=told["path"],
        receipt=receipt,
        is_edited=told.get("is_edited", False),
        builds_on_edit=told.get("builds_on_edit", False),
    )


def _aids(told: dict[str, Any]) -> ReadyAids:
    chart = Chart(**told["chart"]) if told["chart"] else None
    return ReadyAids(told["explanation"], chart, tuple(told["suggestions"]))


def _provenance(told: dict[str, Any]) -> Provenance:
    plain: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in told.items()}
    plain["applied"] = tuple(Applied(**entry) for entry in told["applied"])
    return Provenance(**plain)
