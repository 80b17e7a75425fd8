"""Who belongs to the project, and in which role."""

from __future__ import annotations

from typing import Annotated, Any

from django.contrib.auth.models import User
from django.http import HttpRequest
from ninja import Router, Schema, Status
from pydantic import Field

from answerable.kernel.errors import NotFound
from answerable.kernel.messages import msg
from answerable.projects import membership
from answerable.projects.membership import keep_an_admin, set_role
from answerable.projects.models import Member, Role
from answerable.web.api.authentication import identity, require

__all__ = ["router"]

router = Router(tags=["members"], auth=require(Role.ADMIN))


class MemberOut(Schema):
    username: str
    role: Role


class MemberIn(Schema):
    username: Annotated[str, Field(min_length=1, max_length=150, pattern=r"^[^\x00-\x1f]*$")]
    role: Role


@router.get("/members", response=list[MemberOut])
def list_members(request: HttpRequest) -> list[MemberOut]:
    members = Member.objects.filter(project=identity(request).project).select_related("user").order_by("user__username")
    return [MemberOut(username=member.user.get_username(), role=Role(member.role)) for member in members]


@router.put("/members", response=MemberOut)
def put_member(request: HttpRequest, body: MemberIn) -> MemberOut:
    """An account that exists joins the project or changes its role. Accounts are made by `answerable users add`."""
    who = identity(request)
    user = User.objects.filter(username=body.username).first()
    if user is None:
        raise NotFound(msg("common.no_account", name=body.username), hint=msg("web.add_user"))
    keep_an_admin(who.project, body.username, body.role)
    set_role(user, who.project, body.role, by=who.user.get_username())
    return MemberOut(username=body.username, role=body.role)


@router.delete("/members/{username}", response={204: None})
def remove_member(request: HttpRequest, username: str) -> Status[Any]:
    who = identity(request)
    keep_an_admin(who.project, username, None)
    if not membership.remove_member(who.project, username, by=who.user.get_username()):
        raise NotFound(msg("web.no_such_member"), hint=msg("web.list_members"))
    return Status(204, None)
