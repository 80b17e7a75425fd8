"""Proof of one answer: a small signed file by which anybody can ask again whether it still holds."""

from answerable.receipts.comparing import Comparison, Fresh, Traits, Verdict, compare
from answerable.receipts.differing import Cause, Difference, diff
from answerable.receipts.figures import FigureChange
from answerable.receipts.keeping import FOLDER, keep, place_of
from answerable.receipts.origins import EDITED
from answerable.receipts.places import are_same_place
from answerable.receipts.reading import Read, read_receipt
from answerable.receipts.receipt import Receipt, Signer
from answerable.receipts.result_hash import result_hash
from answerable.receipts.results import Given, describe, plain
from answerable.receipts.rows import MOST_ROWS
from answerable.receipts.tables import table_fingerprints

__all__ = [
    "EDITED",
    "FOLDER",
    "MOST_ROWS",
    "Cause",
    "Comparison",
    "Difference",
    "FigureChange",
    "Fresh",
    "Given",
    "Read",
    "Receipt",
    "Signer",
    "Traits",
    "Verdict",
    "are_same_place",
    "compare",
    "describe",
    "diff",
    "keep",
    "place_of",
    "plain",
    "read_receipt",
    "result_hash",
    "table_fingerprints",
]
