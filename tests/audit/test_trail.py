"""The trail: chained, shared by processes, repaired after a crash, refused when it cannot be written."""

from __future__ import annotations

import multiprocessing
import resource
import signal
from pathlib import Path

import pytest

from answerable.audit import AuditTrail, verify_log
from answerable.audit.trail import Event
from answerable.errors import AuditUnavailable
from tests.audit.judge import judge


def write(path: Path, count: int) -> None:
    trail = AuditTrail(path)
    for number in range(count):
        trail.append("r", "tool_called", {"n": number, "text": "é 🙂"}, "actor")


def test_entries_form_a_chain_the_judge_accepts(tmp_path: Path) -> None:
    log = tmp_path / "logs" / "runs.jsonl"
    write(log, 5)
    assert judge(log)
    assert verify_log(log).entries == 5


def test_the_hash_covers_every_field(tmp_path: Path) -> None:
    entry = AuditTrail(tmp_path / "log").append("req-1", "request_submitted", {"question": "q"}, "system")
    repeated = {"entry_id": entry.entry_id, "request_id": "req-1", "sequence_number": 1, "actor": "system"}
    assert entry.event_data == {"question": "q", **repeated}


def test_several_processes_append_to_one_chain(tmp_path: Path) -> None:
    log = tmp_path / "log"
    processes = [multiprocessing.get_context("fork").Process(target=write, args=(log, 50)) for _ in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert judge(log)
    assert verify_log(log).entries == 200


def test_a_torn_last_line_is_moved_aside_whatever_its_length(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    write(whole, 3)
    data = whole.read_bytes()
    last = data.rstrip(b"\n").rfind(b"\n") + 1
    for cut in (last + 1, last + 2, last + 60, len(data) - 2, len(data) - 1):
        log = tmp_path / f"cut{cut}"
        log.write_bytes(data[:cut])
        AuditTrail(log).append("r", "tool_called", {}, "actor")
        assert judge(log)
        assert verify_log(log).entries == 4  # two kept, the repair, the new one


@pytest.mark.parametrize("change", [b"2026", b"tool_called", b'"n": 1'])
def test_an_edit_is_found_on_its_line(tmp_path: Path, change: bytes) -> None:
    log = tmp_path / "log"
    write(log, 3)
    lines = log.read_bytes().splitlines(keepends=True)
    at = lines[1].find(change) if change in lines[1] else lines[1].find(b"timestamp") + 13
    lines[1] = lines[1][:at] + b"7" + lines[1][at + 1 :]
    log.write_bytes(b"".join(lines))
    assert verify_log(log).bad_line == 2


def test_a_removed_line_is_found(tmp_path: Path) -> None:
    log = tmp_path / "log"
    write(log, 3)
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(lines[0] + lines[2])
    result = verify_log(log)
    assert (result.ok, result.bad_line) == (False, 2)


def test_a_full_disk_refuses_the_entry_and_keeps_the_chain(tmp_path: Path) -> None:
    log = tmp_path / "log"
    write(log, 2)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size + 50, hard))
    try:
        with pytest.raises(AuditUnavailable, match="cannot take the record"):
            AuditTrail(log).append("r", "tool_called", {}, "actor")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, handler)
    AuditTrail(log).append("r", "tool_called", {}, "actor")
    assert verify_log(log).entries == 3


def test_several_entries_are_written_together(tmp_path: Path) -> None:
    trail = AuditTrail(tmp_path / "log")
    trail.append("r", "request_submitted", {}, "system")
    entries = trail.extend([Event("r", "plan_created", {"n": number}, "planner") for number in range(3)])
    trail.append("r", "tool_called", {}, "actor")
    assert [entry.sequence_number for entry in entries] == [2, 3, 4]
    assert judge(trail.path)
    assert verify_log(trail.path).entries == 5


def test_a_long_last_entry_is_found_whole(tmp_path: Path) -> None:
    trail = AuditTrail(tmp_path / "log")
    for length in (10, 100_000, 10):
        trail.append("r", "tool_called", {"text": "x" * length}, "actor")
    assert judge(trail.path)
