"""How the query of a receipt came to be, in plain words."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.receipts.receipt import Receipt

__all__ = ["EDITED", "origin_remarks"]

EDITED = "SQL edited by a person"
"""Stands beside the question wherever one reads it."""


def origin_remarks(receipt: Receipt) -> Iterator[str]:
    """What a reader must know before taking the result for an answer to the question."""
    origin = receipt.origin
    if origin is None:
        yield "Whether a person edited the SQL is not said: the receipt was made by an older version."
        return
    if origin["is_edited"]:
        yield "The SQL was edited by a person: what ran is not what was written for the question."
    if origin["builds_on_edit"]:
        yield "The question builds on an earlier query that a person edited."
    if reading := origin["reading"]:
        yield f"Of several readings number {reading['number']} was picked: {reading['text']}"
    if origin["is_from_cache"]:
        read_at = origin["read_at"][:19].replace("T", " ")
        yield f"Its data was read at {read_at} UTC and not read again for the question."
