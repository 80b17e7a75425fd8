"""Processes that append and are killed at any moment: what they were told is kept must be there afterwards.

Run as a program it forks, which wants a process of one thread: `python -m tests.audit.crashing FOLDER ROUNDS [WRITERS]`
prints what happened as JSON.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from answerable.audit import AuditTrail, Event, verify_log
from answerable.audit.sign.checkpoints import CheckpointStore
from answerable.audit.sign.seal_log import Sealer
from answerable.audit.sign.signing_key import SigningKey
from answerable.audit.verify.verify_log import verify_trail
from tests.audit.judge import judge

__all__ = ["Tally", "kill_writers", "log_files"]

ROTATE_BYTES = 4 * 1024 * 1024
_SIZES = (10, 10, 10, 200, 200, 5_000, 60_000, 600_000)
"""Characters of a record's text: most small, some so large that a kill can meet them half written."""
_LONGEST_LIFE = 0.03
"""Seconds until a writer is killed; more where there are more who wait for each other."""


@dataclass(frozen=True)
class Tally:
    times: int
    acknowledged: int
    lost: int
    """Acknowledged, and not in any file."""
    forks: int
    """Two entries with one parent."""
    bad_files: int
    """Refused by the judge or by us."""
    mismatches: int
    """Contradictions between the log and its checkpoints."""
    files: int
    repaired: int
    """Torn entries that were found, set aside and recorded."""


def kill_writers(folder: Path, rounds: int, writers: int = 1) -> Tally:
    """In a process of its own."""
    command = [sys.executable, "-m", "tests.audit.crashing", str(folder), str(rounds), str(writers)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return Tally(**json.loads(done.stdout))


def log_files(log: Path) -> list[Path]:
    return sorted(log.parent.glob(f"{log.stem}*{log.suffix}"))


def main(folder: Path, rounds: int, writers: int) -> None:
    log = folder / "data_agent_runs.jsonl"
    chance = random.Random(rounds * 1_000 + writers)
    acknowledged: list[str] = []
    sealer = sealer_of(log)
    for _ in range(rounds):
        acknowledged += one_round(log, sealer, writers, chance)
    trail = AuditTrail(log, sealer=sealer)
    trail.append("after", "tool_called", {}, "actor")
    trail.close()
    print(json.dumps(asdict(tally(log, rounds * writers, acknowledged))))


def one_round(log: Path, sealer: Sealer, writers: int, chance: random.Random) -> list[str]:
    """Hashes that the writers were given, each killed at a moment of its own."""
    started = [start_writer(log, sealer, chance.random()) for _ in range(writers)]
    longest = _LONGEST_LIFE * (1 + writers / 4)
    moments = sorted((chance.uniform(0, longest), child) for child, _ in started)
    began = time.monotonic()
    for moment, child in moments:
        time.sleep(max(0.0, began + moment - time.monotonic()))
        os.kill(child, signal.SIGKILL)
    return [told for child, pipe in started for told in heard(child, pipe)]


def start_writer(log: Path, sealer: Sealer, seed: float) -> tuple[int, int]:
    reading, writing = os.pipe()
    if child := os.fork():
        os.close(writing)
        return child, reading
    try:
        append_for_ever(log, sealer, writing, random.Random(seed))
    finally:
        os._exit(1)


def append_for_ever(log: Path, sealer: Sealer, pipe: int, chance: random.Random) -> None:
    trail = AuditTrail(log, sealer=sealer, rotate_bytes=ROTATE_BYTES)
    while True:
        data = {"text": "x" * chance.choice(_SIZES)}
        events = [Event("r", "tool_called", data, "actor")] * chance.choice((1, 1, 1, 5))
        told = "".join(f"{entry.hash}\n" for entry in trail.extend(events))
        os.write(pipe, told.encode())
        if chance.random() < 0.05:
            trail.seal()
        if chance.random() < 0.02:
            trail.rotate()


def sealer_of(log: Path) -> Sealer:
    store = CheckpointStore(log.parent / "checkpoints")
    return Sealer(store, SigningKey.load_or_make(store.folder))


def heard(child: int, pipe: int) -> list[str]:
    """What was written whole to the pipe before the end."""
    os.waitpid(child, 0)
    with os.fdopen(pipe, "rb") as file:
        return file.read().decode().split()


def tally(log: Path, times: int, acknowledged: list[str]) -> Tally:
    files = log_files(log)
    entries = [json.loads(line) for file in files for line in file.read_bytes().splitlines()]
    hashes = {entry["hash"] for entry in entries}
    parents = [entry["parent_hash"] for entry in entries if entry["sequence_number"] > 1]
    return Tally(
        times=times,
        acknowledged=len(acknowledged),
        lost=len(set(acknowledged) - hashes),
        forks=len(parents) - len(set(parents)),
        bad_files=sum(not (judge(file) and verify_log(file).ok) for file in files),
        mismatches=sum(entry["event_type"] == "checkpoint_mismatch" for entry in entries) + (not sealed_as_it_is(log)),
        files=len(files),
        repaired=sum(entry["event_type"] == "log_repaired" for entry in entries),
    )


def sealed_as_it_is(log: Path) -> bool:
    store = CheckpointStore(log.parent / "checkpoints")
    return verify_trail(log, store).ok if store.folder.exists() else True


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
