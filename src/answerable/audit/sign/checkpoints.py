"""Signed statements of what a log held at a moment, kept apart from it.

A chain alone does not show that its end is missing, nor that all of it was written anew. A checkpoint does: it names
the number of entries, the hash of the last one and the Merkle root of all, under a signature.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, BinaryIO

from answerable.audit.sign.merkle import Frontier
from answerable.audit.sign.signing_key import PUBLIC_FILE, verify_signature
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.workspace import write_atomically

__all__ = [
    "Checkpoint",
    "CheckpointStore",
]

SCHEMA = "answerable.checkpoint/1"
_MOST_BYTES = 16 * 1024
"""Of one checkpoint. It holds at most 64 peaks."""
_MOST_KEPT = 4 * 1024 * 1024
"""Bytes of checkpoints for one file; beyond that every second of the older half goes: the last says all they do."""
_HEX = re.compile(r"[0-9a-f]{64}")
_ENDING = ".checkpoints"
_SIGNATURE = re.compile(r"[0-9a-f]{128}")
_NAME = re.compile(r"[\w.-]{1,200}")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    log: str
    """The name the file has once it is finished: `data_agent_runs-000001.jsonl`."""
    size: int
    """Entries."""
    root: str
    head_hash: str
    """`hash` of the last entry."""
    offset: int
    """Bytes those entries take."""
    peaks: tuple[str, ...]
    """The Merkle tree's complete subtrees, so that the next checkpoint reads only what came after this one."""
    time: str
    public_key: str
    signature: str = ""

    def signed_bytes(self) -> bytes:
        """What the signature covers: everything else, keys sorted, without spaces."""
        body = {"schema": SCHEMA, **asdict(self)}
        del body["signature"]
        return json.dumps(body, sort_keys=True, separators=(",", ":")).encode()

    def line(self) -> bytes:
        body = {"schema": SCHEMA, **asdict(self)}
        return json.dumps(body, sort_keys=True, separators=(",", ":")).encode() + b"\n"

    def is_signed(self) -> bool:
        """By the key it names; whose key that is, is another question."""
        return verify_signature(self.public_key, self.signature, self.signed_bytes())

    @classmethod
    def parse(cls, data: bytes) -> Checkpoint:
        """Raises ValueError, which says in plain words what is wrong, for anything but a well-formed checkpoint."""
        if len(data) > _MOST_BYTES:
            raise ValueError("it is longer than a checkpoint")
        try:
            fields = json.loads(data.decode("ascii"))
        except (ValueError, RecursionError):
            raise ValueError("it is not a checkpoint's JSON") from None
        if not isinstance(fields, dict) or fields.pop("schema", None) != SCHEMA:
            raise ValueError(f"it is not of the schema {SCHEMA}")
        return cls._checked(fields)

    @classmethod
    def _checked(cls, fields: dict[str, Any]) -> Checkpoint:
        if set(fields) != set(cls.__slots__):
            raise ValueError("its fields are not a checkpoint's")
        for name, form in _FORMS.items():
            if not isinstance(fields[name], str) or not form.fullmatch(fields[name]):
                raise ValueError(f"its field '{name}' has a value that cannot be")
        for name in ("size", "offset"):
            if type(fields[name]) is not int or not 0 < fields[name] < 1 << 62:
                raise ValueError(f"its field '{name}' is not a number of entries or bytes")
        if not isinstance(fields["peaks"], list) or not all(_is_hash(peak) for peak in fields["peaks"]):
            raise ValueError("its field 'peaks' is not a list of hashes")
        found = cls(**{**fields, "peaks": tuple(fields["peaks"])})
        if found.frontier().root.hex() != found.root:
            raise ValueError("its peaks do not lead to its root")
        return found

    def frontier(self) -> Frontier:
        return Frontier.from_json(self.size, self.peaks)


_FORMS = {
    "log": _NAME,
    "root": _HEX,
    "head_hash": _HEX,
    "time": re.compile(r"[0-9T:.+-]{20,40}"),
    "public_key": _HEX,
    "signature": _SIGNATURE,
}


def _is_hash(value: object) -> bool:
    return isinstance(value, str) and _HEX.fullmatch(value) is not None


@dataclass(frozen=True, slots=True)
class CheckpointStore:
    """A folder with a file of checkpoints for every file of a log."""

    folder: Path

    def latest(self, log: str) -> Checkpoint | None:
        """Raises ValueError where the last one is not a checkpoint, OSError where it cannot be read."""
        try:
            with self._file(log).open("rb") as file:
                size = file.seek(0, os.SEEK_END)
                file.seek(max(0, size - 2 * _MOST_BYTES))
                *lines, _ = file.read().split(b"\n")  # a crash may have left half a line at the end
        except FileNotFoundError:
            return None
        return Checkpoint.parse(lines[-1]) if lines else None

    def append(self, checkpoint: Checkpoint) -> None:
        path = self._file(checkpoint.log)
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(handle, "r+b", buffering=0) as file:
            size = _without_torn_end(file)
            file.write(checkpoint.line())
            os.fsync(handle)
        if size > _MOST_KEPT:
            _thin(path)

    def all(self, log: str) -> Iterator[Checkpoint]:
        """Raises ValueError, with the number of the line, at one that is not a checkpoint."""
        try:
            with self._file(log).open("rb") as file:
                number = 0
                while line := file.readline(_MOST_BYTES + 1):
                    number += 1
                    if line.endswith(b"\n") and line != b"\n":
                        yield self._parsed(line[:-1], number)
                    elif len(line) > _MOST_BYTES:
                        raise ValueError(f"line {number} is longer than a checkpoint")
        except FileNotFoundError:
            return

    def is_own(self, checkpoint: Checkpoint) -> bool:
        """Whether it is signed with this folder's key, as far as that is known here."""
        try:
            with (self.folder / PUBLIC_FILE).open("rb") as file:
                return file.read(65).strip() == checkpoint.public_key.encode()
        except FileNotFoundError:
            return True

    def logs(self) -> list[str]:
        """The files that something was signed for."""
        return sorted(path.name.removesuffix(_ENDING) for path in self.folder.glob(f"*{_ENDING}"))

    @staticmethod
    def _parsed(line: bytes, number: int) -> Checkpoint:
        try:
            return Checkpoint.parse(line)
        except ValueError as error:
            raise ValueError(f"line {number}: {error}") from None

    def _file(self, log: str) -> Path:
        return self.folder / f"{log}{_ENDING}"


def _without_torn_end(file: BinaryIO) -> int:
    """The file's size, once the half line is gone that a crash may have left."""
    size = file.seek(0, os.SEEK_END)
    start = max(0, size - _MOST_BYTES)
    file.seek(start)
    end = file.read(size - start).rfind(b"\n") + 1
    if start + end != size and (end or not start):
        file.truncate(start + end)
    return start + end


def _thin(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    half = len(lines) // 2
    write_atomically(path, b"".join(lines[:half:2] + lines[half:]))
