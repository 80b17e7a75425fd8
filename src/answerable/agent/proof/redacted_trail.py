"""The trail of a workspace as every door gets it: secrets are taken out of what is recorded, before it is hashed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerable.audit import open_trail as opened
from answerable.guard.policy.own_patterns import is_own_pattern
from answerable.sensitive import kinds_of_name
from answerable.sensitive.redact import Redactor, redact

if TYPE_CHECKING:
    from answerable.audit import AuditTrail
    from answerable.guard import Policy
    from answerable.kernel.settings import Settings
    from answerable.kernel.workspace import Workspace
    from answerable.sensitive.redact import Redactor

__all__ = ["open_trail", "redactor_for"]


def open_trail(workspace: Workspace, settings: Settings) -> AuditTrail:
    return opened(workspace, settings, redact=redact)


def redactor_for(policy: Policy | None) -> Redactor:
    """Takes out secrets, and content of the kinds that may not be read freely under this policy: those it names, and
    those that the names of its columns speak of."""
    if policy is None:
        return Redactor()
    columns = policy.blocked_columns | policy.masked_columns | policy.aggregate_only_columns
    named = (kind for column in columns for kind in kinds_of_name(column.rpartition(".")[2]))
    patterns = (kind[1:-1] for kind in policy.blocked_patterns if is_own_pattern(kind))
    return Redactor.of({*policy.blocked_patterns, *named}, patterns)
