"""A receipt in a file, verified as far as can be: its bytes, its signature, its place in the log, and its result."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.agent.context.open_context import open_run_context
from answerable.agent.proof.recheck import recheck
from answerable.audit import SigningKey, checkpoint_place
from answerable.audit.read_log import entries_of
from answerable.audit.sign.signing_key import key_id_of, verify_signature
from answerable.kernel.errors import AskerError, AuditUnavailable, BadSource
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg
from answerable.kernel.workspace import Workspace
from answerable.receipts import FOLDER, Comparison, Read, Receipt, RecheckVerdict, diff, read_receipt
from answerable.sources.registry import FILE_SCHEMES

if TYPE_CHECKING:
    from answerable.kernel.settings import Settings
    from answerable.receipts import Difference
    from answerable.sources import Progress

__all__ = ["EXIT_CODES", "Checked", "check_receipt", "diff_receipts", "tampered_with", "verify_receipt"]

EXIT_CODES = {"same": 0, "data changed": 10, "schema changed": 11, "knowledge changed": 12, "tampered": 13}
"""Of a verdict, for scripts."""
_MASKED = ("***", "[redacted: ")


@dataclass(frozen=True, slots=True)
class Checked:
    """What the file itself shows, before anything runs."""

    receipt: Receipt | None
    tampered: CodedMessage | None
    """None where nothing is wrong with it."""
    is_own: bool
    """Signed by this installation, or in its log."""
    remarks: tuple[CodedMessage, ...]


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
    checked = check_receipt(path, settings, key)
    receipt = checked.receipt
    if checked.tampered or receipt is None:
        return checked, tampered_with(checked)
    specs = sources or [_placed(spec, path) for spec in _own_specs(checked, receipt)]
    with open_run_context(specs, replace(settings, engine="embedded"), progress=progress) as run_context:
        found = recheck(receipt, run_context)
    return checked, replace(found, remarks=(*found.remarks, *checked.remarks))


def tampered_with(checked: Checked) -> Comparison:
    return Comparison(RecheckVerdict.TAMPERED, (checked.tampered,) if checked.tampered else (), checked.remarks)


def diff_receipts(first: Path, second: Path, settings: Settings) -> tuple[tuple[Checked, Checked], Difference]:
    """Raises AskerError where one of the files cannot be read as a receipt at all."""
    both = check_receipt(first, settings), check_receipt(second, settings)
    receipts = [checked.receipt for checked in both]
    for path, checked in zip((first, second), both, strict=True):
        if checked.receipt is None:
            raise AskerError(
                msg("agent.receipt_not_comparable", path=path, problem=checked.tampered),
                hint=msg("agent.changed_after_made"),
            )
    wrong = tuple(
        msg("receipt_diff.first_tampered", why=why) if place == 0 else msg("receipt_diff.second_tampered", why=why)
        for place, checked in enumerate(both)
        if (why := checked.tampered)
    )
    was, now = receipts
    assert was is not None and now is not None
    return both, diff(was, now, wrong)


def check_receipt(path: Path, settings: Settings, key: str = "") -> Checked:
    """Nothing is run, recorded or made."""
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
        tampered = msg("receipt.other_hash_in_trail")
    elif key and not _is_named(receipt, key):
        tampered = msg("receipt.other_key", key=key)
    elif not receipt.signature and not recorded:
        tampered = msg("receipt.unknown_writer")
    return Checked(receipt, tampered, is_own or bool(recorded), tuple(remarks))


def _own_public_key(workspace: Workspace, settings: Settings) -> str:
    """Empty where this installation has none, or none that can be read."""
    try:
        own = SigningKey.of(checkpoint_place(workspace, settings).folder)
    except (AuditUnavailable, OSError):
        return ""
    return own.public_key if own else ""


def _recorded(receipt: Receipt, log: Path) -> bool | None:
    """Whether the log has this receipt for its request; None where it has none."""
    if not log.exists():
        return None
    hashes = [
        entry.event_data.get("receipt_hash")
        for entry in entries_of(log, receipt.request_id)
        if entry.event_type == "artifact_generated" and entry.event_data.get("artifact_type") == "receipt"
    ]
    return receipt.receipt_hash in hashes if hashes else None


def _signed_by(receipt: Receipt, is_own: bool) -> CodedMessage:
    if not receipt.signature:
        return msg("receipt.not_signed")
    name = _key_name(receipt)
    if is_own:
        return msg("receipt.signed_here", key=name)
    return msg("receipt.signed_elsewhere", key=name)


def _in_log(recorded: bool | None) -> CodedMessage:
    return msg("receipt.in_trail") if recorded else msg("receipt.not_in_trail")


def _key_name(receipt: Receipt) -> str:
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
            msg("agent.receipt_from_elsewhere", server=name),
            hint=msg("agent.name_it_with_source"),
        )
    if not specs or any(mark in spec for spec in specs for mark in _MASKED):
        raise BadSource(
            msg("agent.receipt_lacks_address", name=name, left_out=_left_out(specs)),
            hint=msg("agent.give_it_with_source"),
        )
    return specs


def _left_out(specs: Sequence[str]) -> CodedMessage:
    is_folder = any(spec.startswith("***/") for spec in specs)
    return msg("agent.its_folder") if is_folder else msg("agent.its_password")


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
    raise BadSource(msg("agent.receipt_file_missing", spec=spec), hint=msg("agent.say_where_it_is"))
