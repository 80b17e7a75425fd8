"""Every small change to a log: is it found, and on the right line?

    python -m benchmarks.audit_tampering [ENTRIES]

Makes a log of ENTRIES entries (200) and a checkpoint of it. Then at every position of the file: the byte replaced by
each of a few others, the byte removed, a byte put in, the file cut off there; at every line: removed, doubled, swapped
with the next one; and the whole file written anew as another valid chain. The log's own chain must find all but cuts at
a line's end and the new chain; the checkpoint must find those.

Verification goes from line to line, and lines before a change are as they were. So each change is tried on a chain that
stands at the line before it; a sample is tried on whole files, too, and must give the same, and so are all cuts at a
line's end and all bytes put behind the last one. All of it is done twice: with lines of kinds that are met for the
first time, which are parsed, and of kinds that are known, which are matched (see `audit.lines`).
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from answerable.audit import AuditTrail, verify_log
from answerable.audit.sign.checkpoints import Checkpoint, CheckpointStore
from answerable.audit.sign.seal_log import Sealer
from answerable.audit.sign.signing_key import SigningKey
from answerable.audit.verify.chain import Chain
from answerable.audit.verify.line_form import Lines
from answerable.audit.verify.verify_log import verify_trail

REPLACEMENTS = b'0 "}\n\\a\xff\x00'
SAMPLE = 400
_ENOUGH = 500
"""Lines after which both kinds are known."""


@dataclass(frozen=True, slots=True)
class Change:
    kind: str
    line: int
    """The first line that is not as it was."""
    data: bytes
    """The file from that line on."""


def main() -> None:
    entries = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    for title, teach in (("lines that are parsed", 0), ("lines of kinds that are known", _ENOUGH)):
        with tempfile.TemporaryDirectory() as name:
            print(title)
            report(tampering(Path(name), entries, teach=teach))


def report(counts: Counter[tuple[str, str]]) -> None:
    for kind in sorted({kind for kind, _ in counts}):
        found = {outcome: count for (one, outcome), count in counts.items() if one == kind}
        print(f"{kind:24}", "  ".join(f"{outcome}: {count:,}" for outcome, count in sorted(found.items())))


def tampering(folder: Path, entries: int, sample: int = SAMPLE, teach: int = 0) -> Counter[tuple[str, str]]:
    """How often each kind of change was found by the chain, on the right line or another; found by the checkpoint; or
    not at all. So many lines of the same kinds are read before as it takes to `teach` how they look."""
    log = folder / "logs" / "runs.jsonl"
    checkpoint = made(log, folder / "apart", entries)
    lines = log.read_bytes().splitlines(keepends=True)
    counts: Counter[tuple[str, str]] = Counter()
    stand = Chain(lines=taught(folder / "before" / "runs.jsonl", teach))
    for number, line in enumerate(lines, start=1):
        for change in changes(lines, number):
            counts[change.kind, outcome(change, stand, checkpoint)] += 1
        assert not stand.follow([line])
    counts.update(whole_files(log, lines, checkpoint, sample))
    counts["a new chain", "checkpoint" if found_anew(log, checkpoint) else "MISSED"] += 1
    return counts


def taught(log: Path, entries: int) -> Lines:
    chain = Chain()
    if entries:
        made(log, log.parent / "apart", entries)
        assert not chain.follow(log.read_bytes().splitlines(keepends=True))
    return chain.lines


def made(log: Path, apart: Path, entries: int) -> Checkpoint:
    trail = AuditTrail(log)
    for number in range(entries):
        trail.append(
            "r1",
            ("tool_called", "policy_decision")[number % 2],
            {"n": number, "of": 1.5, "part": number / 7, "t": 'é"\n'},
            "actor",
        )
    store = CheckpointStore(apart)
    assert Sealer(store, SigningKey.load_or_make(apart)).seal(log) is None
    checkpoint = store.latest("runs-000001.jsonl")
    assert checkpoint
    return checkpoint


def changes(lines: list[bytes], number: int) -> Iterator[Change]:
    """Of one line. What comes after it is cut to the next two lines: verification never reaches further."""
    line, after = lines[number - 1], b"".join(lines[number : number + 2])
    for at in range(len(line)):
        before, byte, behind = line[:at], line[at : at + 1], line[at + 1 :]
        for value in REPLACEMENTS:
            other = bytes([value])
            if other != byte:
                yield Change("byte replaced", number, before + other + behind + after)
            yield Change("byte put in", put_in(line, at, other, number), before + other + byte + behind + after)
        flipped = bytes([byte[0] ^ 1])
        yield Change("byte replaced", number, before + flipped + behind + after)
        yield Change("byte removed", number, before + behind + after)
        if at:
            yield Change("cut within a line", number, before)
    yield Change("cut at a line's end", number, b"")
    if after:
        yield Change("line removed", number, after)
        yield Change("lines swapped", number, lines[number] + line + b"".join(lines[number + 1 : number + 2]))
    yield Change("line doubled", number + 1, line + line + after)


def put_in(line: bytes, at: int, other: bytes, number: int) -> int:
    """A line end before the line's own leaves the line as it was, and an empty one after it."""
    return number + 1 if other == b"\n" and at == len(line) - 1 else number


def outcome(change: Change, stand: Chain, checkpoint: Checkpoint) -> str:
    chain = Chain(stand.number, stand.head, stand.lines)
    *lines, rest = change.data.split(b"\n")
    problem = chain.follow([line + b"\n" for line in lines])
    if problem or rest:
        return "right line" if chain.number + 1 == change.line else "WRONG LINE"
    return "checkpoint" if chain.number < checkpoint.size else "MISSED"


def whole_files(log: Path, lines: list[bytes], checkpoint: Checkpoint, sample: int) -> Counter[tuple[str, str]]:
    """A sample through files, verified as people do it."""
    counts: Counter[tuple[str, str]] = Counter()
    chance = random.Random(1)
    for _ in range(sample):
        number = chance.randint(1, len(lines))
        change = chance.choice(list(changes(lines, number)))
        behind = b"" if change.kind.startswith("cut") else b"".join(lines[number + 2 :])
        log.write_bytes(b"".join(lines[: number - 1]) + change.data + behind)
        counts["sample of whole files", judged(log, checkpoint, change)] += 1
    for number in range(1, len(lines) + 1):
        log.write_bytes(b"".join(lines[: number - 1]))
        counts["whole files, cut", judged(log, checkpoint, Change("cut at a line's end", number, b""))] += 1
    for value in range(256):
        log.write_bytes(b"".join(lines) + bytes([value]))
        counts["byte behind the end", judged(log, checkpoint, Change("byte put in", len(lines) + 1, b""))] += 1
    log.write_bytes(b"".join(lines))
    return counts


def judged(log: Path, checkpoint: Checkpoint, change: Change) -> str:
    """The chain alone finds all but cuts at a line's end; with the checkpoint all are found."""
    alone, together = verify_log(log), verify_trail(log, checkpoint)
    by_chain = alone.bad_line == change.line or (alone.ok and change.kind == "cut at a line's end")
    return "right line" if together.bad_line == change.line and by_chain else "WRONG LINE"


def found_anew(log: Path, checkpoint: Checkpoint) -> bool:
    """Whether a valid chain with the same events, written again, is told from the one that was signed for."""
    log.unlink()
    made(log, log.parent / "elsewhere", checkpoint.size)
    return verify_log(log).ok and not verify_trail(log, checkpoint).ok


if __name__ == "__main__":
    main()
