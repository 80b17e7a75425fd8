"""How the query of a receipt came to be, in plain words."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.kernel.messages import CodedMessage, msg
from answerable.receipts.receipt import Receipt

__all__ = ["EDITED", "origin_remarks"]

EDITED = msg("receipt.edited_mark")
"""Stands beside the question wherever one reads it."""


def origin_remarks(receipt: Receipt) -> Iterator[CodedMessage]:
    """What a reader must know before taking the result for an answer to the question."""
    origin = receipt.origin
    if origin is None:
        yield msg("receipt.edit_unknown")
        return
    if origin["is_edited"]:
        yield msg("receipt.edited")
    if origin["builds_on_edit"]:
        yield msg("receipt.builds_on_edit")
    if reading := origin["reading"]:
        yield msg("receipt.picked", number=reading["number"], reading=reading["text"])
    if origin["is_from_cache"]:
        read_at = origin["read_at"][:19].replace("T", " ")
        yield msg("receipt.from_cache", time=read_at)
