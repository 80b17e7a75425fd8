"""Evidence: whole, checked by the product, checked by hand as its README says, and told from what was changed."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from answerable.audit import (
    AuditTrail,
    CheckpointStore,
    Sealer,
    SigningKey,
    check_evidence,
    entries_of,
    entry_at,
    export_evidence,
)
from answerable.kernel.errors import AskerError, AuditUnavailable, NotFound


class Recorded:
    """A log of several requests over two files, signed for."""

    def __init__(self, folder: Path) -> None:
        self.log = folder / "logs" / "runs.jsonl"
        self.store = CheckpointStore(folder / "apart")
        self.sealer = Sealer(self.store, SigningKey.load_or_make(folder / "apart"))
        self.trail = AuditTrail(self.log, sealer=self.sealer)
        for number in range(21):
            self.trail.append(f"r{number % 3}", "tool_called", {"n": number, "text": "é\n"}, "actor")
            if number == 10:
                self.trail.rotate()
        self.trail.seal()


@pytest.fixture
def recorded(tmp_path: Path) -> Recorded:
    return Recorded(tmp_path)


@pytest.fixture
def folder(recorded: Recorded, tmp_path: Path) -> Path:
    (tmp_path / "r1.json").write_text('{"receipt": 1}')
    export_evidence(recorded.log, recorded.sealer, "r1", tmp_path / "evidence", [tmp_path / "r1.json"])
    return tmp_path / "evidence"


def test_entries_of_a_request_are_found_over_all_files(recorded: Recorded) -> None:
    assert [entry.event_data["n"] for entry in entries_of(recorded.log, "r1")] == [1, 4, 7, 10, 13, 16, 19]
    assert list(entries_of(recorded.log, "r")) == []
    first = entry_at(recorded.log, 1)
    assert first and first.event_type == "log_rotated"
    assert entry_at(recorded.log, 99) is None


def test_evidence_is_whole_and_proved(folder: Path) -> None:
    names = {path.name for path in folder.iterdir()}
    checkpoints = {"checkpoint.json", "checkpoint-2.json"}
    others = {"entries.jsonl", "proofs.json", "public_key", "README.txt", "r1.json", "manifest.json"}
    assert names == others | checkpoints
    found = check_evidence(folder)
    assert (found.ok, found.entries, found.request_id) == (True, 7, "r1")
    assert found.key_id in (folder / "README.txt").read_text()


def test_the_readme_s_own_steps_prove_it(folder: Path) -> None:
    """Written from README.txt alone: nothing of the product is used."""
    key = bytes.fromhex((folder / "public_key").read_text().strip())
    roots = {}
    for name in ("checkpoint.json", "checkpoint-2.json"):
        checkpoint = json.loads((folder / name).read_text())
        signature = bytes.fromhex(checkpoint.pop("signature"))
        Ed25519PublicKey.from_public_bytes(key).verify(
            signature, json.dumps(checkpoint, sort_keys=True, separators=(",", ":")).encode()
        )
        roots[name] = checkpoint
    lines = (folder / "entries.jsonl").read_bytes().splitlines()
    proofs = json.loads((folder / "proofs.json").read_text())
    assert len(lines) == len(proofs) == 7
    for line, proof in zip(lines, proofs, strict=True):
        checkpoint = roots[proof["checkpoint"]]
        value, i, last = hashlib.sha256(b"\0" + line).digest(), proof["index"], checkpoint["size"] - 1
        for step in map(bytes.fromhex, proof["proof"]):
            if i % 2 or i == last:
                value = hashlib.sha256(b"\1" + step + value).digest()
                while i % 2 == 0 and i != 0:
                    i, last = i // 2, last // 2
            else:
                value = hashlib.sha256(b"\1" + value + step).digest()
            i, last = i // 2, last // 2
        assert (last, value.hex()) == (0, checkpoint["root"])
        entry = json.loads(line)
        data = line[line.index(b'"event_data": ') + 14 : line.rindex(b', "actor"')].decode()
        text = entry["parent_hash"] + entry["timestamp"] + entry["event_type"] + data
        assert hashlib.sha256(text.encode()).hexdigest() == entry["hash"]
        assert entry["sequence_number"] == proof["index"] + 1
    manifest = json.loads((folder / "manifest.json").read_text())
    signature = bytes.fromhex(manifest.pop("signature"))
    Ed25519PublicKey.from_public_bytes(key).verify(
        signature, json.dumps(manifest, sort_keys=True, separators=(",", ":")).encode()
    )
    others = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.iterdir()}
    assert manifest["files"] == {name: held for name, held in others.items() if name != "manifest.json"}
    assert manifest["entries"] == len(lines)


def edit(name: str, old: str, new: str) -> Callable[[Path], object]:
    def change(folder: Path) -> None:
        text = (folder / name).read_text()
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1))

    return change


def without_entry(folder: Path, place: int) -> None:
    lines = (folder / "entries.jsonl").read_bytes().splitlines(keepends=True)
    proofs = json.loads((folder / "proofs.json").read_text())
    (folder / "entries.jsonl").write_bytes(b"".join(lines[:place] + lines[place + 1 :]))
    (folder / "proofs.json").write_text(json.dumps(proofs[:place] + proofs[place + 1 :], indent=1) + "\n")


CHANGES: dict[str, Callable[[Path], object]] = {
    "an entry's data": edit("entries.jsonl", '"n": 4', '"n": 5'),
    "an entry's actor": edit("entries.jsonl", '"actor": "actor", "hash"', '"actor": "other", "hash"'),
    "an entry is gone": lambda one: (one / "entries.jsonl").write_bytes(
        b"".join((one / "entries.jsonl").read_bytes().splitlines(True)[1:])
    ),
    "no entries": lambda one: ((one / "entries.jsonl").write_bytes(b""), (one / "proofs.json").write_text("[]")),
    "an index": edit("proofs.json", '"index": 1', '"index": 2'),
    "proofs that are none": lambda one: (one / "proofs.json").write_text('[{"index": "1"}]'),
    "proofs nested deep": lambda one: (one / "proofs.json").write_text("[" * 200_000),
    "a size": edit("checkpoint.json", '"size":11', '"size":12'),
    "a time": edit("checkpoint.json", '"time":"2', '"time":"3'),
    "a checkpoint elsewhere": edit("proofs.json", '"checkpoint.json"', '"checkpoint/../../x.json"'),
    "another key": lambda one: (one / "public_key").write_text("11" * 32),
    "no key": lambda one: (one / "public_key").write_bytes(b"\xff\x00"),
    "an entry and its proof are gone": lambda one: without_entry(one, 3),
    "a space": edit("proofs.json", '"index": 1', '"index":  1'),
    "the receipt": edit("r1.json", "1", "2"),
    "the receipt is gone": lambda one: (one / "r1.json").unlink(),
    "another receipt": lambda one: (one / "r2.json").write_text("{}"),
    "the readme": edit("README.txt", "Evidence", "Proof"),
    "no manifest": lambda one: (one / "manifest.json").unlink(),
    "a manifest that is none": lambda one: (one / "manifest.json").write_text('{"files": 1}'),
    "a manifest's spelling": edit("manifest.json", ",", ", "),
    "a manifest's count": edit("manifest.json", '"entries":7', '"entries":6'),
    "a checkpoint that is none": lambda one: (one / "checkpoint.json").write_bytes(b"\xff" * 100_000),
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_was_changed_is_not_proved(folder: Path, change: str) -> None:
    CHANGES[change](folder)
    found = check_evidence(folder)
    assert not found.ok
    assert found.problem


def test_entries_of_another_request_are_not_mixed_in(recorded: Recorded, folder: Path, tmp_path: Path) -> None:
    export_evidence(recorded.log, recorded.sealer, "r2", tmp_path / "other")
    for name in ("entries.jsonl", "proofs.json"):
        one, other = (folder / name).read_text(), (tmp_path / "other" / name).read_text()
        both = one + other if name == "entries.jsonl" else json.dumps(json.loads(one) + json.loads(other))
        (folder / name).write_text(both)
    assert check_evidence(folder).problem == "the entries are not of one request"


def test_what_cannot_be_exported_is_said(recorded: Recorded, tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="Nothing was recorded of a request 'r9'"):
        export_evidence(recorded.log, recorded.sealer, "r9", tmp_path / "new")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").write_text("")
    with pytest.raises(AskerError, match="is not empty"):
        export_evidence(recorded.log, recorded.sealer, "r1", tmp_path / "full")
    with pytest.raises(AskerError, match="cannot be used"):
        export_evidence(recorded.log, recorded.sealer, "r1", tmp_path / "full" / "file")
    with pytest.raises(AuditUnavailable, match="not covered by a checkpoint"):
        unsigned = Sealer(CheckpointStore(tmp_path / "none"), recorded.sealer.key)
        export_evidence(recorded.log, unsigned, "r1", tmp_path / "new")
    with pytest.raises(AuditUnavailable, match="signed with another key"):
        other = Sealer(recorded.store, SigningKey.load_or_make(tmp_path / "other"))
        export_evidence(recorded.log, other, "r1", tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_hidden_files_that_a_system_puts_there_do_no_harm(folder: Path) -> None:
    (folder / ".DS_Store").write_text("")
    assert check_evidence(folder).ok


@pytest.mark.parametrize("name", ["entries.jsonl", "proofs.json", "public_key", "checkpoint.json", "manifest.json"])
def test_a_pipe_in_the_folder_keeps_nobody_waiting(folder: Path, name: str) -> None:
    (folder / name).unlink()
    os.mkfifo(folder / name)
    assert not check_evidence(folder).ok


@pytest.mark.parametrize("name", ["checkpoint\ud800.json", "checkpoint\x1b[31m.json", "checkpoint/../checkpoint.json"])
def test_a_checkpoint_of_a_name_that_cannot_be(folder: Path, name: str) -> None:
    proofs = json.loads((folder / "proofs.json").read_text())
    (folder / "proofs.json").write_text(json.dumps([{**proof, "checkpoint": name} for proof in proofs]))
    assert check_evidence(folder).problem == "proofs.json names a checkpoint that cannot be"


def test_an_entry_twice_is_not_two_entries(folder: Path) -> None:
    lines = (folder / "entries.jsonl").read_text().splitlines(keepends=True)
    proofs = json.loads((folder / "proofs.json").read_text())
    (folder / "entries.jsonl").write_text("".join([*lines, lines[0]]))
    (folder / "proofs.json").write_text(json.dumps([*proofs, proofs[0]]))
    assert check_evidence(folder).problem == "an entry is in there twice"
