"""What the audit trail has of a request: for its asker, and for admins of the project it was asked in."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.conf import settings as django_settings

from answerable.agent.proof.audit_queries import entries_of_request, export_request, key_id_of, verify_audit
from answerable.conversations.models import QueryRequest
from answerable.kernel.errors import NotFound
from answerable.kernel.messages import msg
from answerable.projects.membership import DEFAULT
from answerable.projects.models import Role

if TYPE_CHECKING:
    from answerable.audit import Entry
    from answerable.projects.membership import Identity

__all__ = ["evidence", "timeline", "verify_trail"]


def timeline(request_id: UUID, who: Identity) -> list[Entry]:
    """Its entries in order."""
    _demand_sight(request_id, who)
    found = entries_of_request(django_settings.ANSWERABLE, str(request_id))
    if not found:
        raise _nothing()
    return found


def evidence(request_id: UUID, who: Identity) -> bytes:
    """A ZIP file of what proves the entries to somebody else."""
    _demand_sight(request_id, who)
    with TemporaryDirectory() as made:
        folder = Path(made) / "evidence"
        export_request(django_settings.ANSWERABLE, str(request_id), folder)
        return _zipped(folder)


def verify_trail(lang: str) -> dict[str, Any]:
    """Whether the trail is as it was written. Where it lies on the server is not said."""
    report = verify_audit(django_settings.ANSWERABLE)
    found, last = report.found, report.found.checkpoint
    signed = last and {"log": last.log, "size": last.size, "root": last.root, "time": last.time}
    return {
        "ok": found.ok,
        "files": found.files,
        "entries": found.entries,
        "bad_file": found.bad_file or None,
        "bad_line": found.bad_line,
        "problem": found.problem.render(lang) if found.problem else "",
        "checkpoint": signed and {**signed, "key_id": key_id_of(last.public_key)} if last else None,
        "unsealed": found.unsealed,
        "warnings": [warning.render(lang) for warning in report.warnings],
    }


def _demand_sight(request_id: UUID, who: Identity) -> None:
    """What was asked at the server's own terminal is shown to admins of its own project."""
    asked = QueryRequest.objects.filter(pk=request_id).select_related("session__project").first()
    is_admin = who.role.reaches(Role.ADMIN)
    if asked is None:
        may_see = is_admin and who.project.slug == DEFAULT
    else:
        is_own = asked.session.user_id == who.user.pk and _is_member(asked, who)
        may_see = is_own or (is_admin and asked.session.project_id == who.project.pk)
    if not may_see:
        raise _nothing()


def _is_member(asked: QueryRequest, who: Identity) -> bool:
    return bool(asked.session.project.members.filter(user_id=who.user.pk).exists())


def _nothing() -> NotFound:
    return NotFound(msg("conversations.nothing_recorded"), hint=msg("conversations.look_it_up"))


def _zipped(folder: Path) -> bytes:
    sink = io.BytesIO()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                packed.write(path, Path("evidence") / path.relative_to(folder))
    return sink.getvalue()
