"""A receipt read back from a file that anybody may have written, and whether it is as it was made."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from answerable.errors import AskerError
from answerable.given_files import open_given
from answerable.receipts.canonical import canonical, receipt_hash
from answerable.receipts.receipt import Receipt, signed_text
from answerable.receipts.shape import problem

__all__ = ["Read", "VerifySignature", "read_receipt"]

VerifySignature = Callable[[str, str, bytes], bool]
"""Whether a public key made a signature over these bytes."""
MOST_BYTES = 4 << 20
_MARKS = (b"answerable.receipt/", b'"receipt_hash"', b'{"answer":{"figures":[')
"""A file with one of these is a receipt, or was one."""


_WHERE = "Receipts are in the folder 'receipts' of a workspace."


@dataclass(frozen=True, slots=True)
class Read:
    receipt: Receipt | None
    """None where the file cannot be read as one any more."""
    tampered: str = ""
    """In what way it is not as it was made; empty where it is."""


def read_receipt(path: Path, verify_signature: VerifySignature) -> Read:
    """Raises AskerError for what never was a receipt."""
    data = _bytes(path)
    body = _parsed(data)
    if wrong := problem(body):
        if not any(mark in data for mark in _MARKS):
            raise AskerError(f"'{path}' is not a receipt.", hint=_WHERE)
        return Read(None, f"The file cannot be read as a receipt: {wrong}.")
    receipt = Receipt.of(body)
    return Read(receipt, _tampered(receipt, data, verify_signature))


def _bytes(path: Path) -> bytes:
    try:
        with open_given(path) as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise AskerError(f"'{path}' cannot be read: {error.strerror}.", hint=f"Check the path. {_WHERE}") from None
    except ValueError:
        raise AskerError("The path of the receipt holds a NUL byte.", hint="Check the path.") from None
    if len(data) > MOST_BYTES:
        raise AskerError(f"'{path}' is larger than any receipt.", hint="Check the path.")
    return data


def _parsed(data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        return None


def _tampered(receipt: Receipt, data: bytes, verify_signature: VerifySignature) -> str:
    body = receipt.body()
    try:
        is_as_written, computed = canonical(body) + b"\n" == data, receipt_hash(body)
    except ValueError:  # NaN and infinity, which Python reads and JSON does not have
        is_as_written, computed = False, ""
    if computed != receipt.receipt_hash:
        return "Its content does not match its hash: something in it was changed."
    if receipt.signature and not verify_signature(receipt.public_key, receipt.signature, signed_text(computed)):
        return "Its signature does not fit: it was changed and hashed anew by somebody without the key."
    if bool(receipt.signature) != bool(receipt.public_key):
        return "Its signature was taken away."
    return "" if is_as_written else "The file is not written as receipts are: bytes were changed between its fields."
