"""The process's open sources and translators, shared by all who ask in it."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from django.conf import settings as django_settings

if TYPE_CHECKING:
    from answerable.agent.desk import Desk
    from answerable.agent.pooling import SourcePool
    from answerable.agent.stopping import Stop
    from answerable.settings import Settings

__all__ = ["pooled_desk", "process_pool"]

_lock = threading.Lock()
_pools: list[SourcePool] = []


def process_pool() -> SourcePool:
    """Made when first asked for, closed when the process ends."""
    from answerable.agent.pooling import SourcePool
    from answerable.agent.translators import TranslatorPool, core_count, processes_on
    from answerable.projects.server_paths import spec_for_members

    with _lock:
        if not _pools:
            settings: Settings = django_settings.ANSWERABLE
            processes = processes_on(core_count(), settings.reading_processes)
            translators = TranslatorPool(processes, settings.reading_seconds)
            _pools.append(SourcePool(translators=translators, spec_in_receipts=spec_for_members))
            atexit.register(_pools[0].close)
        return _pools[0]


@contextmanager
def pooled_desk(
    specs: Sequence[str], settings: Settings, stop: Stop | None = None, person: Hashable = None
) -> Iterator[Desk]:
    """Everything for one request of a person, under the folder's policy for the role in the settings."""
    from answerable.agent.policy import kept_policy

    def others() -> list[str]:
        """The policy is written for all sources of the server."""
        from answerable.projects.models import Source

        return [spec for spec in Source.objects.values_list("spec", flat=True).distinct() if spec not in specs]

    policy = kept_policy(settings.role)
    with process_pool().desk(specs, settings, policy=policy, stop=stop, others=others, person=person) as desk:
        yield desk
