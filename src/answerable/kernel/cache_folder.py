"""A folder of files that may be deleted at any time: what one process worked out, for those after it."""

from __future__ import annotations

import contextlib
from pathlib import Path

from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.workspace import write_atomically

__all__ = ["CacheFolder"]


@dataclass(frozen=True, slots=True)
class CacheFolder:
    """A name must say all that its bytes were made from, so they are never out of date. A file that cannot be read or
    written counts as no cache at all."""

    folder: Path
    most: int
    """Files kept; those written first go first."""

    def get(self, name: str) -> bytes | None:
        try:
            return (self.folder / name).read_bytes()
        except OSError:
            return None

    def put(self, name: str, data: bytes) -> None:
        with contextlib.suppress(OSError):
            write_atomically(self.folder / name, data)
            oldest_last = sorted(
                self.folder.glob(f"*{Path(name).suffix}"), key=lambda one: one.stat().st_mtime_ns, reverse=True
            )
            for old in oldest_last[self.most :]:
                old.unlink(missing_ok=True)
