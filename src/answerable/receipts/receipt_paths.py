"""Whether two receipts speak of the same source, however it was spelled when it was given."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence

__all__ = ["are_same_place"]

_FILE = re.compile(r"(?:sqlite|duckdb):///(?=[^?]+$)")
_PASSWORD = re.compile(r"(?<=://)([^/@:]*):[^/@]*(?=@)")


def are_same_place(first: Sequence[str], second: Sequence[str]) -> bool:
    """Order does not count, nor how a server's password was given. A path that begins at the root is the same as one
    that does not and is its end: where that began, no receipt says."""
    if len(first) != len(second):
        return False
    return all(map(_is_same, *(sorted(map(_plain, specs), key=_last) for specs in (first, second))))


def _plain(spec: str) -> str:
    path = _FILE.sub("", spec)
    return _PASSWORD.sub(r"\1", path) if "://" in path else posixpath.normpath(path.replace("\\", "/"))


def _last(spec: str) -> tuple[str, str]:
    return spec.rsplit("/", 1)[-1], spec


def _is_same(one: str, other: str) -> bool:
    if one == other or "://" in one or "://" in other or _is_whole(one) == _is_whole(other):
        return one == other
    whole, part = (one, other) if _is_whole(one) else (other, one)
    while part.startswith("../"):
        part = part[3:]
    return whole.endswith(f"/{part}")


def _is_whole(path: str) -> bool:
    return path.startswith(("/", "~")) or path[1:2] == ":"
