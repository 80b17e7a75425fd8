"""Opening what a question needs: sources, translator, audit trail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.agent.story import Desk
from answerable.errors import BadSetting
from answerable.workspace import Workspace

if TYPE_CHECKING:
    from answerable.agent.approval import Approve
    from answerable.language import Translator
    from answerable.settings import Settings
    from answerable.sources import Progress

__all__ = ["open_desk", "open_translator"]


@contextmanager
def open_desk(
    specs: Sequence[str],
    settings: Settings,
    *,
    folder: Path | None = None,
    approve: Approve | None = None,
    progress: Progress | None = None,
    today: date | None = None,
) -> Iterator[Desk]:
    """Sources are opened together and closed together; files among `specs` become one source."""
    from answerable.audit import AuditTrail
    from answerable.sources import open_sources

    translator = open_translator(settings.engine)
    workspace = Workspace.at(settings.workspace, folder)
    with ExitStack() as stack:
        sources = open_sources(specs, settings, folder=folder, progress=progress)
        for source in sources:
            stack.callback(source.close)
        trail = AuditTrail(workspace.make().audit_log)
        desk = Desk(sources, translator, trail, settings, approve=approve, progress=progress)
        yield replace(desk, today=today) if today else desk


def open_translator(engine: str) -> Translator:
    if engine == "embedded":
        from answerable.language import EmbeddedTranslator

        return EmbeddedTranslator()
    raise BadSetting(f"Unknown engine '{engine}'.", hint="This version has one: --engine embedded.")
