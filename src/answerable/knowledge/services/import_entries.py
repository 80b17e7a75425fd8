"""Bring the entries of files into a project: in one transaction, and again without effect where nothing has changed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from difflib import unified_diff
from typing import TYPE_CHECKING, Any

from django.db import transaction

from answerable.agent.knowledge_check import data_faults
from answerable.kernel.errors import BadKnowledge
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg
from answerable.knowledge.models import StoredEntry, model_of
from answerable.knowledge_files.entry_fields import KINDS, EntryKind
from answerable.knowledge_files.entry_shape import EntryFault
from answerable.knowledge_files.read_entry import EntryFile
from answerable.knowledge_files.write_entry import entry_text

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from answerable.kernel.schema import DatabaseSchema
    from answerable.projects.models import Project

__all__ = ["EntryPlan", "ImportReport", "import_entries"]


@dataclass(frozen=True, slots=True)
class EntryPlan:
    """What becomes of one file."""

    file: EntryFile
    row: StoredEntry | None
    before: dict[str, Any] | None
    held_slug: str = ""

    @property
    def action(self) -> str:
        """`created`, `updated` or `unchanged`."""
        if self.before is None:
            return "created"
        return "unchanged" if (self.before, self.held_slug) == (self.file.plain, self.file.slug) else "updated"

    def diff(self) -> str:
        """From what the project says to what the file says, as `diff -u` writes it; empty where nothing changes."""
        kind, path = self.file.kind, f"{self.file.kind.folder}/{self.file.slug}.yaml"
        held = f"{kind.folder}/{self.held_slug}.yaml" if self.before is not None else "/dev/null"
        old = entry_text(kind, self.before).splitlines() if self.before is not None else []
        new = entry_text(kind, self.file.plain).splitlines()
        if old == new and held != path:
            return f"rename from {held}\nrename to {path}"
        return "\n".join(unified_diff(old, new, held, path, lineterm=""))


@dataclass(frozen=True, slots=True)
class ImportReport:
    plans: tuple[EntryPlan, ...]
    is_dry: bool

    def count(self, action: str) -> int:
        return sum(plan.action == action for plan in self.plans)


@transaction.atomic
def import_entries(
    project: Project,
    files: Sequence[EntryFile],
    *,
    schemas: Sequence[DatabaseSchema] = (),
    by: User | None = None,
    is_dry: bool = False,
) -> ImportReport:
    """A file is the entry of its name, else the only one of its title. Entries without a file stay as they are. Raises
    BadKnowledge with file and line of every fault, and nothing changes."""
    type(project)._default_manager.select_for_update().get(pk=project.pk)  # one import after another
    plans = tuple(plan for kind in KINDS for plan in _plans(project, kind, files))
    changing = [plan for plan in plans if plan.action != "unchanged"]
    if faults := [*_faults(changing, schemas), *_taken_titles(project, changing)]:
        raise BadKnowledge(*faults)
    for plan in () if is_dry else changing:
        row = plan.row or model_of(plan.file.kind.name)(project=project)
        row.slug = plan.file.slug
        row.put(plan.file.plain)
        row.save(by=by)
    return ImportReport(plans, is_dry)


def _plans(project: Project, kind: EntryKind, files: Iterable[EntryFile]) -> Iterator[EntryPlan]:
    rows = {row.slug: row for row in model_of(kind.name)._default_manager.filter(project=project)}
    own = [file for file in files if file.kind is kind]
    named = {file.slug for file in own}
    by_title: defaultdict[str, list[StoredEntry]] = defaultdict(list)
    for slug, row in rows.items():
        if slug not in named:
            by_title[row.title].append(row)
    for file in own:
        found = rows.get(file.slug)
        if found is None and len(others := by_title.pop(file.title, [])) == 1:
            found = others[0]
        yield EntryPlan(file, found, found.plain() if found else None, found.slug if found else "")


def _faults(plans: Iterable[EntryPlan], schemas: Sequence[DatabaseSchema]) -> Iterator[CodedMessage]:
    for plan in plans:
        for fault in data_faults(plan.file.kind, plan.file.plain, schemas):
            yield plan.file.fault(fault)


def _taken_titles(project: Project, plans: Iterable[EntryPlan]) -> Iterator[CodedMessage]:
    """Of entries that are not their own, by which a file would take another's name."""
    for plan in plans:
        kind, title = plan.file.kind, plan.file.title
        if not kind.is_alone:
            continue
        held = model_of(kind.name)._default_manager.filter(project=project, **{kind.title: title})
        if any(row != plan.row for row in held):
            yield plan.file.fault(EntryFault(kind.title, msg("knowledge.there_already", title=title)))
