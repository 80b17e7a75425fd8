"""A run context for a command: its sources are opened together and closed together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.agent.context.source_pool import SourcePool

if TYPE_CHECKING:
    from answerable.agent.approval_rules import Approve
    from answerable.agent.context.model_seat import ModelSeat
    from answerable.agent.context.run_context import RunContext
    from answerable.guard import Policy
    from answerable.kernel.knowledge import Known
    from answerable.kernel.settings import Settings
    from answerable.sources import Progress

__all__ = ["open_run_context"]


@contextmanager
def open_run_context(
    specs: Sequence[str],
    settings: Settings,
    *,
    folder: Path | None = None,
    approve: Approve | None = None,
    progress: Progress | None = None,
    today: date | None = None,
    policy: Policy | None = None,
    known: Known | None = None,
    seat: ModelSeat | None = None,
    demands_names: bool = True,
) -> Iterator[RunContext]:
    """Files among `specs` become one source. Without a `policy` that of `folder` holds, for the role in the
    settings; without `known` what the folders of knowledge beside the data say."""
    with (
        closing(SourcePool(folder=folder)) as pool,
        pool.open_context(
            specs,
            settings,
            policy=policy,
            known=known,
            approve=approve,
            progress=progress,
            today=today,
            seat=seat,
            demands_names=demands_names,
        ) as context,
    ):
        yield context
