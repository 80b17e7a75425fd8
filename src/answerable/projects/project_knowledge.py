"""Knowledge of a project and its files, held against the project's sources."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.agent.context.policies.all_sources import read_schemas
from answerable.kernel.errors import NotFound
from answerable.kernel.messages import msg
from answerable.knowledge.models import AgentLearning
from answerable.knowledge.services.import_entries import ImportReport, import_entries
from answerable.knowledge.services.promote_learning import promote_learning
from answerable.knowledge.services.read_entries import entries_of
from answerable.knowledge_files.knowledge_folder import read_folder
from answerable.knowledge_files.write_entry import write_folder
from answerable.projects.bootstrap import default_project
from answerable.projects.effective_settings import settings_of
from answerable.projects.membership import DEFAULT
from answerable.projects.models import Project, Source

if TYPE_CHECKING:
    from answerable.kernel.schema import DatabaseSchema
    from answerable.knowledge.models import StoredEntry

__all__ = ["export_knowledge", "import_knowledge", "project_called", "promote_in_project", "schemas_of"]


def project_called(slug: str) -> Project:
    """`default` is made where it is not there yet. Raises NotFound."""
    if slug == DEFAULT:
        return default_project()
    project = Project.objects.filter(slug=slug).first()
    if project is None:
        known = tuple(Project.objects.order_by("slug").values_list("slug", flat=True))
        hint = msg("common.known", known=", ".join(known)) if known else ""
        raise NotFound(msg("projects.no_such_project", slug=slug), hint=hint)
    return project


def schemas_of(project: Project) -> Sequence[DatabaseSchema]:
    """Of the sources that can be opened now."""
    specs = list(Source.objects.filter(project=project).values_list("spec", flat=True))
    return read_schemas(specs, settings_of(project))[0]


def import_knowledge(project: Project, folder: Path, *, is_dry: bool = False) -> ImportReport:
    """Raises BadKnowledge; then nothing has changed."""
    files = read_folder(folder)
    return import_entries(project, files, schemas=schemas_of(project), is_dry=is_dry)


def export_knowledge(project: Project, folder: Path, form: str = "yaml") -> tuple[Path, ...]:
    """Raises BadKnowledge where a file of another format is in the way."""
    return write_folder(folder, ((row.kind, row.slug, row.plain()) for row in entries_of(project)), form)


def promote_in_project(project: Project, learning: str, kind: str, question: str = "") -> StoredEntry:
    """`learning`: the name of its file, or its id."""
    rows = AgentLearning.objects.filter(project=project)
    found = next((row for row in rows if learning in (row.slug, str(row.pk))), None)
    if found is None:
        raise NotFound(msg("projects.no_such_learning", learning=learning), hint=msg("projects.list_learnings"))
    return promote_learning(found, kind, question=question, schemas=schemas_of(project))
