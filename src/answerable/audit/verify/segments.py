"""A long file followed by several processes at once, a stretch each; then the stretches are put together.

Each stretch is followed from the place its first line claims. Whether that is where the stretch before it ends is seen
when they are joined, so that the result is what following the file in one go would give.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import BinaryIO, cast

from answerable.audit.log_files import LogPart, open_part
from answerable.audit.read_log import LineTooLong, blocks
from answerable.audit.verify.chain import Chain
from answerable.audit.verify.line_form import Lines, NotCanonical
from answerable.audit.write.log_tail import LONGEST_LINE
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg, pack, unpack

__all__ = ["Segment", "followed_apart", "processes_for"]

_SMALLEST = 32 * 1024 * 1024
"""Bytes of a stretch that is worth a process of its own."""
_MOST_PROCESSES = 8
_PROGRAM = "import sys; sys.path[:0] = sys.argv[1:]; from answerable.audit.verify.segments import answer; answer()"
"""Finds modules where this process does, and never in the folder that it happens to run in."""


@dataclass(frozen=True, slots=True)
class Segment:
    place: str
    """What its first line claims to be, as `PLACE` writes it; nothing where it cannot be read."""
    count: int
    """Lines that were found good."""
    head: str
    problem: CodedMessage | None
    heads: dict[int, str]
    """The hash at each number that was asked for."""
    mismatches: int
    steps_back: int
    times: tuple[str, str]
    """Of its first entry and its last."""


def processes_for(size: int) -> int:
    return max(1, min(os.cpu_count() or 1, size // _SMALLEST, _MOST_PROCESSES)) if sys.executable else 1


def followed_apart(part: LogPart, size: int, marks: Sequence[int], processes: int) -> Iterator[Segment]:
    """The segments of the file up to `size`, in order, each by a process of its own."""
    with open_part(part) as raw, io.BufferedReader(cast(io.FileIO, raw)) as file:
        ends = list(_ends(file, size, processes))
    named = [os.fsdecode(part.path), part.name, part.identity]
    asked = [json.dumps([named, start, end, list(marks)]) for start, end in zip([0, *ends], ends, strict=False)]
    with ThreadPoolExecutor(processes) as pool:
        yield from pool.map(_in_a_process, asked)


def _ends(file: BinaryIO, size: int, count: int) -> Iterator[int]:
    """Where segments end: after the first line end past each equal share."""
    end = 0
    for number in range(1, count):
        file.seek(max(end, size * number // count))
        if file.readline(LONGEST_LINE).endswith(b"\n") and end < file.tell() < size:
            end = file.tell()
            yield end
    yield size


def _in_a_process(asked: str) -> Segment:
    """Raises OSError where it came to nothing."""
    paths = [path for path in sys.path if Path(path).is_absolute() and Path(path) != Path.cwd()]
    command = [sys.executable, "-I", "-c", _PROGRAM, *paths]
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    if done.returncode:
        raise OSError(5, "a process that was to check a part of the file failed")
    found = json.loads(done.stdout)
    heads = {int(number): head for number, head in found.pop("heads").items()}
    problem = next(iter(unpack(found.pop("problem"))), None)
    return Segment(**found, heads=heads, problem=problem)


def answer() -> None:
    """In the process: what is asked on standard input, answered on standard output."""
    (path, name, identity), start, end, marks = json.load(sys.stdin)
    part = LogPart(Path(path), name, identity and tuple(identity))
    found = follow_segment(part, start, end, marks)
    json.dump({**asdict(found), "problem": pack([found.problem] if found.problem else [])}, sys.stdout)


def follow_segment(part: LogPart, start: int, end: int, marks: Sequence[int]) -> Segment:
    with open_part(part) as file:
        return _Follower(file, start, end, marks).segment()


class _Follower:
    def __init__(self, file: BinaryIO, start: int, end: int, marks: Sequence[int]) -> None:
        self._blocks = blocks(file, end, start)
        self._marks = sorted(set(marks), reverse=True)
        self._place = b""
        self._heads: dict[int, str] = {}
        self._lines = Lines()
        self._chain = Chain(lines=self._lines)
        self._first = 1
        self._began = ""

    def segment(self) -> Segment:
        try:
            problem = self._problem()
        except LineTooLong:
            problem = msg("audit_record.too_long")
        count = self._chain.number - (self._first - 1)
        chain, place = self._chain, self._place.decode("ascii")
        times = (self._began, chain.time)
        return Segment(place, count, chain.head, problem, self._heads, self._lines.mismatches, chain.steps_back, times)

    def _problem(self) -> CodedMessage | None:
        rest = b""
        for block in self._blocks:
            lines, rest = block
            if lines and not self._place and (problem := self._begin(lines[0])):
                return problem
            if problem := self._follow(lines):
                return problem
        return msg("audit_record.breaks_off") if rest else None

    def _begin(self, line: bytes) -> CodedMessage | None:
        """Stand where the first line claims that the chain stood before it."""
        try:
            self._place, began, *_ = next(Lines().read([line]))
        except NotCanonical as error:
            return error.why
        self._began = began.decode()
        self._first = int(self._place.split(b",")[0])
        parent = self._place[-64:].decode("ascii")
        self._chain = Chain(self._first - 1, parent, self._lines)
        self._marks = [mark for mark in self._marks if mark >= self._first]
        return None

    def _follow(self, lines: Sequence[bytes]) -> CodedMessage | None:
        while self._marks and self._marks[-1] <= self._chain.number + len(lines):
            mark = self._marks.pop()
            reached = mark - self._chain.number
            if problem := self._chain.follow(lines[:reached]):
                return problem
            self._heads[mark] = self._chain.head
            lines = lines[reached:]
        return self._chain.follow(lines)
