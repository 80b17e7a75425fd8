"""The process's open sources and translators, shared by all who ask in it."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.conf import settings as django_settings

from answerable.agent.context.source_pool import SourcePool
from answerable.agent.translators import TranslatorPool, core_count, processes_on
from answerable.knowledge.services.read_entries import known_of_project
from answerable.projects.model_choice import project_seat
from answerable.projects.project_policy import policy_for, policy_specs
from answerable.projects.server_paths import spec_for_members

if TYPE_CHECKING:
    from answerable.agent.context.cancellation import Stop
    from answerable.agent.context.run_context import RunContext
    from answerable.agent.context.source_pool import SourcePool
    from answerable.kernel.settings import Settings
    from answerable.projects.models import Project

__all__ = ["pooled_run_context", "process_pool"]

_lock = threading.Lock()
_pools: list[SourcePool] = []


def process_pool() -> SourcePool:
    """Made when first asked for, closed when the process ends."""
    with _lock:
        if not _pools:
            settings: Settings = django_settings.ANSWERABLE
            processes = processes_on(core_count(), settings.reading_processes)
            translators = TranslatorPool(processes, settings.reading_seconds)
            _pools.append(SourcePool(translators=translators, spec_in_receipts=spec_for_members))
            atexit.register(_pools[0].close)
        return _pools[0]


@contextmanager
def pooled_run_context(
    specs: Sequence[str], settings: Settings, project: Project, stop: Stop | None = None, person: Hashable = None
) -> Iterator[RunContext]:
    """Everything for one request of a person: under the project's policy for the role in the settings, with what the
    project knows."""

    def others() -> list[str]:
        return [spec for spec in policy_specs(project) if spec not in specs]

    policy = policy_for(project, settings.role)
    with process_pool().open_context(
        specs,
        settings,
        policy=policy,
        known=known_of_project(project),
        stop=stop,
        others=others,
        person=person,
        project=project.slug,
        seat=project_seat(project, settings),
    ) as run_context:
        yield run_context
