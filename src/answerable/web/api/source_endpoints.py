"""Where the project's data is: list, try, connect, upload, remove."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.http import HttpRequest
from ninja import File, Router, Schema, Status, UploadedFile
from pydantic import Field

from answerable.kernel.errors import BadSource, OperatorError
from answerable.projects.connect_source import connect, kind_of, policy_remarks, remove, shown_spec, try_source
from answerable.projects.models import Role, Source
from answerable.projects.project_sources import source_of
from answerable.projects.uploads import keep_upload
from answerable.web.api.authentication import identity, require

__all__ = ["router"]

router = Router(tags=["sources"])

Spec = Annotated[str, Field(min_length=1, max_length=2_000, pattern=r"^[^\x00-\x1f]*$")]


class SourceOut(Schema):
    id: UUID
    name: str
    kind: str
    spec: str
    """Secrets and the server's folders of uploads are not shown."""
    created_at: datetime
    is_upload: bool
    warnings: list[str] = []
    """Entries of the policy that no connected source has; told where one was connected just now."""


class SourceIn(Schema):
    spec: Spec
    name: Annotated[str, Field(max_length=200, pattern=r"^[^\x00-\x1f]*$")] = ""


class SpecIn(Schema):
    spec: Spec


class Trial(Schema):
    name: str
    dialect: str
    tables: list[str]


@router.get("/sources", response=list[SourceOut])
def list_sources(request: HttpRequest) -> list[SourceOut]:
    return [_shown(source) for source in Source.objects.filter(project=identity(request).project)]


@router.post("/sources", response={201: SourceOut}, auth=require(Role.ADMIN))
def connect_source(request: HttpRequest, body: SourceIn) -> Status[Any]:
    """Kept once it could be opened. Passwords only as ${VARIABLE} of the environment; `sample` is the bundled shop."""
    who = identity(request)
    with _told_to_the_asker():
        shown = _shown(connect(who.project, body.spec, body.name, who.user))
        shown.warnings = policy_remarks(who.project)
        return Status(201, shown)


@router.post("/sources/test", response=Trial, auth=require(Role.ADMIN))
def test_source(request: HttpRequest, body: SpecIn) -> Trial:
    """Whether it can be opened, and what it holds; nothing is kept."""
    with _told_to_the_asker():
        tried = try_source(body.spec, identity(request).project)
    return Trial(name=tried.name, dialect=tried.dialect, tables=list(tried.tables))


@router.post("/sources/upload", response={201: SourceOut}, auth=require(Role.ANALYST))
def upload_source(request: HttpRequest, file: File[list[UploadedFile]]) -> Status[Any]:
    """CSV, TSV, JSON, Parquet or Excel, 50 MB at most; several files become one source whose tables can be joined."""
    return Status(201, _shown(keep_upload(identity(request), file)))


@router.delete("/sources/{source_id}", response={204: None}, auth=require(Role.ADMIN))
def remove_source(request: HttpRequest, source_id: UUID) -> Status[Any]:
    """Uploaded files are deleted with it; a database or file it points to is left alone."""
    who = identity(request)
    remove(source_of(who.project, source_id), by=who.user.get_username())
    return Status(204, None)


@contextmanager
def _told_to_the_asker() -> Iterator[None]:
    """A server that is not there is the asker's matter here: it is what they typed that has to change."""
    try:
        yield
    except OperatorError as error:
        raise BadSource(error.what, hint=error.advice) from None


def _shown(source: Source) -> SourceOut:
    return SourceOut(
        id=source.pk,
        name=source.name,
        kind=kind_of(source),
        spec=shown_spec(source),
        created_at=source.created_at,
        is_upload=source.is_upload,
    )
