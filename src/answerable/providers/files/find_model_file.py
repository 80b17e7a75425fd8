"""Where a local model's file lies: a name of the catalogue, or a path."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.providers.files.model_catalogue import model_catalogue
from answerable.providers.model_failures import failure

if TYPE_CHECKING:
    from answerable.providers.model_settings import ModelSettings

__all__ = ["demand_gguf", "find_model_file", "model_folder"]

_MAGIC = b"GGUF"


def model_folder(settings: ModelSettings, environ: Mapping[str, str] | None = None) -> Path:
    """Of the user: one file serves all projects."""
    environ = os.environ if environ is None else environ
    if settings.folder:
        return Path(settings.folder).expanduser()
    data = environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "answerable" / "models"


def find_model_file(spec: str, settings: ModelSettings) -> Path:
    """Raises ModelUnavailable where there is none, or where it is of another kind."""
    name = spec.partition(":")[2]
    entry = model_catalogue().get(name)
    path = model_folder(settings) / entry.file if entry else Path(name).expanduser()
    if not path.is_file():
        raise failure("no_local_file", spec, path=str(path))
    demand_gguf(path, spec)
    return path


def demand_gguf(path: Path, spec: str) -> None:
    with path.open("rb") as file:
        if file.read(len(_MAGIC)) != _MAGIC:
            raise failure("not_a_gguf", spec, path=str(path))
