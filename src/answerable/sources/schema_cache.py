"""Schemas kept on disk for an hour, so that a question does not begin with reading a thousand tables."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from dataclasses import field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.kernel.cache import BoundedCache
from answerable.kernel.light_dataclass import dataclass
from answerable.sources.worker.frames import schema_from_json, schema_to_json

if TYPE_CHECKING:
    from answerable.kernel.schema import DatabaseSchema

__all__ = ["SchemaCache"]

_SCHEMAS_IN_MEMORY = 64
_held: BoundedCache[Path, tuple[tuple[int, ...], DatabaseSchema]] = BoundedCache(_SCHEMAS_IN_MEMORY)
"""Files read last, with their stamps: one object for all sources of a process, because much is worked out for each."""


@dataclass(frozen=True, slots=True)
class SchemaCache:
    """One source's place in the cache. A file that cannot be read or written counts as no cache at all."""

    folder: Path
    identity: str
    """Whatever makes the source this one and in this state: masked URL, or paths with sizes and times."""
    seconds: float
    path: Path = field(init=False)

    def __post_init__(self) -> None:
        name = f"{hashlib.sha256(self.identity.encode()).hexdigest()[:32]}.json"
        object.__setattr__(self, "path", self.folder / name)

    def get(self) -> DatabaseSchema | None:
        try:
            schema = _read(self.path)
            age = datetime.now(UTC) - schema.read_at
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return schema if timedelta(0) <= age < timedelta(seconds=self.seconds) else None

    def put(self, schema: DatabaseSchema) -> None:
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self.folder, suffix=".part")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(json.dumps(schema_to_json(schema), ensure_ascii=False))
            _held.put(self.path, (_stamp(Path(name)), schema))
            Path(name).replace(self.path)


def _read(path: Path) -> DatabaseSchema:
    """The schema in the file; the same object as long as the file is the same."""
    stamp = _stamp(path)
    held = _held.get(path)
    if held and held[0] == stamp:
        return held[1]
    schema = schema_from_json(json.loads(path.read_text(encoding="utf-8")))
    _held.put(path, (stamp, schema))
    return schema


def _stamp(path: Path) -> tuple[int, ...]:
    found = path.stat()
    return found.st_ino, found.st_size, found.st_mtime_ns
