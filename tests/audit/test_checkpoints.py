"""Checkpoints: signed, kept apart, going on from the last one, refused where the log contradicts it."""

from __future__ import annotations

import json
import multiprocessing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from answerable.audit import AuditTrail, Checkpoint, CheckpointStore, Sealer, SigningKey, verify_trail
from answerable.audit.sign.merkle import Frontier

NAME = "runs-000001.jsonl"


class Kept:
    """A log and its checkpoints."""

    def __init__(self, folder: Path) -> None:
        self.log = folder / "logs" / "runs.jsonl"
        self.store = CheckpointStore(folder / "apart")
        self.sealer = Sealer(self.store, SigningKey.load_or_make(folder / "apart"))
        self.trail = AuditTrail(self.log)

    def record(self, count: int) -> None:
        for number in range(count):
            self.trail.append("r", "tool_called", {"n": number}, "actor")

    def checkpoint(self) -> Checkpoint:
        assert self.sealer.seal(self.log) is None
        found = self.store.latest(NAME)
        assert found
        return found

    def lines(self) -> list[bytes]:
        return self.log.read_bytes().splitlines(keepends=True)


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path)


def test_a_checkpoint_says_what_the_log_holds(kept: Kept) -> None:
    kept.record(5)
    found = kept.checkpoint()
    frontier = Frontier()
    frontier.extend(line[:-1] for line in kept.lines())
    last = json.loads(kept.lines()[-1])
    assert (found.log, found.size, found.head_hash) == (NAME, 5, last["hash"])
    assert (found.root, found.offset) == (frontier.root.hex(), kept.log.stat().st_size)
    assert found.is_signed()


def test_the_next_one_is_what_signing_everything_anew_would_give(kept: Kept, tmp_path: Path) -> None:
    for count in (3, 1, 8, 20):
        kept.record(count)
        kept.checkpoint()
    anew = CheckpointStore(tmp_path / "anew")
    Sealer(anew, SigningKey.load_or_make(tmp_path / "anew")).seal(kept.log)
    one, other = kept.store.latest(NAME), anew.latest(NAME)
    assert one and other
    assert (one.size, one.root, one.peaks, one.offset) == (32, other.root, other.peaks, other.offset)
    assert [found.size for found in kept.store.all(NAME)] == [3, 4, 12, 32]


def test_only_what_is_new_is_read(kept: Kept) -> None:
    kept.record(4)
    offset = kept.checkpoint().offset
    kept.record(1)
    data = bytearray(kept.log.read_bytes())
    data[: offset - 1] = b"x" * (offset - 1)
    kept.log.write_bytes(data)
    assert kept.checkpoint().size == 5  # what was signed for is what verification looks at


def test_nothing_new_is_not_signed_again(kept: Kept) -> None:
    kept.record(2)
    kept.checkpoint()
    kept.checkpoint()
    assert len(list(kept.store.all(NAME))) == 1


def test_half_a_line_is_not_signed_for(kept: Kept) -> None:
    kept.record(2)
    with kept.log.open("ab") as file:
        file.write(b'{"entry_id"')
    assert kept.checkpoint().size == 2


def test_a_log_that_contradicts_its_checkpoint_is_not_signed(kept: Kept) -> None:
    kept.record(4)
    kept.checkpoint()
    lines = kept.lines()
    kept.log.write_bytes(b"".join(lines[:3]))
    shorter = kept.sealer.seal(kept.log)
    assert shorter and shorter["problem"] == "the log is shorter than what was signed for"
    assert shorter["signed_entries"] == 4
    other = Kept(kept.log.parent / "other")
    other.record(6)
    kept.log.write_bytes(other.log.read_bytes())
    anew = kept.sealer.seal(kept.log)
    assert anew and anew["line"] == 5
    assert [found.size for found in kept.store.all(NAME)] == [4]


def test_the_contradiction_is_recorded_and_verification_says_so(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    kept.trail.sealer = kept.sealer
    kept.record(4)
    kept.trail.seal()
    kept.log.write_bytes(b"".join(kept.lines()[:2]))
    kept.trail.append("r", "tool_called", {}, "actor")
    kept.trail.seal()
    assert json.loads(kept.lines()[-1])["event_type"] == "checkpoint_mismatch"
    found = verify_trail(kept.log, kept.store)
    assert (found.ok, found.bad_file) == (False, "runs.jsonl")
    assert verify_trail(kept.log).mismatches == 1


def test_a_checkpoint_by_another_key_is_not_gone_on_from(kept: Kept, tmp_path: Path) -> None:
    kept.record(2)
    kept.checkpoint()
    other = Sealer(kept.store, SigningKey.load_or_make(tmp_path / "other"))
    kept.record(1)
    mismatch = other.seal(kept.log)
    assert mismatch and mismatch["problem"] == "the last checkpoint is not signed with this key"


@pytest.mark.parametrize("field", ["log", "size", "root", "head_hash", "offset", "peaks", "time", "public_key"])
def test_the_signature_covers_every_field(kept: Kept, field: str) -> None:
    kept.record(3)
    found = kept.checkpoint()
    other: Any = {"size": 4, "offset": 1, "peaks": ("00" * 32,), "time": "2020-01-01T00:00:00+00:00"}.get(
        field, "11" * 32
    )
    assert not replace(found, **{field: other}).is_signed()


def test_a_checkpoint_reads_back_as_it_was_written(kept: Kept) -> None:
    kept.record(3)
    found = kept.checkpoint()
    assert Checkpoint.parse(found.line()[:-1]) == found


HOSTILE = [
    b"",
    b"[]",
    b"null",
    b"\xff\xfe",
    b"[" * 100_000,
    b'{"schema": "answerable.checkpoint/1"}',
    b'{"schema": "other"}',
    b"x" * 20_000,
    b'{"size": 1e400}',
]


@pytest.mark.parametrize("data", HOSTILE, ids=range(len(HOSTILE)))
def test_what_is_no_checkpoint_is_refused_in_words(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"^it(s| is)"):
        Checkpoint.parse(data)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *(
            ("size", True),
            ("size", -1),
            ("size", 1 << 70),
            ("offset", "1"),
            ("peaks", ["x"]),
            ("peaks", {}),
            ("root", 1),
        ),
        *(("log", "../../etc/passwd"), ("time", "now"), ("signature", "zz"), ("head_hash", None), ("root", "00" * 32)),
    ],
)
def test_a_field_that_cannot_be_is_named(kept: Kept, field: str, value: object) -> None:
    kept.record(3)
    fields = json.loads(kept.checkpoint().line())
    with pytest.raises(ValueError, match=rf"'{field}'|peaks"):
        Checkpoint.parse(json.dumps({**fields, field: value}).encode())


def test_a_checkpoint_torn_by_a_crash_is_written_over(kept: Kept) -> None:
    kept.record(2)
    kept.checkpoint()
    path = kept.store.folder / f"{NAME}.checkpoints"
    with path.open("ab") as file:
        file.write(b'{"schema": "answ')
    kept.record(1)
    assert kept.checkpoint().size == 3
    assert [found.size for found in kept.store.all(NAME)] == [2, 3]


def test_a_store_that_was_spoiled_is_said_so(kept: Kept) -> None:
    kept.record(2)
    kept.checkpoint()
    path = kept.store.folder / f"{NAME}.checkpoints"
    path.write_bytes(path.read_bytes().replace(b'"size":2', b'"size":3'))
    kept.record(1)
    mismatch = kept.sealer.seal(kept.log)
    assert mismatch and "peaks" in mismatch["problem"]
    assert "cannot be trusted" in str(verify_trail(kept.log, kept.store).problem)


@pytest.mark.parametrize("roots", [False, True])
@pytest.mark.parametrize("change", ["edited", "by another key"])
def test_no_entry_is_accused_by_a_checkpoint_that_nobody_signed(
    kept: Kept, tmp_path: Path, change: str, roots: bool
) -> None:
    kept.record(3)
    first = kept.checkpoint()
    kept.record(2)
    kept.checkpoint()
    forged = replace(first, head_hash="ab" * 32)
    if change == "by another key":
        key = SigningKey.load_or_make(tmp_path / "other")
        forged = replace(forged, public_key=key.public_key)
        forged = replace(forged, signature=key.sign(forged.signed_bytes()))
    file = kept.store.folder / f"{NAME}.checkpoints"
    file.write_bytes(forged.line() + file.read_bytes().splitlines(keepends=True)[1])
    found = verify_trail(kept.log, kept.store, roots=roots)
    assert (found.bad_file, found.bad_line) == ("runs.jsonl", None)
    assert str(found.problem) == f"its checkpoints cannot be trusted: the signature of {first.time} does not hold"


def test_checkpoints_of_a_long_time_grow_sparse(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("answerable.audit.sign.checkpoints._MOST_KEPT", 6_000)
    for _ in range(40):
        kept.record(1)
        kept.checkpoint()
    sizes = [found.size for found in kept.store.all(NAME)]
    assert sizes[-1] == 40
    assert len(sizes) < 20
    assert verify_trail(kept.log, kept.store).ok


def _seal_often(kept: Kept) -> None:
    for _ in range(15):
        kept.record(1)
        assert kept.sealer.seal(kept.log) is None


def test_several_processes_sign_one_log(kept: Kept) -> None:
    kept.record(1)
    processes = [multiprocessing.get_context("fork").Process(target=_seal_often, args=(kept,)) for _ in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0, 0]
    sizes = [found.size for found in kept.store.all(NAME)]
    assert sizes == sorted(set(sizes))
    assert verify_trail(kept.log, kept.store, roots=True).checkpoint == kept.store.latest(NAME)


def test_finished_files_are_signed_to_their_end(kept: Kept) -> None:
    kept.record(3)
    kept.checkpoint()
    kept.record(2)
    kept.trail.rotate()
    kept.record(1)
    kept.sealer.seal(kept.log)
    assert [found.size for found in kept.store.all(NAME)] == [3, 5]
    assert [found.size for found in kept.store.all("runs-000002.jsonl")] == [2]
