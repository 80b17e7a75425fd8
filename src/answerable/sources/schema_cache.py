"""Schemas kept on disk for an hour, so that a question does not begin with reading a thousand tables.

What a process has read from there it keeps as long as the file is the same: whoever asks again gets the same schema,
and what others prepared for it."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.sources.worker.border import schema_from_json, schema_to_json

if TYPE_CHECKING:
    from answerable.schema import DatabaseSchema

__all__ = ["SchemaCache"]

SCHEMAS_KEPT = 32


@dataclass(frozen=True, slots=True)
class SchemaCache:
    """One source's place in the cache. A file that cannot be read or written counts as no cache at all."""

    folder: Path
    identity: str
    """Whatever makes the source this one and in this state: masked URL, or paths with sizes and times."""
    seconds: float

    @property
    def path(self) -> Path:
        return self.folder / f"{hashlib.sha256(self.identity.encode()).hexdigest()[:32]}.json"

    def get(self) -> DatabaseSchema | None:
        try:
            found = self.path.stat()
            schema = _read(self.path, (found.st_ino, found.st_size, found.st_mtime_ns))
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
            Path(name).replace(self.path)


@lru_cache(maxsize=SCHEMAS_KEPT)
def _read(path: Path, _state: tuple[int, int, int]) -> DatabaseSchema:
    """Files are replaced, never written over: one in the same state holds the same."""
    return schema_from_json(json.loads(path.read_text(encoding="utf-8")))
