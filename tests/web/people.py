"""People of several roles, and clients that are signed in as them."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.test import Client

from answerable.projects.membership import DEFAULT, Identity, identify, set_role
from answerable.projects.models import Project, Role

__all__ = ["client_of", "default_project", "member"]


def default_project() -> Project:
    project, _made = Project.objects.get_or_create(slug=DEFAULT, defaults={"name": "Default"})
    return project


def member(name: str, role: Role, project: Project | None = None) -> Identity:
    user = User.objects.create_user(name, password=f"CANARY-{name}-password-1")
    set_role(user, project or default_project(), role)
    found = identify(user)
    assert found
    return found


def client_of(who: Identity, *, csrf: bool = False) -> Client:
    client = Client(enforce_csrf_checks=csrf)
    client.force_login(who.user)
    return client
