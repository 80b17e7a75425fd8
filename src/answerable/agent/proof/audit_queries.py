"""The audit trail as people ask for it: is it whole, what was recorded of a request, evidence for somebody else."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from answerable.audit import (
    Checkpoint,
    SigningKey,
    check_evidence,
    checkpoint_place,
    entries_about,
    export_evidence,
    key_id_of,
    open_trail,
    verify_trail,
)
from answerable.kernel.errors import AskerError, AuditUnavailable
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg
from answerable.kernel.settings import Settings
from answerable.kernel.untrusted_files import open_given
from answerable.kernel.workspace import Workspace

if TYPE_CHECKING:
    from answerable.audit import Checkpoint, Entry, Evidence, EvidenceCheck, Place, TrailVerification

__all__ = ["AuditReport", "check_evidence_in", "entries_of_request", "export_request", "key_id_of", "verify_audit"]

_MOST_CHECKPOINT = 64 * 1024


@dataclass(frozen=True, slots=True)
class AuditReport:
    log: Path
    found: TrailVerification
    checkpoints: Path
    """Where the checkpoints are that it was compared with."""
    warnings: tuple[CodedMessage, ...]
    """What the verification cannot vouch for, and why."""


def verify_audit(settings: Settings, against: Path | None = None, *, roots: bool = False) -> AuditReport:
    """Against the workspace's own checkpoints, or against one that somebody kept."""
    workspace = Workspace.at(settings.workspace)
    place = checkpoint_place(workspace, settings)
    log = workspace.audit_log
    try:
        found = verify_trail(log, _checkpoint(against) if against else place.store, roots=roots)
    except OSError as error:
        raise _unreadable(error, log) from None
    return AuditReport(log, found, against or place.folder, tuple(_warnings(found, place)))


def entries_of_request(settings: Settings, request_id: str) -> list[Entry]:
    """With how re-checks of its answer ended. Empty where nothing was recorded of that request."""
    log = Workspace.at(settings.workspace).audit_log
    try:
        return list(entries_about(log, request_id))
    except OSError as error:
        raise _unreadable(error, log) from None


def export_request(settings: Settings, request_id: str, folder: Path) -> Evidence:
    """Entries, proofs, checkpoint and receipt of a request. The log is signed as it stands first, so that a checkpoint
    covers them."""
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
    try:
        return check_evidence(folder)
    except OSError as error:
        raise AskerError(
            msg("agent.not_evidence", folder=folder, file=Path(error.filename or folder).name, reason=error.strerror),
            hint=msg("agent.give_exported_folder"),
        ) from None


def _checkpoint(path: Path) -> Checkpoint:
    try:
        with open_given(path) as file:
            return Checkpoint.parse(file.read(_MOST_CHECKPOINT).strip())
    except OSError as error:
        raise AskerError(
            msg("agent.checkpoint_unreadable", path=path, reason=error.strerror), hint=msg("common.check_path")
        ) from None
    except ValueError as error:
        raise AskerError(
            msg("agent.not_a_checkpoint", path=path, error=error), hint=msg("agent.give_a_checkpoint")
        ) from None


def _warnings(found: TrailVerification, place: Place) -> list[CodedMessage]:
    said: list[CodedMessage] = []
    if found.entries and found.checkpoint is None and found.ok:
        said.append(msg("audit_record.no_checkpoint"))
    elif found.entries and not place.is_apart:
        said.append(msg("audit_record.checkpoints_inside"))
    if found.mismatches:
        said.append(msg("audit_record.mismatches", count=found.mismatches))
    if found.steps_back:
        once = msg("audit_record.clock_back_once")
        said.append(once if found.steps_back == 1 else msg("audit_record.clock_back", count=found.steps_back))
    if trouble := _key_trouble(place):
        said.append(msg("audit_record.nothing_signed", why=trouble))
    return said


def _key_trouble(place: Place) -> str:
    """Why no checkpoint can be signed; nothing where that is possible, or none of ours to know."""
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
        msg("common.path_unreadable", path=error.filename or log, reason=error.strerror),
        hint=msg("common.correct_permissions"),
    )
