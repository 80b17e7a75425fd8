"""Save an entry as a person gave it, once it has the shape of one and fits the data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.db import transaction

from answerable.agent.knowledge_check import data_faults
from answerable.kernel.errors import BadKnowledge
from answerable.kernel.messages import msg
from answerable.knowledge_files.entry_fields import EntryKind, settle
from answerable.knowledge_files.entry_shape import EntryFault, shape_faults

if TYPE_CHECKING:
    from django.contrib.auth.models import User

    from answerable.kernel.schema import DatabaseSchema
    from answerable.knowledge.models import StoredEntry

__all__ = ["entry_faults", "save_entry"]


def entry_faults(
    kind: EntryKind, given: Mapping[str, Any], schemas: Sequence[DatabaseSchema]
) -> tuple[EntryFault, ...]:
    """What the data of an entry cannot be saved for."""
    return shape_faults(kind, given) or data_faults(kind, settle(kind, given), schemas)


@transaction.atomic
def save_entry(
    entry: StoredEntry,
    given: Mapping[str, Any],
    *,
    schemas: Sequence[DatabaseSchema] = (),
    by: User | None = None,
) -> StoredEntry:
    """`entry` may be new; fields that are not given keep what they say. `schemas` are those of the project's sources.
    Raises BadKnowledge, and nothing is saved."""
    said = {**entry.plain(), **given}
    faults = [*entry_faults(entry.kind, said, schemas)] or [*_twins(entry, said)]
    if faults:
        raise BadKnowledge(*(msg("knowledge.fault_in", name=one.field, problem=one.what) for one in faults))
    entry.put(settle(entry.kind, said))
    entry.save(by=by)
    return entry


def _twins(entry: StoredEntry, said: Mapping[str, Any]) -> Iterator[EntryFault]:
    kind = entry.kind
    if not kind.is_alone:
        return
    title = settle(kind, said)[kind.title]
    others = type(entry)._default_manager.filter(project_id=entry.project_id, **{kind.title: title})
    if others.exclude(pk=entry.pk).exists():
        yield EntryFault(kind.title, msg("knowledge.there_already", title=title))
