"""Opening what a question needs: sources, translator, audit trail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.agent.desk import Desk
from answerable.errors import BadSetting
from answerable.workspace import Workspace

if TYPE_CHECKING:
    from answerable.agent.approval import Approve
    from answerable.language import Translator
    from answerable.settings import Settings
    from answerable.sources import Progress

__all__ = ["group_specs", "open_desk", "open_translator"]

DATA_FILES = frozenset({".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".parquet", ".xlsx"})


@contextmanager
def open_desk(
    specs: Sequence[str],
    settings: Settings,
    *,
    folder: Path | None = None,
    approve: Approve | None = None,
    progress: Progress | None = None,
    today: date | None = None,
    demands_names: bool = True,
) -> Iterator[Desk]:
    """Sources are opened together and closed together; files among `specs` become one source.

    The policy is that of `folder`, for the role in the settings. Every name in it must be one of these sources', unless
    `demands_names` is False: then they are not all that the policy is written for."""
    from answerable.agent.policy import load_policy
    from answerable.agent.policy_record import note_policy
    from answerable.agent.recording import open_trail
    from answerable.sources import open_source

    policy = load_policy(folder, settings.role)
    translator = open_translator(settings.engine, settings.reading_seconds)
    workspace = Workspace.at(settings.workspace, folder)
    with ExitStack() as stack:
        sources = []
        for group in group_specs(specs):
            source = open_source(group, settings, folder=folder, progress=progress)
            stack.callback(source.close)
            sources.append(source)
        trail = open_trail(workspace, settings)
        note_policy(trail, folder)
        desk = Desk(tuple(sources), translator, trail, settings, policy, approve, progress, demands_names=demands_names)
        desk.demand_policy_names()
        yield replace(desk, today=today) if today else desk


def group_specs(specs: Sequence[str]) -> list[list[str]]:
    """Data files are read together, so that one question may join them; every database stands alone."""
    files = [spec for spec in specs if "://" not in spec and Path(spec).suffix.lower() in DATA_FILES]
    alone = [[spec] for spec in specs if spec not in files]
    return [files, *alone] if files else alone


def open_translator(engine: str, seconds: float) -> Translator:
    """`seconds` are those that one question may be read."""
    if engine == "embedded":
        from answerable.language import EmbeddedTranslator

        return EmbeddedTranslator(seconds)
    raise BadSetting(f"Unknown engine '{engine}'.", hint="This version has one: --engine embedded.")
