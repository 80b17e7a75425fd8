"""Proof of one answer: a small signed file by which anybody can ask again whether it still holds."""

from answerable.receipts.column_figures import FigureChange
from answerable.receipts.compare_results import Comparison, Fresh, RecheckVerdict, Traits, compare
from answerable.receipts.differences import Cause, Difference, diff
from answerable.receipts.origins import EDITED
from answerable.receipts.receipt import Receipt, Signer
from answerable.receipts.receipt_paths import are_same_place
from answerable.receipts.receipt_reader import Read, read_receipt
from answerable.receipts.receipt_store import FOLDER, keep, place_of
from answerable.receipts.result_hash import result_hash
from answerable.receipts.result_record import Given, describe, plain
from answerable.receipts.row_hashes import MOST_ROWS
from answerable.receipts.table_state import table_fingerprints

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
    "RecheckVerdict",
    "Signer",
    "Traits",
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
