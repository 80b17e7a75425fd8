"""Signing a log as it stands: the next checkpoint, made from the last one and from what came after it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from answerable.audit.log_files import alone_in, standing
from answerable.audit.plain_files import open_plain
from answerable.audit.read_log import blocks
from answerable.audit.sign.checkpoints import Checkpoint, CheckpointStore
from answerable.audit.sign.merkle import Frontier
from answerable.audit.verify.chain import Chain
from answerable.audit.verify.line_form import Lines
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg

__all__ = ["Sealer", "Signs"]


class Signs(Protocol):
    """A `SigningKey`, or what stands for one."""

    @property
    def public_key(self) -> str: ...

    def sign(self, data: bytes) -> str: ...


@dataclass(frozen=True, slots=True)
class Sealer:
    """Signs a log as it stands, going on from its last checkpoint: it reads only what came after that one.

    What is signed is on the disk and never taken back: it is what stands while nobody writes."""

    store: CheckpointStore
    key: Signs
    _lines: Lines = field(default_factory=Lines, compare=False, repr=False)
    """What was learned of how lines look, from one seal to the next."""

    def seal(self, log: Path) -> dict[str, Any] | None:
        """Nothing where all is well. Where the log contradicts what was signed before, nothing is signed and what is
        wrong comes back, to be recorded. Raises OSError where no checkpoint can be written."""
        self.store.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        _ = self.key.public_key  # to make a key is to be alone in the folder, too
        with alone_in(self.store.folder), standing(log) as (file, size, name, finished):
            return self._seal_finished(finished) or self._seal(name, file, size)

    def _seal_finished(self, finished: Sequence[Path]) -> dict[str, Any] | None:
        """What was recorded in earlier files after their last checkpoint: they may have been finished at any moment."""
        for path in reversed(finished):
            with open_plain(path) as file:
                size = os.fstat(file.fileno()).st_size
                if self._is_sealed(path.name, size):
                    return None
                if mismatch := self._seal(path.name, file, size):
                    return mismatch
        return None

    def _is_sealed(self, name: str, size: int) -> bool:
        try:
            last = self.store.latest(name)
        except ValueError:
            return False
        return last is not None and last.offset == size

    def _seal(self, name: str, file: BinaryIO, size: int) -> dict[str, Any] | None:
        try:
            last = self._trusted(self.store.latest(name))
            if checkpoint := self._next(name, file, size, last):
                self.store.append(checkpoint)
        except ValueError as problem:
            return {"problem": str(problem), "log": name}
        except _Contradiction as found:
            return found.told(name)
        return None

    def _trusted(self, last: Checkpoint | None) -> Checkpoint | None:
        if last and not (last.public_key == self.key.public_key and last.is_signed()):
            raise ValueError("the last checkpoint is not signed with this key")
        return last

    def _next(self, name: str, file: BinaryIO, size: int, last: Checkpoint | None) -> Checkpoint | None:
        chain = Chain(last.size, last.head_hash, self._lines) if last else Chain(lines=self._lines)
        frontier = last.frontier() if last else Frontier()
        offset = last.offset if last else 0
        if size < offset:
            raise _Contradiction(msg("audit_record.shorter_than_signed"), chain, last)
        for lines, _ in blocks(file, size, offset):
            if problem := chain.follow(lines):
                raise _Contradiction(problem, chain, last)
            frontier.extend(line[:-1] for line in lines)
            offset += sum(map(len, lines))
        if not frontier.size or (last and last.size == frontier.size):
            return None
        return self._signed(name, chain.head, frontier, offset)

    def _signed(self, name: str, head: str, frontier: Frontier, offset: int) -> Checkpoint:
        unsigned = Checkpoint(
            log=name,
            size=frontier.size,
            root=frontier.root.hex(),
            head_hash=head,
            offset=offset,
            peaks=tuple(frontier.to_json()),
            time=datetime.now(UTC).isoformat(timespec="seconds"),
            public_key=self.key.public_key,
        )
        return replace(unsigned, signature=self.key.sign(unsigned.signed_bytes()))


class _Contradiction(Exception):
    def __init__(self, problem: CodedMessage, chain: Chain, last: Checkpoint | None) -> None:
        super().__init__(problem)
        self._line = chain.number + 1
        self._last = last

    def told(self, log: str) -> dict[str, Any]:
        found = {"problem": str(self), "log": log, "line": self._line}
        last = self._last
        return {**found, "signed_entries": last.size, "signed_hash": last.head_hash} if last else found
