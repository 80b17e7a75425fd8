"""A receipt read back from a file that anybody may have written, and whether it is as it was made."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from answerable.kernel.errors import AskerError
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg
from answerable.kernel.untrusted_files import open_given
from answerable.receipts.receipt import Receipt, signed_text
from answerable.receipts.receipt_json import canonical, receipt_hash
from answerable.receipts.receipt_shape import problem

__all__ = ["Read", "VerifySignature", "read_receipt"]

VerifySignature = Callable[[str, str, bytes], bool]
"""Whether a public key made a signature over these bytes."""
MOST_BYTES = 4 << 20
_MARKS = (b"answerable.receipt/", b'"receipt_hash"', b'{"answer":{"figures":[')
"""A file with one of these is a receipt, or was one."""


_WHERE = msg("receipts.where_receipts_are")


@dataclass(frozen=True, slots=True)
class Read:
    receipt: Receipt | None
    """None where the file cannot be read as one any more."""
    tampered: CodedMessage | None = None
    """In what way it is not as it was made; None where it is."""


def read_receipt(path: Path, verify_signature: VerifySignature) -> Read:
    """Raises AskerError for what never was a receipt."""
    data = _bytes(path)
    body = _parsed(data)
    if wrong := problem(body):
        if not any(mark in data for mark in _MARKS):
            raise AskerError(msg("receipts.not_receipt", path=path), hint=_WHERE)
        return Read(None, msg("receipt.unreadable", why=wrong))
    receipt = Receipt.of(body)
    return Read(receipt, _tampered(receipt, data, verify_signature))


def _bytes(path: Path) -> bytes:
    try:
        with open_given(path) as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise AskerError(
            msg("common.path_unreadable", path=path, reason=error.strerror),
            hint=msg("receipts.check_path_of_receipt", where=_WHERE),
        ) from None
    except ValueError:
        raise AskerError(msg("receipts.nul_byte_in_path"), hint=msg("common.check_path")) from None
    if len(data) > MOST_BYTES:
        raise AskerError(msg("receipts.too_large", path=path), hint=msg("common.check_path"))
    return data


def _parsed(data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8"))
    except (ValueError, RecursionError):
        return None


def _tampered(receipt: Receipt, data: bytes, verify_signature: VerifySignature) -> CodedMessage | None:
    body = receipt.body()
    try:
        is_as_written, computed = canonical(body) + b"\n" == data, receipt_hash(body)
    except ValueError:  # NaN and infinity, which Python reads and JSON does not have
        is_as_written, computed = False, ""
    if computed != receipt.receipt_hash:
        return msg("receipt.hash_differs")
    if receipt.signature and not verify_signature(receipt.public_key, receipt.signature, signed_text(computed)):
        return msg("receipt.signature_differs")
    if bool(receipt.signature) != bool(receipt.public_key):
        return msg("receipt.signature_removed")
    return None if is_as_written else msg("receipt.bytes_changed")
