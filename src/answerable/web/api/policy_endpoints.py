"""The project's policy: read, set and given up by its admins."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Router, Schema, Status

from answerable.projects.membership import Identity
from answerable.projects.models import Role
from answerable.projects.project_policy import own_policy, own_policy_remarks, set_own_policy
from answerable.web.api.authentication import identity, require

__all__ = ["router"]

router = Router(tags=["policy"], auth=require(Role.ADMIN))


class PolicyOut(Schema):
    policy: dict[str, Any] | None
    """As `[policy]` of answerable.toml has it, roles included; null where that of the server's folder holds."""
    warnings: list[str]
    """Entries that no source of the project has."""


class PolicyIn(Schema):
    policy: dict[str, Any]


@router.get("/policy", response=PolicyOut)
def read_policy(request: HttpRequest) -> PolicyOut:
    return _shown(identity(request))


@router.put("/policy", response=PolicyOut)
def put_policy(request: HttpRequest, body: PolicyIn) -> PolicyOut:
    """Holds for every query of the project from now on, in place of the folder's policy; the change is recorded."""
    who = identity(request)
    set_own_policy(who.project, body.policy, by=who.user.get_username())
    return _shown(who)


@router.delete("/policy", response={204: None})
def remove_policy(request: HttpRequest) -> Status[Any]:
    """The policy of the server's folder holds again."""
    who = identity(request)
    set_own_policy(who.project, None, by=who.user.get_username())
    return Status(204, None)


def _shown(who: Identity) -> PolicyOut:
    own = own_policy(who.project)
    return PolicyOut(policy=own, warnings=[] if own is None else own_policy_remarks(who.project))
