"""A file followed in parts gives what following it in one go does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from answerable.audit import AuditTrail, CheckpointStore, Event, Sealer, SigningKey, verify_log, verify_trail
from answerable.audit.log_files import log_parts
from answerable.audit.read_log import lines_of
from answerable.audit.verify import segments
from answerable.audit.verify.verify_log import TrailVerification

ENTRIES = 60
Lines = list[bytes]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """With a checkpoint after 10, 20, … entries."""
    sealer = Sealer(CheckpointStore(tmp_path / "apart"), SigningKey.load_or_make(tmp_path / "apart"))
    trail = AuditTrail(tmp_path / "logs" / "runs.jsonl")
    for start in range(0, ENTRIES, 10):
        trail.extend([Event("r", "tool_called", {"n": start + n}, "a") for n in range(10)])
        assert sealer.seal(trail.path) is None
    return trail.path


def second_part(lines: Lines) -> int:
    """Where the second of two parts begins: the line after the one in which the middle byte is."""
    half, passed = sum(map(len, lines)) // 2, 0
    for number, line in enumerate(lines):
        passed += len(line)
        if passed > half:
            return number + 1
    raise AssertionError


def edited(lines: Lines, at: int, old: bytes, new: bytes) -> Lines:
    return [*lines[:at], lines[at].replace(old, new, 1), *lines[at + 1 :]]


CHANGES: dict[str, Callable[[Lines, int], Lines]] = {
    "none": lambda lines, at: lines,
    "the first line of the second part": lambda lines, at: edited(lines, at, b'"n"', b'"m"'),
    "its place": lambda lines, at: edited(lines, at, b'"parent_hash": "', b'"parent_hash": "0'),
    "it is gone": lambda lines, at: lines[:at] + lines[at + 1 :],
    "the last of the first part": lambda lines, at: edited(lines, at - 1, b'"hash": "', b'"hash": "0'),
    "in the second part": lambda lines, at: edited(lines, -3, b"tool", b"pool"),
    "cut at a line's end": lambda lines, at: lines[:-1],
    "cut within a line": lambda lines, at: [*lines[:-1], lines[-1][:-1]],
    "no lines": lambda lines, at: [b"x" * 40_000],
}


@pytest.mark.parametrize("change", CHANGES)
def test_parts_put_together_say_what_the_whole_says(log: Path, monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(CHANGES[change](lines, second_part(lines))))
    whole, alone = verified(log), verify_log(log)
    monkeypatch.setattr(segments, "_SMALLEST", 10_000)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    assert segments.processes_for(log.stat().st_size) == 2
    assert verified(log) == whole
    assert whole.ok == (change == "none")
    if change in ("none", "its place"):
        assert verify_log(log) == alone


def verified(log: Path) -> TrailVerification:
    return verify_trail(log, CheckpointStore(log.parent.parent / "apart"))


def test_no_part_runs_what_lies_in_the_folder_one_happens_to_be_in(
    log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("answerable", "json"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit(1)")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(segments, "_SMALLEST", 10_000)
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    assert verify_log(log).entries == ENTRIES


def test_a_file_that_is_finished_meanwhile_is_read_to_where_it_was(log: Path) -> None:
    [part] = log_parts(log)
    trail = AuditTrail(log)
    trail.rotate()
    assert list(lines_of(part)) == log.with_name("runs-000001.jsonl").read_bytes().splitlines()
    trail.append("r", "tool_called", {}, "a")
    assert len(list(lines_of(part))) == segments.follow_segment(part, 0, 10**9, []).count == ENTRIES
