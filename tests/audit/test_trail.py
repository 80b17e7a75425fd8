"""The trail: chained, shared by processes and threads, refused when it cannot be written."""

from __future__ import annotations

import errno
import fcntl
import json
import multiprocessing
import threading
from pathlib import Path
from typing import Any

import pytest

from answerable.audit import AuditTrail, Event, EventType, verify_log
from answerable.audit.entry import GENESIS, new_id, write_entry
from answerable.audit.verify.verify_log import verify_trail
from answerable.kernel.errors import AuditUnavailable
from tests.audit.judge import judge
from tests.waiting import wait_until


def write(path: Path, count: int) -> None:
    trail = AuditTrail(path)
    for number in range(count):
        trail.append("r", "tool_called", {"n": number, "text": "é 🙂"}, "actor")


def event_types(path: Path) -> list[str]:
    return [json.loads(line)["event_type"] for line in path.read_text().splitlines()]


def test_entries_form_a_chain_the_judge_accepts(tmp_path: Path) -> None:
    log = tmp_path / "logs" / "runs.jsonl"
    write(log, 5)
    assert judge(log)
    assert verify_log(log).entries == 5


def test_several_processes_append_to_one_chain(tmp_path: Path) -> None:
    log = tmp_path / "log"
    processes = [multiprocessing.get_context("fork").Process(target=write, args=(log, 25)) for _ in range(4)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert judge(log)
    assert verify_log(log).entries == 100


def test_two_trails_of_one_process_take_turns(tmp_path: Path) -> None:
    one, other = AuditTrail(tmp_path / "log"), AuditTrail(tmp_path / "log")
    for trail in (one, other, one, one, other):
        trail.append("r", "tool_called", {}, "actor")
    assert judge(tmp_path / "log")
    assert verify_log(tmp_path / "log").entries == 5


def test_a_forked_process_and_its_parent_lock_each_other_out(tmp_path: Path) -> None:
    trail = AuditTrail(tmp_path / "log")
    trail.append("r", "request_submitted", {}, "system")

    def go_on() -> None:
        for _ in range(25):
            trail.append("r", "tool_called", {}, "actor")

    child = multiprocessing.get_context("fork").Process(target=go_on)
    child.start()
    go_on()
    child.join()
    assert child.exitcode == 0
    assert judge(tmp_path / "log")
    assert verify_log(tmp_path / "log").entries == 51


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


def test_several_entries_are_written_together(tmp_path: Path) -> None:
    trail = AuditTrail(tmp_path / "log")
    trail.append("r", "request_submitted", {}, "system")
    entries = trail.extend([Event("r", "plan_created", {"n": number}, "planner") for number in range(3)])
    trail.append("r", "tool_called", {}, "actor")
    assert [entry.sequence_number for entry in entries] == [2, 3, 4]
    assert (trail.extend([]), trail.syncs) == ([], 3)
    assert judge(trail.path)
    assert verify_log(trail.path).entries == 5


def test_a_long_last_entry_is_found_whole(tmp_path: Path) -> None:
    for length in (10, 100_000, 10):
        AuditTrail(tmp_path / "log").append("r", "tool_called", {"text": "x" * length}, "actor")
    assert judge(tmp_path / "log")


def test_threads_that_wait_share_an_fsync(tmp_path: Path) -> None:
    """Somebody else has the log at first: all wait, one of them for the log and the others for that one."""
    trail = AuditTrail(tmp_path / "log")
    trail.append("r", "tool_called", {"n": 0}, "actor")
    said: list[tuple[str, int, str]] = []

    def go(name: str) -> None:
        for number in range(20):
            said.append((name, number, trail.append(name, "tool_called", {"n": number}, "actor").hash))

    threads = [threading.Thread(target=go, args=(f"r{name}",)) for name in range(16)]
    with trail.path.open("rb") as log:
        fcntl.flock(log, fcntl.LOCK_EX)
        for thread in threads:
            thread.start()
        wait_until(lambda: len(trail._group._waiting) == 15)
    for thread in threads:
        thread.join()
    entries = [json.loads(line) for line in trail.path.read_text().splitlines()]
    assert judge(trail.path)
    assert {(e["request_id"], e["event_data"]["n"], e["hash"]) for e in entries[1:]} == set(said)
    assert len(entries) == 1 + 320
    assert {e["event_data"]["n"] for e in entries[1:17]} == {0}  # two writes: one that waited, and the fifteen
    assert trail.syncs <= 1 + 2 + 16 * 19


def test_what_is_too_long_fails_alone(tmp_path: Path) -> None:
    trail = AuditTrail(tmp_path / "log")
    everybody = threading.Barrier(4)
    failed: list[str] = []

    def go(length: int) -> None:
        everybody.wait()
        try:
            trail.append("r", "tool_called", {"text": "x" * length}, "actor")
        except AuditUnavailable as error:
            failed.append(error.message)

    threads = [threading.Thread(target=go, args=(length,)) for length in (5, 17 * 1024 * 1024, 5, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(failed) == 1
    assert "would take 17," in failed[0]
    assert verify_log(trail.path).entries == 3


def test_a_log_that_was_replaced_or_removed_is_not_written_under_its_old_name(tmp_path: Path) -> None:
    trail = AuditTrail(tmp_path / "log")
    trail.append("r", "tool_called", {}, "actor")
    trail.path.rename(tmp_path / "elsewhere")
    trail.require_writable()
    trail.append("r", "tool_called", {}, "actor")
    trail.path.unlink()
    assert trail.append("r", "tool_called", {}, "actor").parent_hash == GENESIS
    assert verify_log(trail.path).entries == verify_log(tmp_path / "elsewhere").entries == 1


def test_a_last_line_that_is_no_entry_is_never_chained_to(tmp_path: Path) -> None:
    for content in (b"hello\n", b"{}\n", b"[" * 100_000 + b"\n", b'{"sequence_number": true, "hash": 1}\n', b"\n\n"):
        (tmp_path / "log").write_bytes(content)
        with pytest.raises(AuditUnavailable, match="not an audit entry"):
            AuditTrail(tmp_path / "log").append("r", "tool_called", {}, "actor")
        assert (tmp_path / "log").read_bytes() == content


def test_redaction_runs_before_the_hash(tmp_path: Path) -> None:
    def redact(written: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return [
            {key: "[redacted: secret]" if value == "s3cret" else value for key, value in data.items()}
            for data in written
        ]

    trail = AuditTrail(tmp_path / "log", redact)
    assert trail.append("r", "tool_called", {"a": "s3cret"}, "actor").event_data["a"] == "[redacted: secret]"
    assert b"s3cret" not in trail.path.read_bytes()
    assert judge(trail.path)


def test_what_the_clock_says_is_kept_even_when_it_goes_back(tmp_path: Path) -> None:
    log = tmp_path / "log"
    event = Event("r", "tool_called", {}, "actor")
    log.write_bytes(write_entry(event, 1, GENESIS, new_id(), "2099-01-01T00:00:00.000000+00:00")[1])
    trail = AuditTrail(log)
    assert trail.append("r", "tool_called", {}, "actor").timestamp < "2099"
    trail.append("r", "tool_called", {}, "actor")
    assert judge(log)
    assert (verify_log(log).ok, verify_log(log).steps_back) == (True, 1)
    assert verify_trail(log).steps_back == 1


class Notary:
    """Signs nothing; says what it was told to say."""

    def __init__(self, *answers: dict[str, Any] | OSError | None) -> None:
        self.answers = list(answers)
        self.sealed: list[int] = []
        self.was_asked = threading.Event()

    def seal(self, log: Path) -> dict[str, Any] | None:
        self.sealed.append(len(log.read_bytes().splitlines()))
        self.was_asked.set()
        answer = self.answers.pop(0) if self.answers else None
        if isinstance(answer, OSError):
            raise answer
        return answer


def test_a_log_is_sealed_now_and_then_and_at_the_end(tmp_path: Path) -> None:
    notary = Notary()
    trail = AuditTrail(tmp_path / "log", sealer=notary)
    trail.extend([Event("r", "tool_called", {}, "actor")] * 256)
    trail.append("r", "tool_called", {}, "actor")
    trail.close()
    trail.close()
    assert notary.sealed == [256, 257]


def test_what_was_recorded_last_is_sealed_soon_though_nothing_follows(tmp_path: Path) -> None:
    notary = Notary(OSError(errno.ENOSPC, "full"))
    trail = AuditTrail(tmp_path / "log", sealer=notary)
    for entries in (1, 2):
        trail.append("r", "tool_called", {}, "actor")
        assert notary.was_asked.wait(60) and notary.sealed[-1] == entries
        notary.was_asked.clear()
    trail.close()
    assert notary.sealed == [1, 2]


class SlowNotary(Notary):
    """Looks at the log and then takes its time over the first seal."""

    def __init__(self) -> None:
        super().__init__()
        self.may_go_on = threading.Event()

    def seal(self, log: Path) -> dict[str, Any] | None:
        found = super().seal(log)
        assert self.may_go_on.wait(60)
        return found


def test_who_asks_for_a_seal_gets_one_of_all_there_is_though_another_is_under_way(tmp_path: Path) -> None:
    notary = SlowNotary()
    trail = AuditTrail(tmp_path / "log", sealer=notary)
    trail.append("r", "tool_called", {}, "actor")
    first = threading.Thread(target=trail.seal)
    first.start()
    assert notary.was_asked.wait(60)
    trail.append("r", "tool_called", {}, "actor")
    threading.Thread(target=notary.may_go_on.set).start()
    trail.seal()
    assert notary.sealed[-1] == 2
    first.join()
    trail.close()


def test_a_log_that_contradicts_its_checkpoint_says_so_once(tmp_path: Path) -> None:
    notary = Notary({"problem": "it is shorter"}, {"problem": "it is shorter"}, {"problem": "it is another"})
    trail = AuditTrail(tmp_path / "log", sealer=notary)
    trail.append("r", "tool_called", {}, "actor")
    while notary.answers:  # it may be asked once more, by itself
        trail.seal()
    trail.close()
    assert event_types(trail.path) == ["tool_called", *[EventType.CHECKPOINT_MISMATCH] * 2]
    assert judge(trail.path)


def test_a_checkpoint_that_cannot_be_written_stops_nobody(tmp_path: Path) -> None:
    trail = AuditTrail(tmp_path / "log", sealer=Notary(OSError(errno.ENOSPC, "full"), OSError(errno.EACCES, "closed")))
    trail.extend([Event("r", "tool_called", {}, "actor")] * 256)
    trail.close()
    assert verify_log(trail.path).entries == 256


def test_a_closed_trail_opens_again_and_holds_nothing_meanwhile(tmp_path: Path) -> None:
    trail = AuditTrail(tmp_path / "log")
    trail.append("r", "tool_called", {}, "actor")
    trail.close()
    assert trail.path not in held_files()
    trail.append("r", "tool_called", {}, "actor")
    assert trail.path in held_files()
    assert verify_log(trail.path).entries == 2


def held_files() -> set[Path]:
    handles = Path("/proc/self/fd").iterdir()
    return {handle.readlink() for handle in handles if handle.is_symlink()}
