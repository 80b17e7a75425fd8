"""What a receipt costs: `python -m benchmarks.receipts`.

The receipt of a small result, made, signed and written again and again; and the hash of a large result beside fetching
it. CPU of this process, and of the source's worker where it fetches.
"""

from __future__ import annotations

import statistics
import tempfile
import time
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
from tests.agent.shop import make_shop, shop_context

from answerable.agent.proof.make_receipt import with_receipt
from answerable.agent.question import Question
from answerable.agent.run import Agent, answer_of
from answerable.agent.stages import answer_stage
from answerable.kernel.settings import Settings
from answerable.receipts import result_hash
from answerable.sources import Limits, open_source
from benchmarks.fetch import sqlite

TURNS, ROWS = 400, 100_000
QUESTIONS = ("how many orders are there?", "total amount by country")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        _small(Path(folder))
        _large(Path(folder))


def _small(folder: Path) -> None:
    make_shop(folder)
    caught: list[Any] = []

    def catch(*given: Any) -> Any:
        caught.append(given)
        return with_receipt(*given)

    answer_stage.with_receipt = catch  # type: ignore[attr-defined]
    with shop_context(folder) as run_context:
        for question in QUESTIONS:
            answer_of(Agent(run_context).ask(Question(question)))
            given = [_anew(*caught[-1]) for _ in range(TURNS)]
            micros = [_cpu(lambda each=each: with_receipt(*each)) * 1e6 for each in given]
            print(f"receipt of '{question}': median {statistics.median(micros):.0f} µs, least {min(micros):.0f} µs")
    answer_stage.with_receipt = with_receipt  # type: ignore[attr-defined]


def _anew(answer: Any, state: Any, run: Any) -> tuple[Any, Any, Any]:
    return answer, {**state, "request_id": str(uuid.uuid4())}, run


def _large(folder: Path) -> None:
    contest = sqlite(folder)
    with open_source(contest.spec, Settings(), folder=folder) as source:
        query, limits = f"SELECT * FROM facts LIMIT {ROWS}", Limits(rows=ROWS)
        table: pa.Table = source.run(query, limits).table
        fetched = min(_wall(lambda: source.run(query, limits)) for _ in range(5))
    for is_ordered in (True, False):
        spent = min(_cpu(lambda is_ordered=is_ordered: result_hash(table, is_ordered=is_ordered)) for _ in range(5))
        kind = "in order" if is_ordered else "in any order"
        print(
            f"hash of {ROWS:,} rows × {table.num_columns} {kind}: {spent * 1e3:.0f} ms; fetching {fetched * 1e3:.0f} ms"
        )


def _cpu(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


def _wall(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
