"""Whether the door is open, and to whom."""

from __future__ import annotations

from django.http import HttpRequest
from ninja import Router, Schema

from answerable import __version__
from answerable.projects.effective_settings import settings_of
from answerable.web.api.authentication import identity
from answerable.words.languages import chosen_language

__all__ = ["router"]

router = Router(tags=["about"])


class Health(Schema):
    status: str
    version: str


class ProjectName(Schema):
    slug: str
    name: str


class Me(Schema):
    username: str
    role: str
    project: ProjectName
    lang: str
    confirm: str


@router.get("/health", auth=None, response=Health)
def health(request: HttpRequest) -> Health:
    """Answers anybody."""
    return Health(status="ok", version=__version__)


@router.get("/me", response=Me)
def me(request: HttpRequest) -> Me:
    """Who is asking, in which project, and how SQL is approved there."""
    who = identity(request)
    given = settings_of(who.project, who.role)
    return Me(
        username=who.user.get_username(),
        role=who.role,
        project=ProjectName(slug=who.project.slug, name=who.project.name),
        lang=chosen_language(given.language),
        confirm=given.confirm,
    )
