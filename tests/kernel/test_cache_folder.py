"""A folder of files that may be deleted at any time."""

from __future__ import annotations

import os
from pathlib import Path

from answerable.kernel.cache_folder import CacheFolder


def test_what_was_put_is_got(tmp_path: Path) -> None:
    cache = CacheFolder(tmp_path / "new", most=2)
    assert cache.get("a.bin") is None
    cache.put("a.bin", b"\x00one")
    assert cache.get("a.bin") == CacheFolder(tmp_path / "new", most=2).get("a.bin") == b"\x00one"


def test_oldest_files_go_and_others_kinds_stay(tmp_path: Path) -> None:
    cache = CacheFolder(tmp_path, most=2)
    (tmp_path / "other.json").write_text("{}")
    for age, name in enumerate(("a.bin", "b.bin", "c.bin")):
        cache.put(name, b"x")
        os.utime(tmp_path / name, ns=(age, age))
    cache.put("d.bin", b"x")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["c.bin", "d.bin", "other.json"]


def test_folder_that_cannot_be_written_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    cache = CacheFolder(tmp_path / "file", most=2)
    cache.put("a.bin", b"x")
    assert cache.get("a.bin") is None
