"""From what a person typed to an opened source."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from answerable.kernel.settings import Settings, mask_values
from answerable.kernel.workspace import Workspace
from answerable.sources.access.url_account import escape_account
from answerable.sources.engine import Progress
from answerable.sources.file_paths import locate_paths
from answerable.sources.locate_source import Locator
from answerable.sources.source_target import Target
from answerable.sources.source_urls import is_url, locate_url
from answerable.sources.worker.worker_source import WorkerSource

__all__ = ["open_source"]


def open_source(
    spec: str | Sequence[str],
    settings: Settings,
    *,
    folder: Path | None = None,
    progress: Progress | None = None,
    shown: Sequence[str] = (),
) -> WorkerSource:
    """Open a path, several paths of data files, or a URL, read-only.

    Relative paths and the workspace are taken from `folder`, by default the one the command runs in. Raises BadSource,
    Refused for what may be no source, SourceUnavailable or MissingExtra; nothing stays running then.
    `shown` is how receipts call its place, where that is not what was given."""
    specs = [spec] if isinstance(spec, str) else list(spec)
    folder = folder or Path.cwd()
    cache = Workspace.at(settings.workspace, folder).root / "cache"
    locate = Locator(lambda: _locate(specs, settings, folder, cache))
    source = WorkerSource(locate, settings, cache / "schemas", tuple(map(_shown, shown or specs)))
    source.open(progress)
    return source


def _shown(spec: str) -> str:
    return mask_values(escape_account(spec) if is_url(spec) else spec)


def _locate(specs: list[str], settings: Settings, folder: Path, cache: Path) -> Target:
    if len(specs) == 1 and is_url(specs[0]):
        return locate_url(specs[0], settings, folder, cache)
    return locate_paths(specs, settings, folder, cache)
