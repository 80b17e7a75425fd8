"""`answerable models pull NAME`, for every interface."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.kernel.errors import BadSetting
from answerable.kernel.messages import msg
from answerable.providers.files.find_model_file import model_folder
from answerable.providers.files.model_catalogue import model_catalogue
from answerable.providers.files.model_download import ModelDownload

if TYPE_CHECKING:
    from answerable.providers.files.model_catalogue import ModelFile
    from answerable.providers.model_settings import ModelSettings

__all__ = ["demand_pullable", "pull_model"]


def pull_model(name: str, settings: ModelSettings, progress: Callable[[int, int], None]) -> Path:
    """`progress` gets the bytes there are and those there will be. Raises BadSetting for a name that is not in the
    catalogue, PullFailed where the file cannot be had."""
    entry = demand_pullable(name, settings)
    url = f"{settings.mirror.rstrip('/')}/{entry.file}" if settings.mirror else entry.url
    return ModelDownload(entry, model_folder(settings), url).run(progress)


def demand_pullable(name: str, settings: ModelSettings) -> ModelFile:
    """Raises BadSetting."""
    if (entry := model_catalogue().get(name)) is None:
        raise BadSetting(
            msg("models.not_in_catalogue", name=name), hint=msg("models.pull_one_of", known=tuple(model_catalogue()))
        )
    if settings.mirror and not settings.mirror.startswith(("http://", "https://")):
        raise BadSetting(msg("models.bad_mirror", mirror=settings.mirror), hint=msg("models.write_mirror"))
    return entry
