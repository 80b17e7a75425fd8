"""Addresses of static files that change with their content, so that browsers may keep what is behind them for good.

One version stands for all files: modules import each other by relative paths, which lead to the same version.
"""

from __future__ import annotations

import hashlib
import time
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

from django.contrib.staticfiles.storage import StaticFilesStorage

__all__ = ["VersionedStorage", "split_version", "static_version"]

_FOLDER = Path(__file__).parent / "static"
_PREFIX = "v-"


class VersionedStorage(StaticFilesStorage):
    """Makes the addresses that `{% static %}` writes."""

    def url(self, name: str | None) -> str:
        return super().url(f"{_PREFIX}{static_version()}/{name}")


def static_version() -> str:
    """A digest of all files. Looked at once a second at most, so that a changed file is seen without a restart."""
    return _version_at(int(time.monotonic()))


def split_version(path: str) -> tuple[str, str]:
    """The version in a path, "" where there is none, and the rest of the path."""
    first, slash, rest = path.partition("/")
    return (first.removeprefix(_PREFIX), rest) if slash and first.startswith(_PREFIX) else ("", path)


@lru_cache(maxsize=2)
def _version_at(_second: int) -> str:
    return _digest(tuple((path, path.stat().st_mtime_ns) for path in sorted(_FOLDER.rglob("*")) if path.is_file()))


@lru_cache(maxsize=2)
def _digest(files: tuple[tuple[Path, int], ...]) -> str:
    digest = hashlib.sha256(version("django-ninja").encode())
    for path, _changed in files:
        digest.update(f"{path.relative_to(_FOLDER)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
