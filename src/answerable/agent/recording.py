"""The trail of a workspace as every door gets it: secrets are taken out of what is recorded, before it is hashed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from answerable.audit import AuditTrail
    from answerable.guard import Policy
    from answerable.sensitive.redacting import Redactor
    from answerable.settings import Settings
    from answerable.workspace import Workspace

__all__ = ["open_trail", "redactor_for"]


def open_trail(workspace: Workspace, settings: Settings) -> AuditTrail:
    from answerable.audit import open_trail as opened
    from answerable.sensitive.redacting import redact

    return opened(workspace, settings, redact=redact)


def redactor_for(policy: Policy | None) -> Redactor:
    """Takes out secrets, and content of the kinds that nobody may read under this policy."""
    from answerable.sensitive.redacting import Redactor

    return Redactor.of(policy.blocked_patterns if policy else ())
