"""An answer around any table."""

from __future__ import annotations

import pyarrow as pa

from answerable.answers.answer import Answer, Provenance, ReadyAids, Sentence, Trust

__all__ = ["answer"]


def answer(table: pa.Table, sql: str = "SELECT 1", is_truncated: bool = False) -> Answer:
    return Answer(
        question="what is there?",
        sentence=Sentence("This is there."),
        sql=sql,
        table=table,
        is_truncated=is_truncated,
        aids=ReadyAids("Everything that is there."),
        provenance=Provenance("shop", ("orders",), elapsed_ms=7),
        confidence=0.9,
        trust=Trust("checked"),
        path="embedded",
    )
