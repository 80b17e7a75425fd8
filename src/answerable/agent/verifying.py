"""A receipt in a file, verified as far as can be: its bytes, its signature, its place in the log, and its result."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.agent.rechecking import recheck
from answerable.errors import AskerError, AuditUnavailable, BadSource
from answerable.receipts import FOLDER, Comparison, Read, Receipt, Verdict, diff, read_receipt
from answerable.sources.registry import FILE_SCHEMES
from answerable.workspace import Workspace

if TYPE_CHECKING:
    from answerable.receipts import Difference
    from answerable.settings import Settings
    from answerable.sources import Progress

__all__ = ["EXIT_CODES", "Checked", "check_receipt", "diff_receipts", "verify_receipt"]

EXIT_CODES = {"same": 0, "data changed": 10, "schema changed": 11, "knowledge changed": 12, "tampered": 13}
"""Of a verdict, for scripts."""
_MASKED = ("***", "[redacted: ")


@dataclass(frozen=True, slots=True)
class Checked:
    """What the file itself shows, before anything runs."""

    receipt: Receipt | None
    tampered: str
    """Empty where nothing is wrong with it."""
    is_own: bool
    """Signed by this installation, or in its log."""
    remarks: tuple[str, ...]


def verify_receipt(
    path: Path,
    settings: Settings,
    sources: Sequence[str] = (),
    *,
    key: str = "",
    progress: Progress | None = None,
) -> tuple[Checked, Comparison]:
    """`key` is the public key, or the beginning of its name, that must have signed it. Raises AskerError for what is no
    receipt, BadSource where it does not say itself which source to ask, Refused and CouldNotAnswer as any question."""
    from answerable.agent.opening import open_desk

    checked = check_receipt(path, settings, key)
    receipt = checked.receipt
    if checked.tampered or receipt is None:
        return checked, Comparison(Verdict.TAMPERED, (checked.tampered,), checked.remarks)
    specs = sources or [_placed(spec, path) for spec in _own_specs(checked, receipt)]
    with open_desk(specs, replace(settings, engine="embedded"), progress=progress) as desk:
        found = recheck(receipt, desk)
    return checked, replace(found, remarks=(*found.remarks, *checked.remarks))


def diff_receipts(first: Path, second: Path, settings: Settings) -> tuple[tuple[Checked, Checked], Difference]:
    """Raises AskerError where one of the files cannot be read as a receipt at all."""
    both = check_receipt(first, settings), check_receipt(second, settings)
    receipts = [checked.receipt for checked in both]
    for path, checked in zip((first, second), both, strict=True):
        if checked.receipt is None:
            raise AskerError(
                f"'{path}' cannot be compared. {checked.tampered}", hint="It was changed after it was made."
            )
    wrong = tuple(
        f"The {which} receipt: {checked.tampered}"
        for which, checked in zip(("first", "second"), both, strict=True)
        if checked.tampered
    )
    was, now = receipts
    assert was is not None and now is not None
    return both, diff(was, now, wrong)


def check_receipt(path: Path, settings: Settings, key: str = "") -> Checked:
    """Nothing is run, recorded or made."""
    from answerable.audit.signing import verify_signature

    read = read_receipt(path, verify_signature)
    if read.receipt is None or read.tampered:
        return Checked(read.receipt, read.tampered, is_own=False, remarks=())
    return _checked(read, read.receipt, settings, key)


def _checked(read: Read, receipt: Receipt, settings: Settings, key: str) -> Checked:
    workspace = Workspace.at(settings.workspace)
    recorded = _recorded(receipt, workspace.audit_log)
    is_own = receipt.public_key == _own_public_key(workspace, settings) != ""
    remarks = [_signed_by(receipt, is_own), _in_log(recorded)]
    tampered = read.tampered
    if recorded is False:
        tampered = "The audit trail has another hash for the receipt of this request."
    elif key and not _is_named(receipt, key):
        tampered = f"It is not signed by the key {key}."
    elif not receipt.signature and not recorded:
        tampered = "It carries no signature, and the audit trail here does not know it: anybody may have written it."
    return Checked(receipt, tampered, is_own or bool(recorded), tuple(remarks))


def _own_public_key(workspace: Workspace, settings: Settings) -> str:
    """Empty where this installation has none, or none that can be read."""
    from answerable.audit import SigningKey, checkpoint_place

    try:
        own = SigningKey.of(checkpoint_place(workspace, settings).folder)
    except (AuditUnavailable, OSError):
        return ""
    return own.public_key if own else ""


def _recorded(receipt: Receipt, log: Path) -> bool | None:
    """Whether the log has this receipt for its request; None where it has none."""
    from answerable.audit.reading import entries_of

    if not log.exists():
        return None
    hashes = [
        entry.event_data.get("receipt_hash")
        for entry in entries_of(log, receipt.request_id)
        if entry.event_type == "artifact_generated" and entry.event_data.get("artifact_type") == "receipt"
    ]
    return receipt.receipt_hash in hashes if hashes else None


def _signed_by(receipt: Receipt, is_own: bool) -> str:
    if not receipt.signature:
        return "It is not signed."
    name = _key_name(receipt)
    if is_own:
        return f"Signed by this installation (key {name})."
    return f"Signed by key {name}, which is not this installation's: whose it is cannot be told here."


def _in_log(recorded: bool | None) -> str:
    return "It is in the audit trail here." if recorded else "The audit trail here does not know of it."


def _key_name(receipt: Receipt) -> str:
    from answerable.audit.signing import key_id_of

    return key_id_of(receipt.public_key)


def _is_named(receipt: Receipt, key: str) -> bool:
    wanted = key.strip().casefold()
    return bool(receipt.signature) and wanted in (receipt.public_key, _key_name(receipt))


def _own_specs(checked: Checked, receipt: Receipt) -> list[str]:
    """Files are opened wherever the receipt is from: they are read behind the guard and stay here. A server only if the
    receipt was made here: anybody's could point anywhere, and ask that secrets of this machine be sent there."""
    specs: list[str] = receipt.source["spec"]
    name = receipt.source["name"]
    if not checked.is_own and not all(map(_is_file, specs)):
        raise BadSource(
            f"The receipt was made elsewhere, so the server '{name}' it names is not asked by itself.",
            hint="Name it with --source.",
        )
    if not specs or any(mark in spec for spec in specs for mark in _MASKED):
        raise BadSource(
            f"The receipt does not say how to open '{name}': its {_left_out(specs)} is not in there.",
            hint="Give it with --source.",
        )
    return specs


def _left_out(specs: Sequence[str]) -> str:
    return "folder" if any(spec.startswith("***/") for spec in specs) else "password"


def _is_file(spec: str) -> bool:
    scheme, mark, _path = spec.partition("://")
    return "${" not in spec and (not mark or scheme.casefold() in FILE_SCHEMES)


def _placed(spec: str, receipt: Path) -> str:
    """A file is looked for from the folder that the receipt's workspace lies in, where it was asked, and then from
    here: another file of its name may be here."""
    if "://" in spec or "${" in spec:
        return spec
    kept = receipt.resolve().parent
    beside = [str(kept.parent.parent / spec)] if kept.name == FOLDER else []
    for place in (*beside, spec):
        if os.path.exists(place):  # noqa: PTH110 - Path's raises for a name that is too long
            return place
    raise BadSource(
        f"There is no file or folder '{spec}', which the receipt names.", hint="Say where it is now with --source."
    )
