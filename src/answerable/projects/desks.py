"""Everything at hand for a member's questions: the project's sources under the policy of their role."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING
from uuid import UUID

from answerable.errors import BadSource, NotFound
from answerable.projects.held import settings_of
from answerable.projects.models import Source

if TYPE_CHECKING:
    from answerable.agent import Desk
    from answerable.agent.pooling import SourcePool
    from answerable.projects.membership import Identity
    from answerable.projects.models import Project

__all__ = ["desk_of", "process_pool", "source_of", "sources_of"]


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
    with process_pool().desk([source.spec for source in sources], settings) as desk:
        yield desk


def process_pool() -> SourcePool:
    """The one of this process: sources stay open between requests, the translator stays warm."""
    return _pool_of(os.getpid())


@lru_cache(maxsize=1)
def _pool_of(_process: int) -> SourcePool:
    from answerable.agent.pooling import SourcePool

    return SourcePool()
