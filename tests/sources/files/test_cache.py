"""Loaded copies: used again, made whole, shared by processes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from answerable.kernel.settings import Settings
from answerable.sources import Limits, open_source

COUNT = "SELECT count(*) AS n FROM data"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    path = tmp_path / "data.csv"
    path.write_text("a,b\n" + "1,x\n" * 50_000)
    return path


def _copies(folder: Path) -> list[Path]:
    return sorted((folder / ".answerable" / "cache" / "files").iterdir())


def _count(path: Path) -> int:
    with open_source(str(path), Settings(), folder=path.parent) as source:
        return int(source.run(COUNT, Limits()).table.column("n")[0].as_py())


def test_second_opening_uses_the_copy(data: Path) -> None:
    assert _count(data) == 50_000
    (copy,) = _copies(data.parent)
    made = copy.stat().st_mtime_ns
    assert _count(data) == 50_000
    assert [path.stat().st_mtime_ns for path in _copies(data.parent)] == [made]


def test_a_change_that_keeps_size_and_time_is_seen(data: Path) -> None:
    _count(data)
    state = data.stat()
    data.write_text("a,b\n" + "123,x\n" * 30_000 + "1,xyz_x\n" * 2_500)
    assert data.stat().st_size == state.st_size
    os.utime(data, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert _count(data) == 32_500


def test_damaged_copy_is_made_anew(data: Path) -> None:
    _count(data)
    (copy,) = _copies(data.parent)
    copy.write_bytes(b"damaged")
    assert _count(data) == 50_000


def test_processes_may_load_at_once(data: Path) -> None:
    program = (
        "import sys\nfrom pathlib import Path\nfrom answerable.kernel.settings import Settings\n"
        "from answerable.sources import Limits, open_source\n"
        "with open_source(sys.argv[1], Settings(), folder=Path(sys.argv[1]).parent) as source:\n"
        "    print(source.run(sys.argv[2], Limits()).table.column('n')[0].as_py())\n"
    )
    command = [sys.executable, "-c", program, str(data), COUNT]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    assert [process.communicate()[0].strip() for process in running] == ["50000"] * 4
    assert len(_copies(data.parent)) == 1


def test_failed_loading_leaves_nothing(tmp_path: Path) -> None:
    path = tmp_path / "broken.parquet"
    path.write_text("no")
    with pytest.raises(Exception, match=r"broken\.parquet cannot be read"):
        open_source(str(path), Settings(), folder=tmp_path)
    assert _copies(tmp_path) == []


def test_workspace_that_cannot_be_written_is_no_obstacle(data: Path) -> None:
    (data.parent / ".answerable").write_text("a file, not a folder")
    assert _count(data) == 50_000
