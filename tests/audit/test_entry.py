"""A line: written one way only, and read back as it was hashed, whatever it says."""

from __future__ import annotations

import json
import math
import os
import uuid
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from answerable.audit import Event, EventType
from answerable.audit.entry import GENESIS, Entry, entry_hash, new_id, now, write_entry
from tests.audit.judge import judge


def written(data: dict[Any, Any], **fields: Any) -> tuple[Entry, bytes]:
    event = Event("r", EventType.TOOL_CALLED, data, "actor")._replace(**fields)
    return write_entry(event, 1, GENESIS, new_id(), now())


def test_a_line_is_json_dumps_of_the_fields_in_order() -> None:
    entry, line = written({"b": [1, {"z": 1, "a": 'é "🙂'}], "a": 2.5}, request_id='r "1"', actor="é")
    fields = entry._asdict()
    fields["event_data"] = json.loads(json.dumps(entry.event_data, sort_keys=True))
    assert line == json.dumps(fields, ensure_ascii=True).encode() + b"\n" == entry.line()


def test_the_hashed_bytes_are_in_the_line() -> None:
    entry, line = written({"b": 1, "a": {"d": 1, "c": 2}})
    assert json.dumps(entry.event_data, sort_keys=True).encode() in line
    assert entry.hash == entry_hash(GENESIS, entry.timestamp, "tool_called", entry.event_data)


def test_the_hash_covers_every_field() -> None:
    entry = written({"n": 1})[0]
    for name in ("entry_id", "request_id", "sequence_number", "actor"):
        assert entry.event_data[name] == getattr(entry, name)


ODD: list[dict[Any, Any]] = [
    {10: "a", 2: "b"},
    {1: "a", "1": "b", None: 3},
    {"n": math.nan, "i": math.inf},
    {"when": date(2026, 1, 2), "price": Decimal("1.50"), "raw": b"\x00\xff"},
    {"set": {1}, "pair": (1, 2)},
    {"half": "\ud83d", "halves": "\ud83d\ude00"},
    {"\ud83d\ude00": 1, "\uffff": 2},
    {"long": 10**5000},
]


@pytest.mark.parametrize("data", ODD, ids=range(len(ODD)))
def test_what_json_has_no_word_for_is_recorded_still(tmp_path: Path, data: dict[Any, Any]) -> None:
    (tmp_path / "log").write_bytes(written(data)[1])
    assert judge(tmp_path / "log")


def test_nesting_without_end_is_cut(tmp_path: Path) -> None:
    deep: dict[str, Any] = {}
    deep["deeper"] = deep
    (tmp_path / "log").write_bytes(written(deep)[1])
    assert judge(tmp_path / "log")


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None)),
    lambda held: st.lists(held) | st.dictionaries(st.text(st.characters(codec=None)) | st.integers(), held),
    max_leaves=10,
)


@settings(max_examples=40)
@given(st.dictionaries(st.text(st.characters(codec=None)), anything), st.text(st.characters(codec=None)))
def test_whatever_it_says_the_line_reads_back_as_it_was_hashed(data: dict[str, Any], actor: str) -> None:
    entry, line = written(data, actor=actor)
    read = json.loads(line)
    assert line.count(b"\n") == 1
    assert entry_hash(GENESIS, read["timestamp"], read["event_type"], read["event_data"]) == read["hash"] == entry.hash
    assert read["event_data"]["entry_id"] == entry.entry_id


def test_an_id_is_a_random_uuid() -> None:
    ids = {new_id() for _ in range(100)}
    assert len(ids) == 100
    assert all(uuid.UUID(one).version == 4 and str(uuid.UUID(one)) == one for one in ids)


def test_a_forked_process_gives_ids_of_its_own() -> None:
    new_id()  # some are made ahead
    reading, writing = os.pipe()
    if not (child := os.fork()):
        os.write(writing, new_id().encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reading, 100).decode() not in {new_id() for _ in range(200)}
    os.close(reading)
    os.close(writing)


def test_the_time_is_written_as_the_standard_library_does() -> None:
    before, said, after = (datetime.now(UTC), now(), datetime.now(UTC))
    assert datetime.fromisoformat(said).isoformat(timespec="microseconds") == said
    assert before - timedelta(microseconds=1) <= datetime.fromisoformat(said) <= after
