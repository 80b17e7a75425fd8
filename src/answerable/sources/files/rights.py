"""Who else may read the copies of files that the cache keeps. Codes: `cache_readable`, and those of DuckDB."""

from __future__ import annotations

import stat
from pathlib import Path

from answerable.sources.source_rights import Right

__all__ = ["readable_cache"]


def readable_cache(copy: Path) -> tuple[Right, ...]:
    """Held when neither the copy nor a folder above it, up to the workspace, is closed to others."""
    shown = (copy, *copy.parents[:3])
    if all(path.stat().st_mode & (stat.S_IRGRP | stat.S_IROTH) for path in shown):
        return (Right("cache_readable", (str(copy.parents[2]),)),)
    return ()
