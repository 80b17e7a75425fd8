"""What lies on the disk, so that two looks can be compared."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

__all__ = ["contents", "states", "tree"]


def tree(folder: Path, churn: tuple[str, ...] = ()) -> set[str]:
    """Every file and folder under `folder`, but for what begins with one of `churn`."""
    names = (str(path.relative_to(folder)) for path in folder.rglob("*"))
    return {name for name in names if not name.startswith(churn)}


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def states(paths: Iterable[Path]) -> dict[str, tuple[int, int] | None]:
    """Size and time of change of each; None where there is none."""
    return {str(path): _state(path) for path in paths}


def _state(path: Path) -> tuple[int, int] | None:
    try:
        stat = path.stat()
    except OSError:
        return None
    return (0, 0) if path.is_dir() else (stat.st_size, stat.st_mtime_ns)
