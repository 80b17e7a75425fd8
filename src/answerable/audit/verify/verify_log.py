"""Whether a log is as it was written: one pass, constant memory, and the line that is not.

Each file alone: every line spelled as an entry is, in its place, under the hash of the one before it. Then what a chain
cannot show alone, that its end is missing or that all of it was written anew: by the checkpoints, and by what each
file says of the one before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

from answerable.audit.entry import GENESIS
from answerable.audit.event_types import EventType
from answerable.audit.log_files import LogPart, log_parts, number_of, open_settled
from answerable.audit.read_log import LineTooLong, blocks, first_entry
from answerable.audit.sign.checkpoints import Checkpoint, CheckpointStore
from answerable.audit.sign.merkle import Frontier
from answerable.audit.verify.chain import Chain, misplaced_line
from answerable.audit.verify.line_form import PLACE, Lines
from answerable.audit.verify.segments import Segment, followed_apart, processes_for
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg, verbatim

__all__ = ["TrailVerification", "Verification", "verify_log", "verify_trail"]


@dataclass(frozen=True, slots=True)
class Verification:
    entries: int
    """Entries that were found good, counted from the first."""
    bad_line: int | None = None
    problem: CodedMessage | None = None
    head: str = GENESIS
    """Hash of the last entry that was found good."""
    steps_back: int = 0
    """Entries that are older than the one before them."""
    is_against_signature: bool = False
    """Something else was signed for, or more."""

    @property
    def ok(self) -> bool:
        return self.bad_line is None


@dataclass(frozen=True, slots=True)
class TrailVerification:
    files: int = 0
    """Files that were found good."""
    entries: int = 0
    """Entries that were found good, over all files."""
    bad_file: str = ""
    bad_line: int | None = None
    """Where a line is at fault; a whole file can be."""
    problem: CodedMessage | None = None
    checkpoint: Checkpoint | None = None
    """The latest one that the log agrees with."""
    unsealed: int = 0
    """Entries after that checkpoint: nobody has signed for them yet."""
    mismatches: int = 0
    """Entries that say that the log contradicted its checkpoints when one was to be made."""
    steps_back: int = 0
    """Entries that are older than the one before them: the clock was set back, and what it said was kept."""
    is_against_signature: bool = False
    """Something else was signed for, or more."""

    @property
    def ok(self) -> bool:
        return not self.problem


def verify_log(path: Path) -> Verification:
    """Of one file alone. Raises OSError where it cannot be read."""
    return _verified(LogPart.alone(path), _Followed(Lines(), ()))


def verify_trail(
    path: Path, against: CheckpointStore | Checkpoint | None = None, *, roots: bool = False
) -> TrailVerification:
    """Of every file of the log at `path`, against all checkpoints of a store or one that somebody kept. Raises OSError
    where a file cannot be read.

    A checkpoint's hash of the last entry settles all that came before it; with `roots` its Merkle root, which proofs
    lead to, is worked out as well."""
    signed_for = against.logs() if isinstance(against, CheckpointStore) else [against.log] if against else []
    return _Trail(against, signed_for, log_parts(path), _FollowedByRoots if roots else _Followed).verified()


class _Untrusted(ValueError):
    """Why a checkpoint says nothing."""

    def __init__(self, why: CodedMessage) -> None:
        super().__init__(why)
        self.why = why


class _Trail:
    """One pass over the files of a log, in order."""

    def __init__(
        self,
        against: CheckpointStore | Checkpoint | None,
        signed_for: list[str],
        parts: list[LogPart],
        follow: type[_Followed],
    ) -> None:
        self._against = against
        self._signed_for = signed_for
        """Files that were signed for before the parts were listed: each must be among them."""
        self._parts = parts
        self._follow = follow
        self._lines = Lines()

    def verified(self) -> TrailVerification:
        found = self._gap()
        before: Verification | None = None
        for part in self._parts:
            if not found.ok:
                break
            try:
                checkpoints = self._checkpoints(part.name)
                file = self._checked(part, checkpoints, before)
            except _Untrusted as error:
                return replace(found, bad_file=part.path.name, problem=msg("audit_record.untrusted", why=error.why))
            found, before = _joined(found, part, file, checkpoints), file
        return replace(found, mismatches=self._lines.mismatches)

    def _checked(self, part: LogPart, checkpoints: Sequence[Checkpoint], before: Verification | None) -> Verification:
        found = _verified(part, self._follow(self._lines, checkpoints))
        if not found.ok or before is None:
            return found
        return _continued(part, found, self._parts[self._parts.index(part) - 1].name, before)

    def _gap(self) -> TrailVerification:
        """A file that must have been there and is not."""
        for number, part in enumerate(self._parts, start=1):
            if number_of(part.name) != number:
                missing = f"-{number:06d}".join(part.name.rsplit(f"-{number_of(part.name):06d}", 1))
                return TrailVerification(bad_file=missing, problem=msg("audit_record.file_missing"))
        names = [part.name for part in self._parts]
        if self._parts and (before := _previous_file(self._parts[-1])) not in ("", *names[:-1]):
            return TrailVerification(bad_file=before, problem=msg("audit_record.file_missing_before"))
        for name in self._signed_for:
            if name not in names:
                return TrailVerification(
                    bad_file=name, problem=msg("audit_record.signed_file_missing"), is_against_signature=True
                )
        return TrailVerification()

    def _checkpoints(self, name: str) -> list[Checkpoint]:
        """In the order of their size. Of a store's, the last must bear the store's signature: it says all that the
        earlier ones do, and the log is compared with every one. The signature of an earlier one is looked at where the
        log is not as it says."""
        if isinstance(self._against, Checkpoint):
            kept = [self._against] if self._against.log == name else []
        else:
            kept = _sorted(self._against, name) if self._against else []
        if kept and not kept[-1].is_signed():
            raise _Untrusted(msg("audit_record.bad_signature", time=kept[-1].time))
        if kept and isinstance(self._against, CheckpointStore) and not self._against.is_own(kept[-1]):
            raise _Untrusted(msg("audit_record.other_key", time=kept[-1].time))
        return kept


def _sorted(store: CheckpointStore, name: str) -> list[Checkpoint]:
    try:
        return sorted(store.all(name), key=lambda one: one.size)
    except ValueError as error:
        raise _Untrusted(verbatim(str(error))) from None


def _previous_file(part: LogPart) -> str:
    first = first_entry(part)
    said = first.event_data.get("previous_file") if first and first.event_type == EventType.LOG_ROTATED else ""
    return said[:200] if isinstance(said, str) else ""


def _joined(
    so_far: TrailVerification, part: LogPart, file: Verification, checkpoints: Sequence[Checkpoint]
) -> TrailVerification:
    entries = so_far.entries + file.entries
    so_far = replace(so_far, steps_back=so_far.steps_back + file.steps_back)
    if not file.ok:
        name = part.path.name
        return replace(
            so_far,
            entries=entries,
            bad_file=name,
            bad_line=file.bad_line,
            problem=file.problem,
            is_against_signature=file.is_against_signature,
        )
    last = checkpoints[-1] if checkpoints else None
    return replace(
        so_far,
        files=so_far.files + 1,
        entries=entries,
        checkpoint=last or so_far.checkpoint,
        unsealed=file.entries - last.size if last else so_far.unsealed + file.entries,
    )


class _Followed(Chain):
    """Compares the log with each checkpoint as it passes it."""

    def __init__(self, lines: Lines, checkpoints: Sequence[Checkpoint]) -> None:
        super().__init__(lines=lines)
        self.ahead = list(reversed(checkpoints))
        self._key = checkpoints[-1].public_key if checkpoints else ""
        self.contradicts_signature = False

    def follow(self, lines: Sequence[bytes]) -> CodedMessage | None:
        while self.ahead and self.ahead[-1].size <= self.number + len(lines):
            checkpoint = self.ahead[-1]
            reached = checkpoint.size - self.number
            if problem := self._pass(lines[:reached]) or self._difference(checkpoint):
                return problem
            self.ahead.pop()
            lines = lines[reached:]
        return self._pass(lines)

    def join(self, segment: Segment) -> CodedMessage | None:
        """Goes over what another process followed from here on."""
        end, before = self.number + segment.count, self.time
        while self.ahead and self.ahead[-1].size <= end:
            checkpoint = self.ahead[-1]
            self.stand_at(checkpoint.size, segment.heads[checkpoint.size])
            if problem := self._difference(checkpoint):
                return problem
            self.ahead.pop()
        if segment.count:
            self.steps_back += segment.steps_back + (segment.times[0] < before)
            self.stand_at(end, segment.head, segment.times[1])
        self.lines.mismatches += segment.mismatches
        return None

    def processes_for(self, size: int) -> int:
        """How many processes may follow a file of that size."""
        return processes_for(size)

    def _pass(self, lines: Sequence[bytes]) -> CodedMessage | None:
        return super().follow(lines)

    def _difference(self, checkpoint: Checkpoint) -> CodedMessage | None:
        if self.head == checkpoint.head_hash:
            return None
        self._demand_signed(checkpoint)
        self.number -= 1
        self.contradicts_signature = True
        return msg("audit_record.not_signed_entry", time=checkpoint.time)

    def _demand_signed(self, checkpoint: Checkpoint) -> None:
        """The log is accused by nobody's word but that of the key that signed last."""
        if checkpoint.public_key != self._key or not checkpoint.is_signed():
            raise _Untrusted(msg("audit_record.bad_signature", time=checkpoint.time))


class _FollowedByRoots(_Followed):
    """Works out every checkpoint's Merkle root anew, too."""

    def __init__(self, lines: Lines, checkpoints: Sequence[Checkpoint]) -> None:
        super().__init__(lines, checkpoints)
        self._frontier = Frontier()

    def processes_for(self, size: int) -> int:
        return 1  # a root is worked out leaf by leaf

    def _pass(self, lines: Sequence[bytes]) -> CodedMessage | None:
        self._frontier.extend(line[:-1] for line in lines)
        return super()._pass(lines)

    def _difference(self, checkpoint: Checkpoint) -> CodedMessage | None:
        if self._frontier.root.hex() != checkpoint.root:
            self._demand_signed(checkpoint)
            self.number -= 1
            return msg("audit_record.merkle_root", time=checkpoint.time)
        return super()._difference(checkpoint)


def _verified(part: LogPart, chain: _Followed) -> Verification:
    with open_settled(part) as (file, size):
        apart = chain.processes_for(size)
        problem = _problem(chain, file, size) if apart == 1 else _problem_apart(chain, part, size, apart)
    if not problem and chain.ahead:
        last = chain.ahead[0]
        problem = msg("audit_record.ends_early", count=last.size, time=last.time)
        chain.contradicts_signature = True
    bad_line = chain.number + 1 if problem else None
    against = chain.contradicts_signature
    return Verification(chain.number, bad_line, problem, chain.head, chain.steps_back, against)


def _problem(chain: Chain, file: BinaryIO, size: int) -> CodedMessage | None:
    rest = b""
    try:
        for block in blocks(file, size):
            lines, rest = block
            if problem := chain.follow(lines):
                return problem
    except LineTooLong:
        return msg("audit_record.too_long")
    return msg("audit_record.breaks_off") if rest else None


def _problem_apart(chain: _Followed, part: LogPart, size: int, processes: int) -> CodedMessage | None:
    """The same, with the file's parts followed at once and put together here."""
    for segment in followed_apart(part, size, [checkpoint.size for checkpoint in chain.ahead], processes):
        expected = PLACE % (chain.number + 1, chain.head.encode())
        if segment.place and segment.place.encode() != expected:
            return misplaced_line(segment.place.encode(), chain.number + 1)
        if problem := chain.join(segment) or segment.problem:
            return problem
    return None


def _continued(part: LogPart, found: Verification, name: str, before: Verification) -> Verification:
    """Whether the file says of the one before it how that one ends. An empty one says nothing yet."""
    if not found.entries:
        return found
    first = first_entry(part)
    said = first and [first.event_data.get(key) for key in ("previous_file", "previous_entries", "previous_hash")]
    if first and first.event_type == EventType.LOG_ROTATED and said == [name, before.entries, before.head]:
        return found
    return Verification(0, 1, msg("audit_record.not_continued", file=name))
