"""Semantic models kept on disk beside the schemas: built once for a schema, whatever process asks next."""

from __future__ import annotations

import contextlib
import hashlib
import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from answerable import semantics
from answerable.kernel.cache_folder import CacheFolder
from answerable.kernel.light_dataclass import dataclass
from answerable.semantics.model_json import model_from_json, model_to_json

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from answerable.kernel.schema import DatabaseSchema
    from answerable.kernel.workspace import Workspace
    from answerable.semantics import SemanticModel
    from answerable.sources import Progress

__all__ = ["SemanticModelCache"]

MOST_MODELS = 64
"""Files kept; those written first go first."""


@dataclass(frozen=True, slots=True)
class SemanticModelCache:
    """A model's file is named by all it was inferred from, so it is never out of date. A file that cannot be read or
    written counts as no cache at all."""

    folder: Path

    @classmethod
    def of(cls, workspace: Workspace) -> SemanticModelCache:
        return cls(workspace.root / "cache" / "models")

    def model(self, schema: DatabaseSchema, known: str = "", progress: Progress | None = None) -> SemanticModel:
        """`known` is the version of what people know of the data."""
        files, name = CacheFolder(self.folder, MOST_MODELS), f"{_digest(schema, known)}.json"
        kept = _revived(files.get(name))
        if kept is not None:
            return kept
        model = semantics.build_semantics(
            schema, lambda share: progress("Reading what tables mean", share) if progress else None
        )
        with contextlib.suppress(UnicodeEncodeError):
            files.put(name, _packed(model))
        return model


def _packed(model: SemanticModel) -> bytes:
    return json.dumps(model_to_json(model), ensure_ascii=False, separators=(",", ":")).encode()


def _revived(packed: bytes | None) -> SemanticModel | None:
    if packed is None:
        return None
    try:
        return model_from_json(json.loads(packed))
    except (ValueError, KeyError, TypeError):
        return None


def _digest(schema: DatabaseSchema, known: str) -> str:
    """Over the dialect, every table with its values, what is known, and how inferences are made."""
    digest = hashlib.sha256(f"{_way_of_inferring()}\n{known}\n{schema.dialect}".encode())
    for table in schema.tables:
        digest.update(repr(table).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:32]


@cache
def _way_of_inferring() -> str:
    """A digest of the package's code and words: another version of either infers anew."""
    digest = hashlib.sha256()
    for file in _files_in(files("answerable.semantics")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _files_in(folder: Traversable) -> list[Traversable]:
    found: list[Traversable] = []
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if one.is_dir() and one.name != "__pycache__":
            found += _files_in(one)
        elif one.name.endswith((".py", ".toml")):
            found.append(one)
    return found
