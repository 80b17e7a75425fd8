"""SQLite: the file's own permissions."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from answerable.agent.doctor.scorecard import DoctorFinding, DoctorSeverity

if TYPE_CHECKING:
    from answerable.sources import Rights

__all__ = ["findings"]


def findings(rights: Rights) -> tuple[DoctorFinding, ...]:
    found = []
    if right := rights.right("file_writable"):
        message = f"This user may write {right.on[0]}; the connection does not."
        found.append(
            DoctorFinding(right.code, DoctorSeverity.ADVICE, message, (f"chmod a-w {shlex.quote(right.on[0])}",))
        )
    if right := rights.right("write_ahead_log"):
        message = f"{right.on[0]} keeps a write-ahead log: SQLite makes -wal and -shm files beside it even to read."
        fix = f"sqlite3 {shlex.quote(right.on[0])} 'PRAGMA journal_mode = DELETE'"
        found.append(DoctorFinding(right.code, DoctorSeverity.ADVICE, message, (fix,)))
    return tuple(found)
