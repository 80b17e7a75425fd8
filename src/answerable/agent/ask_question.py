"""`ask`: one question, one answer. What was opened for it stays open for the next one, until it has rested a while."""

from __future__ import annotations

import atexit
import os
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.agent.context.source_pool import SourcePool
from answerable.agent.question import Question
from answerable.agent.run import Agent, answer_of
from answerable.kernel.settings import Settings, load_settings
from answerable.words.languages import chosen_language

if TYPE_CHECKING:
    from answerable.agent.approval_rules import Approve
    from answerable.answers.answer import Answer
    from answerable.sources import Progress

__all__ = ["ask"]

_REST_SECONDS = 60.0
_pools: dict[Path, SourcePool] = {}
"""By the folder that names and settings are taken from."""


def ask(
    question: str,
    source: str | Path | Sequence[str | Path],
    *,
    settings: Settings | None = None,
    approve: Approve | None = None,
    progress: Progress | None = None,
    today: date | None = None,
) -> Answer:
    """Ask one question about one or more sources.

    Raises an `answerable.errors.AnswerableError` that says what to do next when there is no answer. `approve` is called
    with the SQL before anything that is not cheap runs; `today` is what "last quarter" is counted from.
    """
    settings = settings or load_settings()
    asked = Question(question, chosen_language(settings.language, question))
    specs = [str(source)] if isinstance(source, str | Path) else [str(item) for item in source]
    with _pool().open_context(specs, settings, approve=approve, progress=progress, today=today) as context:
        return answer_of(Agent(context).ask(asked))


def _pool() -> SourcePool:
    folder = Path.cwd()
    return _pools.setdefault(folder, SourcePool(folder=folder, idle_seconds=_REST_SECONDS, keeps_locks=False))


def _close_all() -> None:
    for pool in list(_pools.values()):
        pool.close()


atexit.register(_close_all)
os.register_at_fork(after_in_child=_pools.clear)
