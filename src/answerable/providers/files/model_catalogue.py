"""The model files that can be fetched by name; `models.toml` lists them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType

from answerable.kernel.light_dataclass import dataclass

__all__ = ["ModelFile", "file_in", "model_catalogue", "read_catalogue"]


@dataclass(frozen=True, slots=True)
class ModelFile:
    file: str
    url: str
    size: int
    """Bytes."""
    sha256: str
    licence: str
    memory_gb: float


@cache
def model_catalogue() -> Mapping[str, ModelFile]:
    return read_catalogue(files("answerable.providers.files").joinpath("models.toml").read_text(encoding="utf-8"))


def read_catalogue(text: str) -> Mapping[str, ModelFile]:
    return MappingProxyType({name: ModelFile(**entry) for name, entry in tomllib.loads(text).items()})


def file_in(folder: Path, entry: ModelFile) -> Path | None:
    """Where it lies, as far as its size tells."""
    path = folder / entry.file
    return path if path.is_file() and path.stat().st_size == entry.size else None
