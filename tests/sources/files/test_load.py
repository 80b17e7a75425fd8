"""Loading files, and how far it is, asked from beside it."""

from __future__ import annotations

from pathlib import Path

import pytest

from answerable.kernel.errors import BadSource
from answerable.sources.files.list_folder import DataFile
from answerable.sources.files.load_tables import Loading


def test_how_far_it_is_can_be_asked_after_it_failed(tmp_path: Path) -> None:
    broken = tmp_path / "broken.parquet"
    broken.write_bytes(b"no parquet at all")
    loading = Loading((DataFile(str(broken), "broken", 17, 0),))
    with pytest.raises(BadSource, match=r"broken\.parquet cannot be read"):
        loading.into(tmp_path / "loaded.duckdb", tmp_path)
    assert loading.share == 0.0
