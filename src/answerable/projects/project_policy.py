"""The policy of a project: its own where it has one, else that of the folder the server runs in.

It is stored in the project's settings as `[policy]` of answerable.toml is written, roles included.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.db import transaction

from answerable.agent.context.folder_policy import kept_policy, policies_in, policy_in
from answerable.agent.context.policies.all_sources import check_policies
from answerable.kernel.errors import BadSetting
from answerable.projects.effective_settings import POLICY_ROLES, settings_of
from answerable.projects.models import Project, Source
from answerable.projects.settings_audit import note_settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from answerable.guard import Policy

__all__ = ["has_own_policy", "own_policy", "own_policy_remarks", "policy_for", "policy_specs", "set_own_policy"]

_KEY = "policy"
_WHERE = "The project's policy"


def has_own_policy(project: Project) -> bool:
    return own_policy(project) is not None


def own_policy(project: Project) -> dict[str, Any] | None:
    """As it was written; None where the folder's holds."""
    found: dict[str, Any] | None = project.settings.get(_KEY)
    return found


def policy_for(project: Project, role: str) -> Policy | None:
    """What holds in the project for a role of the policy."""
    own = own_policy(project)
    return kept_policy(role) if own is None else _own(json.dumps(own, sort_keys=True), role)


def policy_specs(project: Project) -> Sequence[str]:
    """Of the sources that its policy is written for: the project's, or all of the server's for that of the folder."""
    sources = Source.objects.filter(project=project) if has_own_policy(project) else Source.objects.all()
    return list(sources.values_list("spec", flat=True).distinct())


def set_own_policy(project: Project, policy: Mapping[str, Any] | None, *, by: str) -> None:
    """Holds from the next query on, those that wait for approval included. None: the folder's again. Raises BadSetting
    where it cannot be read, AuditUnavailable where the change cannot be recorded; then nothing changes."""
    if policy is not None:
        _check(policy, project.settings.get(POLICY_ROLES, {}))
    with transaction.atomic():
        held = Project.objects.select_for_update().get(pk=project.pk)
        before = dict(held.settings)
        after = {name: value for name, value in before.items() if name != _KEY}
        after |= {} if policy is None else {_KEY: dict(policy)}
        Project.objects.filter(pk=project.pk).update(settings=after)
        if before != after:
            note_settings(project.slug, before, after, by=by)
    project.settings = after


def own_policy_remarks(project: Project) -> list[str]:
    """Entries that no source of the project has: until one has, questions are refused."""
    base, roles = policies_in(own_policy(project) or {}, _WHERE)
    held = [policy for policy in (base, *roles.values()) if policy is not None]
    return list(check_policies(held, policy_specs(project), settings_of(project)).problems)


def _check(policy: Mapping[str, Any], policy_roles: Mapping[str, str]) -> None:
    _base, roles = policies_in(policy, _WHERE)
    if missing := sorted(set(policy_roles.values()) - roles.keys()):
        hint = f"'{POLICY_ROLES}' of the project gives it to members; write it."
        raise BadSetting(f"{_WHERE} has no role '{missing[0]}'.", hint=hint)


@lru_cache(maxsize=64)
def _own(text: str, role: str) -> Policy:
    """One object as long as the text stays as it is. An empty policy restricts nothing; the folder's does not hold."""
    return policy_in(json.loads(text), role, _WHERE)
