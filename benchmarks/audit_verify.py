"""How fast a log is verified, beside the least that any verification in Python costs: one SHA-256 a line.

    python -m benchmarks.audit_verify [ENTRIES]

Makes logs of ENTRIES (1,000,000), a half and a tenth of it, of requests as the product records them. Both sides read
the same file in turns, each in a process of its own, which tells its peak memory as well.
"""

from __future__ import annotations

import hashlib
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

from answerable.audit.entry import GENESIS, new_id, now, write_entry
from answerable.audit.event_types import Event
from answerable.audit.sign.checkpoints import CheckpointStore
from answerable.audit.sign.seal_log import Sealer
from answerable.audit.sign.signing_key import SigningKey
from answerable.audit.verify import segments
from answerable.audit.verify.verify_log import verify_log, verify_trail

ROUNDS = 3
SIDES = ("bare", "one process", "log", "checkpoints", "roots")
"""Hashing alone; the chain by one process; by several, as it comes; with checkpoints; with their Merkle roots too."""


def main() -> None:
    if len(sys.argv) > 2:
        print(json.dumps(one(sys.argv[1], Path(sys.argv[2]))))
        return
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with tempfile.TemporaryDirectory() as name:
        for entries in (most // 10, most // 2, most):
            log = Path(name) / str(entries) / "runs.jsonl"
            make(log, entries)
            report(log, entries)
            log.unlink()


def report(log: Path, entries: int) -> None:
    runs = [{side: run(side, log) for side in SIDES} for _ in range(ROUNDS)]
    size = log.stat().st_size
    print(f"{entries:,} entries, {size / 1e6:,.0f} MB ({size / entries:.0f} bytes an entry)")
    for side in SIDES:
        wall, cpu = (min(found[side][what] for found in runs) for what in ("wall", "cpu"))
        ratios = [min(one["bare"][what] for one in runs) / best for what, best in (("wall", wall), ("cpu", cpu))]
        memory = max(found[side]["memory_mb"] for found in runs)
        print(
            f"  {side:12} {wall:6.2f} s, {cpu:6.2f} s CPU ({cpu / entries * 1e6:.2f} µs an entry), "
            f"{memory:3.0f} MB a process; of bare by the clock {ratios[0]:.2f}, by CPU {ratios[1]:.2f}"
        )


def run(side: str, log: Path) -> dict[str, float]:
    command = [sys.executable, "-m", "benchmarks.audit_verify", side, str(log)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def one(side: str, log: Path) -> dict[str, float]:
    store = CheckpointStore(log.parent / "apart")
    began, clock = sum(os.times()[:4]), time.perf_counter()
    if side == "bare":
        bare(log)
    elif side == "checkpoints":
        assert verify_trail(log, store).checkpoint
    elif side == "roots":
        assert verify_trail(log, store, roots=True).checkpoint
    else:
        segments._MOST_PROCESSES = 1 if side == "one process" else segments._MOST_PROCESSES
        assert verify_log(log).ok
    wall, cpu = time.perf_counter() - clock, sum(os.times()[:4]) - began
    used = (resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return {"wall": wall, "cpu": cpu, "memory_mb": max(used) / 1024}


def bare(log: Path) -> None:
    with log.open("rb") as file:
        for line in file:
            hashlib.sha256(line).digest()


def make(log: Path, entries: int) -> None:
    log.parent.mkdir(parents=True)
    head = GENESIS
    with log.open("wb") as file:
        for number, event in zip(range(1, entries + 1), events(), strict=False):
            entry, line = write_entry(event, number, head, new_id(), now())
            head = entry.hash
            file.write(line)
    apart = log.parent / "apart"
    assert Sealer(CheckpointStore(apart), SigningKey.load_or_make(apart)).seal(log) is None


def events() -> Iterator[Event]:
    """Requests one after the other, each with the entries that an answer leaves."""
    number = 0
    while True:
        number += 1
        request = str(uuid.UUID(int=number))
        sql = f"SELECT COUNT(*) AS orders FROM orders WHERE customer_id = {number} AND status = 'paid'"
        digest = hashlib.sha256(sql.encode()).hexdigest()
        yield Event(
            request, "request_submitted", {"question": f"How many paid orders has customer {number}?"}, "system"
        )
        yield Event(request, "plan_created", {"path": "embedded", "source": "shop.db", "sql": sql}, "planner")
        decision = {"decision": "allow", "reason": "no rule objects", "rule": "all", "sql_hash": digest}
        yield Event(request, "policy_decision", decision, "safety")
        arguments = {"query": sql, "row_limit": 10_000, "timeout": 30.0}
        yield Event(
            request, "tool_called", {"arguments": arguments, "source": "shop.db", "tool_name": "sql.run"}, "actor"
        )
        seen = {"elapsed_ms": number % 90, "is_truncated": False, "result_hash": digest, "row_count": 1}
        yield Event(request, "observation_recorded", {**seen, "status": "success"}, "actor")
        receipt = {"artifact_type": "receipt", "file": f"receipts/{request}.json", "receipt_hash": digest}
        yield Event(request, "artifact_generated", receipt, "actor")


if __name__ == "__main__":
    main()
