"""A fresh machine's first project and first account."""

from __future__ import annotations

import getpass
from typing import TYPE_CHECKING

from answerable.projects.membership import DEFAULT, set_role
from answerable.projects.models import Member, Project, Role

if TYPE_CHECKING:
    from django.contrib.auth.models import User
    from django.db.models import QuerySet

__all__ = ["default_project", "has_password", "owner"]


def default_project() -> Project:
    project, _made = Project.objects.get_or_create(slug=DEFAULT, defaults={"name": "Default"})
    return project


def owner() -> User:
    """The first admin of the default project; one without a password is made when there is none."""
    from django.contrib.auth.models import User

    project = default_project()
    first = _admins(project).first()
    if first:
        found: User = first.user
        return found
    made, _new = User.objects.get_or_create(username=_local_name(), defaults={"password": "!"})
    set_role(made, project, Role.ADMIN)
    return made


def has_password() -> bool:
    """Whether an admin could sign in from another machine."""
    return any(member.user.has_usable_password() for member in _admins(default_project()))


def _admins(project: Project) -> QuerySet[Member]:
    return Member.objects.filter(project=project, role=Role.ADMIN, user__is_active=True).order_by("pk")


def _local_name() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "owner"
