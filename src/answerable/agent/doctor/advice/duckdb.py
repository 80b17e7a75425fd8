"""DuckDB and files: settings that must be closed, and who may reach the files."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from answerable.agent.doctor.advice.account_names import join_names
from answerable.agent.doctor.scorecard import DoctorFinding, DoctorSeverity

if TYPE_CHECKING:
    from answerable.sources import Rights

__all__ = ["findings"]


def findings(rights: Rights) -> tuple[DoctorFinding, ...]:
    found = []
    if right := rights.right("open_setting"):
        message = f"DuckDB has settings open that must be closed: {join_names(right.on)}. Please report this."
        found.append(DoctorFinding(right.code, DoctorSeverity.SERIOUS, message))
    if right := rights.right("file_writable"):
        message = f"This user may write {right.on[0]}; the connection does not."
        found.append(
            DoctorFinding(right.code, DoctorSeverity.ADVICE, message, (f"chmod a-w {shlex.quote(right.on[0])}",))
        )
    if right := rights.right("cache_readable"):
        message = f"Other users of this machine may read the copies of your files in {right.on[0]}."
        found.append(
            DoctorFinding(right.code, DoctorSeverity.ADVICE, message, (f"chmod 700 {shlex.quote(right.on[0])}",))
        )
    return tuple(found)
