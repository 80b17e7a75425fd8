"""After crashes, full disks and disks that refuse: nothing acknowledged is lost, and every log verifies."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import resource
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from answerable.audit import AuditTrail, Event, verify_log, verify_trail
from answerable.kernel.errors import AuditUnavailable
from tests.audit.crashing import kill_writers, log_files
from tests.audit.judge import judge


def append(log: Path, text: str = "") -> str:
    return AuditTrail(log).append("r", "tool_called", {"text": text}, "actor").hash


def entries_of(log: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in log.read_text().splitlines()]


@pytest.mark.parametrize(("rounds", "writers"), [(25, 1), (2, 8)])
def test_killed_at_any_moment_nothing_acknowledged_is_lost(tmp_path: Path, rounds: int, writers: int) -> None:
    tally = kill_writers(tmp_path, rounds, writers)
    assert tally.times == rounds * writers
    assert (tally.lost, tally.forks, tally.bad_files, tally.mismatches) == (0, 0, 0, 0)


def torn_log(log: Path, cut: int) -> bytes:
    """A log of three entries without the last so many bytes; what is left of the third."""
    for text in ("one", "two", "three"):
        append(log, text)
    data = log.read_bytes()[:-cut]
    log.write_bytes(data)
    return data[data.rfind(b"\n") + 1 :]


@pytest.mark.parametrize("cut", [1, 2, 60, 400])
def test_a_torn_entry_is_kept_and_recorded(tmp_path: Path, cut: int) -> None:
    log = tmp_path / "log"
    torn = torn_log(log, cut)
    append(log, "four")
    repaired = entries_of(log)[2]
    data = repaired["event_data"]
    assert isinstance(data, dict)
    assert (repaired["event_type"], data["torn_bytes"]) == ("log_repaired", len(torn))
    assert (tmp_path / str(data["kept_in"])).read_bytes() == torn
    assert data["torn_sha256"] == hashlib.sha256(torn).hexdigest()
    assert judge(log)
    assert verify_log(log).entries == 4  # two kept, the repair, the new one
    assert {path.name for path in tmp_path.iterdir()} == {"log", data["kept_in"]}


def test_a_repair_that_was_broken_off_before_the_cut_is_done_once(tmp_path: Path) -> None:
    log = tmp_path / "log"
    torn = torn_log(log, 5)
    (tmp_path / "log.torn").write_bytes(torn)
    append(log)
    assert [entry["event_type"] for entry in entries_of(log)].count("log_repaired") == 1
    assert [path.read_bytes() for path in tmp_path.glob("log.torn*")] == [torn]


def test_a_repair_that_was_broken_off_after_the_cut_is_recorded_still(tmp_path: Path) -> None:
    log = tmp_path / "log"
    append(log)
    (tmp_path / "log.torn").write_bytes(b'{"half": ')
    append(log)
    assert [entry["event_type"] for entry in entries_of(log)] == ["tool_called", "log_repaired", "tool_called"]


def test_what_is_torn_while_a_repair_is_recorded_is_kept_too(tmp_path: Path) -> None:
    log = tmp_path / "log"
    torn = torn_log(log, 5)
    (tmp_path / "log.torn").write_bytes(b"earlier")
    append(log)
    assert [path.read_bytes() for path in tmp_path.glob("log.torn*")] == [b"earlier" + torn]


@contextmanager
def limited_to(size: int) -> Iterator[None]:
    """No file of this process grows beyond so many bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, handler)


@pytest.mark.parametrize("room", [0, 1, 50])
def test_a_short_write_is_taken_back(tmp_path: Path, room: int) -> None:
    log = tmp_path / "log"
    trail = AuditTrail(log)
    trail.append("r", "tool_called", {}, "actor")
    before = log.read_bytes()
    with (
        limited_to(len(before) + room),
        pytest.raises(AuditUnavailable, match="cannot take the record: File too large"),
    ):
        trail.append("r", "tool_called", {}, "actor")
    assert log.read_bytes() == before
    trail.append("r", "tool_called", {}, "actor")
    assert judge(log)
    assert verify_log(log).entries == 2


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 kB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)]
    if os.geteuid() or shutil.which("mount") is None or subprocess.run(command, capture_output=True).returncode:
        pytest.skip("a file system can be mounted by root only")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


def test_on_a_full_disk_entries_are_refused_and_the_chain_is_kept(small_disk: Path) -> None:
    log = small_disk / "log"
    trail = AuditTrail(log)
    told = [trail.append("r", "request_submitted", {}, "system").hash]
    with pytest.raises(AuditUnavailable, match="No space left on device"):
        while True:
            told.append(trail.append("r", "tool_called", {"text": "x" * 3_000}, "actor").hash)
    assert judge(log)
    assert [entry["hash"] for entry in entries_of(log)] == told
    subprocess.run(["mount", "-o", "remount,size=128k", str(small_disk)], check=True)
    told.append(trail.append("r", "tool_called", {"text": "x" * 3_000}, "actor").hash)
    assert [entry["hash"] for entry in entries_of(log)] == told
    assert verify_log(log).ok


def test_what_is_torn_is_not_cut_off_where_it_cannot_be_kept(small_disk: Path) -> None:
    log = small_disk / "log"
    torn_log(log, 5)
    before = log.read_bytes()
    with pytest.raises(OSError, match="No space left"):
        (small_disk / "filler").write_bytes(b"x" * 65_536)
    with pytest.raises(AuditUnavailable, match="No space left"):
        append(log)
    assert log.read_bytes() == before
    (small_disk / "filler").unlink()
    append(log)
    assert verify_log(log).entries == 4


def test_an_fsync_that_fails_acknowledges_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = tmp_path / "log"
    trail = AuditTrail(log)
    trail.append("r", "tool_called", {}, "actor")
    before = log.read_bytes()

    def fail(handle: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        for events in (1, 3):
            with pytest.raises(AuditUnavailable, match="cannot take the record: Input/output error"):
                trail.extend([Event("r", "tool_called", {}, "actor")] * events)
            assert log.read_bytes() == before
    assert trail.append("r", "tool_called", {}, "actor").sequence_number == 2
    assert judge(log)


def test_a_first_entry_that_failed_is_written_by_the_next(tmp_path: Path) -> None:
    log = tmp_path / "logs" / "log"
    with limited_to(10), pytest.raises(AuditUnavailable):
        append(log)
    assert log.read_bytes() == b""
    append(log)
    assert verify_log(log).entries == 1


def test_a_full_log_goes_on_in_another(tmp_path: Path) -> None:
    log = tmp_path / "runs.jsonl"
    trail = AuditTrail(log, rotate_bytes=3_000)
    for _ in range(20):
        trail.append("r", "tool_called", {}, "actor")
    files = log_files(log)
    assert [path.name for path in files[:2]] == ["runs-000001.jsonl", "runs-000002.jsonl"]
    assert all(judge(path) for path in files)
    for finished, following in zip(files, [*files[1:-1], log], strict=False):
        said = entries_of(following)[0]
        assert isinstance(said["event_data"], dict)
        assert (said["event_type"], said["event_data"]["previous_file"]) == ("log_rotated", finished.name)
        assert said["event_data"]["previous_hash"] == entries_of(finished)[-1]["hash"]
        assert said["event_data"]["previous_entries"] == len(entries_of(finished))


def test_a_log_is_finished_on_demand_while_others_hold_it_open(tmp_path: Path) -> None:
    log = tmp_path / "runs.jsonl"
    one, other = AuditTrail(log), AuditTrail(log)
    assert one.rotate() is None
    for trail in (one, other):
        trail.append("r", "tool_called", {}, "actor")
    assert one.rotate() == tmp_path / "runs-000001.jsonl"
    for trail in (other, one):
        trail.append("r", "tool_called", {}, "actor")
    assert [entry["event_type"] for entry in entries_of(log)] == ["log_rotated", "tool_called", "tool_called"]
    assert verify_log(tmp_path / "runs-000001.jsonl").entries == 2


def test_of_two_who_find_the_log_full_one_finishes_it(tmp_path: Path) -> None:
    log = tmp_path / "runs.jsonl"
    trails = [AuditTrail(log, rotate_bytes=2_000) for _ in range(2)]
    for _ in range(12):
        for trail in trails:
            trail.append("r", "tool_called", {}, "actor")
    files = log_files(log)
    assert all(judge(path) and len(entries_of(path)) > 1 for path in files)
    assert sum(len(entries_of(path)) for path in files) == 24 + len(files) - 1


@pytest.mark.parametrize("left", [None, b"", b'{"entry_id": "half'])
def test_a_crash_after_the_log_was_finished_still_goes_on_from_it(tmp_path: Path, left: bytes | None) -> None:
    log = tmp_path / "runs.jsonl"
    append(log)
    log.rename(tmp_path / "runs-000001.jsonl")
    if left is not None:
        log.write_bytes(left)
    append(log)
    assert entries_of(log)[0]["event_type"] == "log_rotated"
    assert judge(log)


def test_what_stands_in_place_of_torn_bytes_keeps_nobody_waiting(tmp_path: Path) -> None:
    log = tmp_path / "log"
    append(log)
    os.mkfifo(tmp_path / "log.torn")
    with pytest.raises(AuditUnavailable, match=r"log\.torn': it is not a regular file"):
        append(log)
    (tmp_path / "log.torn").unlink()
    append(log)
    assert judge(log)


def test_torn_bytes_are_not_kept_in_a_file_that_a_link_names(tmp_path: Path) -> None:
    log, other = tmp_path / "log", tmp_path / "other"
    torn = torn_log(log, 5)
    other.write_bytes(b"as it was")
    (tmp_path / "log.torn.new").symlink_to(other)
    append(log)
    assert other.read_bytes() == b"as it was"
    assert [path.read_bytes() for path in tmp_path.glob("log.torn-*")] == [torn]


def test_a_pipe_in_place_of_a_finished_file_keeps_nobody_waiting(tmp_path: Path) -> None:
    log = tmp_path / "runs.jsonl"
    os.mkfifo(tmp_path / "runs-000001.jsonl")
    with pytest.raises(AuditUnavailable, match=r"runs-000001\.jsonl': it is not a regular file"):
        append(log)


@pytest.mark.parametrize("number", ["0000001", "٠٠٠٠٠١", "000000", "1", "+00001"])
def test_a_name_that_no_finished_file_has_is_none_of_the_log_s(tmp_path: Path, number: str) -> None:
    log = tmp_path / "runs.jsonl"
    (tmp_path / f"runs-{number}.jsonl").write_bytes(b"anything")
    append(log)
    assert verify_trail(log).entries == 1
    assert AuditTrail(log).rotate() == tmp_path / "runs-000001.jsonl"


@pytest.mark.parametrize("number", [b"9" * 4_300, b"1" * 30, b"0", b"-1"])
def test_a_number_that_no_entry_has_is_not_counted_on_from(tmp_path: Path, number: bytes) -> None:
    log = tmp_path / "log"
    append(log)
    log.write_bytes(
        log.read_bytes().replace(b'"sequence_number": 1, "parent', b'"sequence_number": %b, "parent' % number)
    )
    with pytest.raises(AuditUnavailable, match="is not an audit entry"):
        append(log)
