"""Threads that wait for one disk: written together, each told its own, nobody left waiting when one is broken off."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence

import pytest

from answerable.audit.entry import GENESIS, Entry, new_id, now, write_entry
from answerable.audit.event_types import Event
from answerable.audit.write.group_commit import GroupCommit
from answerable.kernel.errors import AuditUnavailable


class Disk:
    """Holds up its first write until everybody waits; `faults` are raised by the writes after it, one each."""

    def __init__(self, *faults: BaseException | None) -> None:
        self.faults = list(faults)
        self.writes: list[list[str]] = []
        self.is_busy = threading.Event()
        self.may_go_on = threading.Event()

    def write(self, events: Sequence[Event]) -> list[Entry]:
        if not self.is_busy.is_set():
            self.is_busy.set()
            assert self.may_go_on.wait(30)
        elif self.faults and (fault := self.faults.pop(0)):
            raise fault
        self.writes.append([event.request_id for event in events])
        return [write_entry(event, 1, GENESIS, new_id(), now())[0] for event in events]


def told(group: GroupCommit, name: str, said: dict[str, str]) -> Callable[[], None]:
    def go() -> None:
        try:
            said[name] = group.add([Event(name, "tool_called", {}, "actor")])[0].request_id
        except (AuditUnavailable, KeyboardInterrupt) as error:
            said[name] = type(error).__name__

    return go


def crowd(disk: Disk) -> dict[str, str]:
    """One thread that writes, and then three, one after the other, who wait for it; what each was told."""
    group, said = GroupCommit(disk.write), dict[str, str]()
    threads = [threading.Thread(target=told(group, name, said)) for name in ("first", "a", "b", "c")]
    for number, thread in enumerate(threads):
        thread.start()
        assert disk.is_busy.wait(30)
        while len(group._waiting) < number:
            time.sleep(0)
    disk.may_go_on.set()
    for thread in threads:
        thread.join(30)
        assert not thread.is_alive()
    return said


def test_who_waits_is_written_together_and_told_its_own() -> None:
    disk = Disk()
    assert crowd(disk) == {"first": "first", "a": "a", "b": "b", "c": "c"}
    assert disk.writes == [["first"], ["a", "b", "c"]]


def test_where_a_group_fails_each_is_tried_alone() -> None:
    disk = Disk(AuditUnavailable("together"), None, AuditUnavailable("b alone"))
    assert crowd(disk) == {"first": "first", "a": "a", "b": "AuditUnavailable", "c": "c"}
    assert disk.writes == [["first"], ["a"], ["c"]]


def test_where_who_writes_is_broken_off_the_others_are_written_by_the_next() -> None:
    disk = Disk(KeyboardInterrupt())
    assert crowd(disk) == {"first": "first", "a": "KeyboardInterrupt", "b": "b", "c": "c"}
    assert disk.writes == [["first"], ["b", "c"]]


def test_after_a_failure_the_next_writes_at_once() -> None:
    disk = Disk(AuditUnavailable("full"))
    disk.may_go_on.set()
    group = GroupCommit(disk.write)
    group.add([Event("one", "tool_called", {}, "actor")])
    with pytest.raises(AuditUnavailable, match="full"):
        group.add([Event("two", "tool_called", {}, "actor")])
    assert [entry.request_id for entry in group.add([Event("three", "tool_called", {}, "actor")])] == ["three"]
