"""What a project knows: its entries as rows, and as the values that a run heeds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from answerable.kernel.cache import BoundedCache
from answerable.kernel.knowledge import Known
from answerable.knowledge.models import MODELS, EntryChange, StoredEntry
from answerable.knowledge_files.entry_values import entry_of, is_used, known_of_entries

if TYPE_CHECKING:
    from uuid import UUID

    from answerable.projects.models import Project

__all__ = ["entries_of", "known_of_project"]

_KEPT = 32
_known: BoundedCache[tuple[UUID, int], Known] = BoundedCache(_KEPT)


def entries_of(project: Project, kind: str = "") -> Iterator[StoredEntry]:
    """Of one kind or of all, each in its order."""
    for model in MODELS:
        if kind in ("", model.kind.name):
            yield from model._default_manager.filter(project=project).select_related(*model.people.values())


def known_of_project(project: Project) -> Known:
    """What is used of it; the same object as long as no entry changes. Ids are those of the rows."""
    last = EntryChange.objects.filter(project=project).order_by("-id").values_list("id", flat=True).first()
    return _known.get_or_make((project.pk, last or 0), lambda: _read(project))


def _read(project: Project) -> Known:
    said = ((row, row.plain()) for row in entries_of(project))
    return known_of_entries(entry_of(row.kind, plain, str(row.pk)) for row, plain in said if is_used(row.kind, plain))
