"""Sources of a project: connected once they have been opened, listed without secrets, removed with their files."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.db import IntegrityError, transaction

from answerable.agent import open_run_context
from answerable.agent.context.policies.all_sources import check_policy
from answerable.agent.inspect_source import readable_schema
from answerable.audit.event_types import EventType
from answerable.kernel.errors import BadSource, Refused
from answerable.kernel.knowledge import NOTHING_KNOWN
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg
from answerable.kernel.settings import mask
from answerable.projects.effective_settings import settings_of
from answerable.projects.models import Project, Source
from answerable.projects.project_policy import has_own_policy, own_policy_remarks, policy_for, policy_specs
from answerable.projects.project_trail import name_of, record
from answerable.projects.server_paths import spec_for_members
from answerable.sample import ensure

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from answerable.kernel.workspace import Workspace

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
    if not _is_upload_of(project, spec):
        _refuse_uploads(spec)
    settings, specs = settings_of(project), [_without_plain_secret(spec)]
    policy = policy_for(project, settings.role)
    with open_run_context(specs, settings, policy=policy, known=NOTHING_KNOWN, demands_names=False) as run_context:
        source = run_context.sources[0]
        tables = readable_schema(source, run_context).tables
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
    if uploads.exists() and any(_is_same(above, uploads) for above in (path, *path.parents)):
        raise Refused(msg("projects.upload_instead"), hint=msg("projects.send_file_itself"))


def _is_same(path: Path, folder: Path) -> bool:
    """False also of a path that no file system can have, such as one with a name that is too long."""
    try:
        return path.samefile(folder)
    except (OSError, ValueError):
        return False


def policy_remarks(project: Project) -> list[str]:
    """Entries of the policy that no connected source has: until one has, questions are refused."""
    if has_own_policy(project):
        return own_policy_remarks(project)
    checked = check_policy(policy_specs(project), settings_of(project))
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
        raise BadSource(
            msg("projects.source_name_taken", name=name), hint=msg("projects.choose_another_name")
        ) from None


def _record(change: str, source: Source, by: str) -> None:
    told = {"change": change, "source_id": str(source.pk), "name": source.name, "project": source.project.slug}
    record(EventType.SOURCE_CHANGED, {**told, "kind": kind_of(source), "spec": shown_spec(source)}, by=by)


def _without_plain_secret(spec: str) -> str:
    """What is kept holds no secret: a password stands there as ${VARIABLE}, and references stand nowhere else."""
    covered = _REFERENCE.sub("***", spec)
    if mask(covered) != covered:
        raise BadSource(
            msg("projects.password_in_url"),
            hint=msg("projects.use_a_variable"),
        )
    if "${" in _USER_AND_QUERY.sub("", spec):
        raise BadSource(msg("projects.variable_only_for_account"), hint=msg("projects.write_rest_in_full"))
    return spec


def _absolute(spec: str) -> str:
    """Paths are kept whole, so that the server may be started in another folder."""
    if "://" in spec or not spec.strip():
        return spec
    try:
        return str(Path(spec).expanduser().resolve())
    except (OSError, RuntimeError, ValueError):
        return spec
