"""The audit trail as people ask for it: is it whole, what was recorded of a request, evidence for somebody else."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.errors import AskerError, AuditUnavailable
from answerable.given_files import open_given
from answerable.settings import Settings
from answerable.workspace import Workspace

if TYPE_CHECKING:
    from answerable.audit import Checkpoint, Entry, Evidence, EvidenceCheck, Place, TrailVerification

__all__ = ["AuditReport", "check_evidence_in", "export_request", "key_id_of", "recorded", "verify_audit"]

_MOST_CHECKPOINT = 64 * 1024


@dataclass(frozen=True, slots=True)
class AuditReport:
    log: Path
    found: TrailVerification
    checkpoints: Path
    """Where the checkpoints are that it was compared with."""
    warnings: tuple[str, ...]
    """What the verification cannot vouch for, and why."""


def verify_audit(settings: Settings, against: Path | None = None, *, roots: bool = False) -> AuditReport:
    """Against the workspace's own checkpoints, or against one that somebody kept."""
    from answerable.audit import checkpoint_place, verify_trail

    workspace = Workspace.at(settings.workspace)
    place = checkpoint_place(workspace, settings)
    log = workspace.audit_log
    try:
        found = verify_trail(log, _checkpoint(against) if against else place.store, roots=roots)
    except OSError as error:
        raise _unreadable(error, log) from None
    return AuditReport(log, found, against or place.folder, tuple(_warnings(found, place)))


def recorded(settings: Settings, request_id: str) -> list[Entry]:
    """With how re-checks of its answer ended. Empty where nothing was recorded of that request."""
    from answerable.audit import entries_about

    log = Workspace.at(settings.workspace).audit_log
    try:
        return list(entries_about(log, request_id))
    except OSError as error:
        raise _unreadable(error, log) from None


def export_request(settings: Settings, request_id: str, folder: Path) -> Evidence:
    """Entries, proofs, checkpoint and receipt of a request. The log is signed as it stands first, so that a checkpoint
    covers them."""
    from answerable.audit import checkpoint_place, export_evidence, open_trail

    workspace = Workspace.at(settings.workspace)
    place = checkpoint_place(workspace, settings)
    receipt = workspace.root / "receipts" / f"{Path(request_id).name}.json"
    log = workspace.audit_log
    try:
        if log.exists():
            open_trail(workspace, settings).seal()
        return export_evidence(log, place.sealer, request_id, folder, [receipt] if receipt.is_file() else [])
    except OSError as error:
        raise _unreadable(error, log) from None


def check_evidence_in(folder: Path) -> EvidenceCheck:
    from answerable.audit import check_evidence

    try:
        return check_evidence(folder)
    except OSError as error:
        raise AskerError(
            f"'{folder}' is not a folder of evidence: {Path(error.filename or folder).name}: {error.strerror}.",
            hint="Give the folder that 'answerable audit export' made.",
        ) from None


def key_id_of(public_key: str) -> str:
    """A name for a key, short enough to read out to somebody."""
    from answerable.audit import key_id_of

    return key_id_of(public_key)


def _checkpoint(path: Path) -> Checkpoint:
    from answerable.audit import Checkpoint

    try:
        with open_given(path) as file:
            return Checkpoint.parse(file.read(_MOST_CHECKPOINT).strip())
    except OSError as error:
        raise AskerError(f"The checkpoint '{path}' cannot be read: {error.strerror}.", hint="Check the path.") from None
    except ValueError as error:
        raise AskerError(
            f"'{path}' is not a checkpoint: {error}.", hint="Give one that was exported or kept."
        ) from None


def _warnings(found: TrailVerification, place: Place) -> list[str]:
    said = []
    if found.entries and found.checkpoint is None and found.ok:
        said.append("There is no checkpoint, so that a log cut short or written anew would not show.")
    elif found.entries and not place.is_apart:
        said.append("Checkpoints are in the workspace itself: set audit_checkpoints to a folder elsewhere.")
    if found.mismatches:
        said.append(f"{found.mismatches} entries say that the log contradicted its checkpoints (checkpoint_mismatch).")
    if found.steps_back:
        times = "once" if found.steps_back == 1 else f"{found.steps_back} times"
        said.append(f"The clock went back {times}; entries stand in the order in which they were made.")
    if trouble := _key_trouble(place):
        said.append(f"Nothing more is signed for: {trouble}")
    return said


def _key_trouble(place: Place) -> str:
    """Why no checkpoint can be signed; nothing where that is possible, or none of ours to know."""
    from answerable.audit import SigningKey

    try:
        SigningKey.of(place.folder)
    except PermissionError:
        return ""  # whoever checks need not be able to sign
    except OSError as error:
        return f"'{error.filename}' cannot be read: {error.strerror}."
    except AuditUnavailable as error:
        return error.line()
    return ""


def _unreadable(error: OSError, log: Path) -> AuditUnavailable:
    return AuditUnavailable(
        f"'{error.filename or log}' cannot be read: {error.strerror}.", hint="Correct its permissions."
    )
