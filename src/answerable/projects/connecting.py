"""Sources of a project: connected once they have been opened, listed without secrets, removed with their files."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.db import IntegrityError, transaction

from answerable.audit.events import EventType
from answerable.errors import BadSource, Refused
from answerable.projects.held import settings_of
from answerable.projects.models import Project, Source
from answerable.projects.recording import name_of, record
from answerable.projects.server_paths import spec_for_members
from answerable.settings import mask

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from answerable.workspace import Workspace

__all__ = ["SAMPLE", "Tried", "connect", "kind_of", "policy_remarks", "remove", "shown_spec", "try_source"]

SAMPLE = "sample"
_REFERENCE = re.compile(r"\$\{[A-Za-z_][A-Za-z0-9_]*\}")
_USER_AND_QUERY = re.compile(r"(?<=://)[^/?#]*@|[?].*")
_KINDS = {
    "postgres": "postgresql",
    "mariadb": "mysql",
    "db": "sqlite",
    "sqlite3": "sqlite",
    "xls": "excel",
    "xlsx": "excel",
}


@dataclass(frozen=True, slots=True)
class Tried:
    """What was found when a source was opened."""

    name: str
    dialect: str
    tables: tuple[str, ...]


def try_source(spec: str, project: Project) -> Tried:
    """Open it as a question would, read its schema, close it. Raises what says why it cannot be used."""
    from answerable.agent import open_desk
    from answerable.agent.inspecting import readable_schema

    if not _is_upload_of(project, spec):
        _refuse_uploads(spec)
    with open_desk([_without_plain_secret(spec)], settings_of(project), demands_names=False) as desk:
        source = desk.sources[0]
        tables = readable_schema(source, desk).tables
        return Tried(source.name, source.dialect, tuple(table.qualified for table in tables))


def connect(project: Project, spec: str, name: str, user: User | None, *, is_upload: bool = False) -> Source:
    """Kept once it could be opened. The same spec again gives the source that is there; `sample` is the bundled shop,
    made when it is first asked for."""
    if spec == SAMPLE:
        spec, name = _sample_shop(), name or "Sample shop"
    spec = _absolute(_without_plain_secret(spec))
    if not is_upload:
        _refuse_uploads(spec)
    if known := Source.objects.filter(project=project, spec=spec).first():
        return known
    tried = try_source(spec, project)
    return _kept(project, spec, name.strip() or tried.name, user, is_upload)


def _is_upload_of(project: Project, spec: str) -> bool:
    """One that was uploaded, or is being uploaded now, into the project's own folder."""
    own = (Path(settings.WORKSPACE.root) / "uploads" / project.slug).resolve()
    return "://" not in spec and spec == _absolute(spec) and own in Path(spec).parents


def _refuse_uploads(spec: str) -> None:
    """What somebody uploaded is theirs and their project's: nobody else connects it by its path."""
    path = Path(_absolute(unquote(re.sub(r"^\w+(\+\w+)?:///|[?].*", "", spec))))
    uploads = Path(settings.WORKSPACE.root) / "uploads"
    if uploads.exists() and any(above.exists() and above.samefile(uploads) for above in (path, *path.parents)):
        raise Refused("Uploaded files are connected by uploading them.", hint="Send the file itself.")


def policy_remarks(project: Project) -> list[str]:
    """Entries of the policy that no connected source has: until one has, questions are refused."""
    from answerable.agent.policies.all_sources import check_policy

    specs = list(Source.objects.values_list("spec", flat=True).distinct())
    checked = check_policy(specs, settings_of(project))
    return [*checked.problems, *(f"'{name}' could not be opened." for name in checked.closed if checked.problems)]


def remove(source: Source, *, by: str) -> None:
    """Its uploaded files go with it; anything else it points to stays as it is."""
    with transaction.atomic():
        _record("removed", source, by)
        source.delete()
    if source.is_upload:
        path = Path(source.spec)
        shutil.rmtree(path if path.is_dir() else path.parent, ignore_errors=True)


def kind_of(source: Source) -> str:
    """`postgresql`, `sqlite`, `csv`, `folder`, …: what a person would call it."""
    if "://" in source.spec:
        scheme = urlsplit(source.spec).scheme.split("+")[0].casefold()
        return _KINDS.get(scheme, scheme)
    suffix = Path(source.spec).suffix.lstrip(".").casefold()
    return _KINDS.get(suffix, suffix) or "folder"


def shown_spec(source: Source) -> str:
    return Path(source.spec).name if source.is_upload else mask(spec_for_members(source.spec))


def _sample_shop() -> str:
    from answerable.sample import ensure

    workspace: Workspace = settings.WORKSPACE
    return str(ensure(workspace.root))


def _kept(project: Project, spec: str, name: str, user: User | None, is_upload: bool) -> Source:
    try:
        with transaction.atomic():
            made = Source.objects.create(
                project=project, spec=spec, name=name[:200], created_by=user, is_upload=is_upload
            )
            _record("connected", made, name_of(user))
            return made
    except IntegrityError:
        raise BadSource(f"There is a source called '{name}' already.", hint="Give this one another name.") from None


def _record(change: str, source: Source, by: str) -> None:
    told = {"change": change, "source_id": str(source.pk), "name": source.name, "project": source.project.slug}
    record(EventType.SOURCE_CHANGED, {**told, "kind": kind_of(source), "spec": shown_spec(source)}, by=by)


def _without_plain_secret(spec: str) -> str:
    """What is kept holds no secret: a password stands there as ${VARIABLE}, and references stand nowhere else."""
    covered = _REFERENCE.sub("***", spec)
    if mask(covered) != covered:
        raise BadSource(
            "The URL holds a password in plain text.",
            hint="Put it into an environment variable of the server and write ${VARIABLE} in its place.",
        )
    if "${" in _USER_AND_QUERY.sub("", spec):
        raise BadSource("${…} may only stand for a user or a password.", hint="Write the rest of the URL in full.")
    return spec


def _absolute(spec: str) -> str:
    """Paths are kept whole, so that the server may be started in another folder."""
    if "://" in spec or not spec.strip():
        return spec
    try:
        return str(Path(spec).expanduser().resolve())
    except (OSError, RuntimeError, ValueError):
        return spec
