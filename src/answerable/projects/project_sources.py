"""Everything at hand for a member's questions: the project's sources under the policy of their role."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING
from uuid import UUID

from answerable.kernel.errors import BadSource, NotFound
from answerable.kernel.messages import msg
from answerable.projects.effective_settings import settings_of
from answerable.projects.models import Source
from answerable.projects.server_pool import pooled_run_context

if TYPE_CHECKING:
    from answerable.agent import RunContext
    from answerable.projects.membership import Identity
    from answerable.projects.models import Project

__all__ = ["member_context", "source_of", "sources_of"]


def sources_of(project: Project, chosen: Sequence[UUID] = ()) -> list[Source]:
    """Those chosen, or all. One that is not the project's is not found."""
    found = list(Source.objects.filter(project=project, **({"pk__in": chosen} if chosen else {})))
    if missing := set(chosen) - {source.pk for source in found}:
        raise NotFound(msg("projects.no_such_source", source=str(min(missing))), hint=msg("projects.list_sources"))
    if not found:
        raise BadSource(msg("projects.no_source_yet"), hint=msg("projects.connect_a_source"))
    return found


def source_of(project: Project, pk: UUID) -> Source:
    return sources_of(project, [pk])[0]


@contextmanager
def member_context(identity: Identity, sources: Sequence[Source]) -> Iterator[RunContext]:
    settings = settings_of(identity.project, identity.role)
    specs, project = [source.spec for source in sources], identity.project
    with pooled_run_context(specs, settings, project, person=identity.user.pk) as run_context:
        yield run_context
