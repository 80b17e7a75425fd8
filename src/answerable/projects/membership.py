"""Who may do what in which project."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db import transaction

from answerable.audit.event_types import EventType
from answerable.kernel.errors import Refused
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg
from answerable.projects.models import ApiToken, Member, Project, Role
from answerable.projects.project_trail import OPERATOR, record

if TYPE_CHECKING:
    from django.contrib.auth.models import User

__all__ = ["DEFAULT", "Identity", "identify", "keep_an_admin", "remove_member", "set_role"]

DEFAULT = "default"
"""The project that exists from the start."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Who asks, in which project, and how far their role reaches there."""

    user: User
    project: Project
    role: Role


def identify(user: User, slug: str = "") -> Identity | None:
    """The user in the project of that slug, else in their oldest one; None where they are no member."""
    found = Member.objects.filter(user=user, user__is_active=True).select_related("project")
    if slug:
        found = found.filter(project__slug=slug)
    member = found.order_by("pk").first()
    return Identity(user, member.project, Role(member.role)) if member else None


@transaction.atomic
def set_role(user: User, project: Project, role: Role, *, by: str = OPERATOR) -> Member:
    """`by` is the account that gives it."""
    before = Member.objects.filter(project=project, user=user).values_list("role", flat=True).first()
    member, _made = Member.objects.update_or_create(project=project, user=user, defaults={"role": role})
    if before != role:
        _record(project, user.get_username(), before, role, by)
    return member


@transaction.atomic
def remove_member(project: Project, username: str, *, by: str) -> bool:
    """False where there is none of that name."""
    member = Member.objects.filter(project=project, user__username=username).first()
    if member is None:
        return False
    ApiToken.objects.filter(project=project, user=member.user).delete()  # not to come back with a new membership
    member.delete()
    _record(project, username, member.role, None, by)
    return True


def _record(project: Project, username: str, before: str | None, after: str | None, by: str) -> None:
    told = {"project": project.slug, "member": username, "before": before, "after": after and str(after)}
    record(EventType.MEMBER_CHANGED, told, by=by)


def keep_an_admin(project: Project, username: str, role: Role | None) -> None:
    """Refuses to give the project's last admin another role, or none."""
    others = Member.objects.filter(project=project, role=Role.ADMIN, user__is_active=True).exclude(
        user__username=username
    )
    if role is not Role.ADMIN and not others.exists():
        raise Refused(msg("projects.last_admin"), hint=msg("projects.appoint_admin_first"))
