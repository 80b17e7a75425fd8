"""What a query gave before stands in for a run only while it is certain that no data has changed."""

from __future__ import annotations

import os
import shutil
import sqlite3
import time
from pathlib import Path

import pytest

from answerable.kernel.settings import Settings
from answerable.sources import Limits, open_source
from answerable.sources.worker.worker_source import WorkerSource
from tests.sources.rested import LONG_AGO, rested

COUNT = "SELECT COUNT(*) AS n FROM t"
LIMITS = Limits()
NOT_YET = time.time() + 3_600
"""What has this time was written just now, however long the machine takes to look."""


def shop(folder: Path, name: str = "shop.db") -> Path:
    path = folder / name
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE t (x)")
        connection.execute("INSERT INTO t VALUES (1), (2)")
    connection.close()
    return path


def insert(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("INSERT INTO t VALUES (3)")
    connection.close()


def opened(path: Path, folder: Path) -> WorkerSource:
    return open_source(str(path), Settings(), folder=folder)


def counted(source: WorkerSource) -> object:
    return source.run(COUNT, LIMITS).table.column(0)[0].as_py()


def test_the_same_is_given_again_until_the_file_changes(tmp_path: Path) -> None:
    path = shop(tmp_path)
    rested(path)
    with opened(path, tmp_path) as source:
        fresh = source.run(COUNT, LIMITS)
        kept = source.cached_result(COUNT, LIMITS)
        assert kept is not None
        assert kept.table.equals(fresh.table)
        assert (kept.fingerprint, kept.elapsed_ms) == (fresh.fingerprint, 0)
        assert fresh.kept_since is None
        assert kept.kept_since is not None
        assert source.cached_result(COUNT, Limits(rows=1)) is None
        insert(path)
        assert source.cached_result(COUNT, LIMITS) is None
        assert counted(source) == 3


def test_a_file_that_was_just_written_is_not_trusted(tmp_path: Path) -> None:
    path = shop(tmp_path)
    os.utime(path, (NOT_YET, NOT_YET))
    with opened(path, tmp_path) as source:
        assert counted(source) == 2
        assert source.cached_result(COUNT, LIMITS) is None


def test_what_only_the_write_ahead_log_holds_is_a_change(tmp_path: Path) -> None:
    path = shop(tmp_path)
    writer = sqlite3.connect(path)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("INSERT INTO t VALUES (3)")
    writer.commit()
    rested(path, tmp_path / "shop.db-wal")
    with opened(path, tmp_path) as source:
        assert counted(source) == 3
        assert source.cached_result(COUNT, LIMITS) is not None
        writer.execute("INSERT INTO t VALUES (4)")
        writer.commit()
        assert source.cached_result(COUNT, LIMITS) is None
        assert counted(source) == 4
    writer.close()


def test_a_change_that_hides_its_time_shows(tmp_path: Path) -> None:
    """Same size, same time of modification: the time of change of the file's own record gives it away."""
    path = shop(tmp_path)
    rested(path)
    with opened(path, tmp_path) as source:
        counted(source)
        with sqlite3.connect(path) as connection:
            connection.execute("UPDATE t SET x = 7 WHERE x = 1")
        connection.close()
        os.utime(path, (LONG_AGO, LONG_AGO))
        assert source.cached_result(COUNT, LIMITS) is None


def test_a_link_that_leads_elsewhere_is_a_change(tmp_path: Path) -> None:
    first, second, link = shop(tmp_path, "a.db"), shop(tmp_path, "b.db"), tmp_path / "now.db"
    insert(second)
    link.symlink_to(first)
    rested(first, second)
    with opened(link, tmp_path) as source:
        assert counted(source) == 2
        assert source.cached_result(COUNT, LIMITS) is not None
        link.unlink()
        link.symlink_to(second)
        assert source.cached_result(COUNT, LIMITS) is None
        assert counted(source) == 3


@pytest.mark.parametrize("is_folder", [True, False])
def test_data_files_and_folders_of_them(tmp_path: Path, is_folder: bool) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    file = folder / "t.csv"
    file.write_text("x\n1\n2\n")
    rested(folder, file)
    with opened(folder if is_folder else file, tmp_path) as source:
        assert counted(source) == 2
        assert source.cached_result(COUNT, LIMITS) is not None
        shutil.copy(file, folder / "u.csv")
        assert (source.cached_result(COUNT, LIMITS) is None) == is_folder
        file.write_text("x\n1\n2\n3\n")
        assert source.cached_result(COUNT, LIMITS) is None
        assert counted(source) == 3


def test_large_results_are_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "wide.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE t (x)")
        connection.executemany("INSERT INTO t VALUES (?)", [("y" * 1_000,)] * 1_000)
    connection.close()
    rested(path)
    with opened(path, tmp_path) as source:
        source.run("SELECT x FROM t", LIMITS)
        assert source.cached_result("SELECT x FROM t", LIMITS) is None
