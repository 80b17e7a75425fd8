"""Everything at hand for a member's questions: the project's sources under the policy of their role."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING
from uuid import UUID

from answerable.errors import BadSource, NotFound
from answerable.projects.held import settings_of
from answerable.projects.models import Source
from answerable.projects.pooling import pooled_desk

if TYPE_CHECKING:
    from answerable.agent import Desk
    from answerable.projects.membership import Identity
    from answerable.projects.models import Project

__all__ = ["desk_of", "source_of", "sources_of"]


def sources_of(project: Project, chosen: Sequence[UUID] = ()) -> list[Source]:
    """Those chosen, or all. One that is not the project's is not found."""
    found = list(Source.objects.filter(project=project, **({"pk__in": chosen} if chosen else {})))
    if missing := set(chosen) - {source.pk for source in found}:
        raise NotFound(f"There is no source {min(missing)}.", hint="GET /api/sources lists them.")
    if not found:
        raise BadSource("No source is connected yet.", hint="Connect a database, upload a file, or take the sample.")
    return found


def source_of(project: Project, pk: UUID) -> Source:
    return sources_of(project, [pk])[0]


@contextmanager
def desk_of(identity: Identity, sources: Sequence[Source]) -> Iterator[Desk]:
    settings = settings_of(identity.project, identity.role)
    with pooled_desk([source.spec for source in sources], settings, person=identity.user.pk) as desk:
        yield desk
