"""`python -m benchmarks.business_reader FOLDER [DOMAIN…] [--paraphrases]`: the reader of business questions alone.

FOLDER holds a folder a domain with `<domain>.sqlite` and `questions.jsonl` (lines with `question`, `paraphrases`,
`query`, `alts`, `kind`, `lang`, `expect`), and `score.py`, which says whether two results are the same (`rows_of`,
`matches`). Only English questions that have an answer count. Printed by kind and by wording: how often the best guess,
one of the first three and any of the readings gives the rows of the gold SQL.
"""

from __future__ import annotations

import importlib.util
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from types import ModuleType
from typing import Any

from answerable.language.business.business_reader import BusinessReader
from answerable.language.question.dates.date_spans import Calendar
from answerable.semantics import build_semantics
from benchmarks.semantics import read_schema

_TODAY = Calendar(date(2026, 6, 30))
_SCALES = {"ratio": (1, 100, 0.01), "growth": (1, 100, 0.01)}
"""Where a fraction is as good as a percentage."""


__all__ = ["load_scorer"]


@dataclass
class ReaderCounts:
    questions: int = 0
    best: int = 0
    top3: int = 0
    any: int = 0
    unread: int = 0

    def note(self, is_right: list[bool]) -> None:
        self.questions += 1
        self.best += any(is_right[:1])
        self.top3 += any(is_right[:3])
        self.any += any(is_right)
        self.unread += not is_right

    def __str__(self) -> str:
        shares = " ".join(f"{count / self.questions:7.1%}" for count in (self.best, self.top3, self.any, self.unread))
        return f"{self.questions:5} {shares}"


def main(arguments: list[str]) -> None:
    folder, *domains = [one for one in arguments if not one.startswith("--")]
    names = domains or sorted(path.parent.name for path in Path(folder).glob("*/questions.jsonl"))
    scorer = load_scorer(Path(folder) / "score.py")
    counts: dict[str, ReaderCounts] = defaultdict(ReaderCounts)
    seconds: list[float] = []
    for name in names:
        for kind, wording, is_right, took in _judged(Path(folder) / name, scorer, "--paraphrases" in arguments):
            seconds.append(took)
            for key in (kind, wording, "all"):
                counts[key].note(is_right)
    print(f"{'':12} {'n':>5} {'best':>7} {'top 3':>7} {'any':>7} {'unread':>7}")
    for kind, count in sorted(counts.items()):
        print(f"{kind:12} {count}")
    median, most = (1000 * one for one in (sorted(seconds)[len(seconds) // 2], max(seconds)))
    print(f"CPU a question: {median:.0f} ms median, {most:.0f} ms at most")


def _judged(folder: Path, scorer: ModuleType, with_paraphrases: bool) -> Iterator[tuple[str, str, list[bool], float]]:
    """Kind and wording of each question, whether each reading is right, and the CPU seconds it took to read."""
    path = folder / f"{folder.name}.sqlite"
    schema = read_schema(path)
    reader = BusinessReader(schema, build_semantics(schema), _TODAY)
    for line in (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        asked: dict[str, Any] = json.loads(line)
        if asked["expect"] != "answer" or asked["lang"] != "en":
            continue
        golds = [scorer.rows_of(path, sql) for sql in (asked["query"], *asked["alts"])]
        for text in (asked["question"], *(asked["paraphrases"] if with_paraphrases else ())):
            started = time.process_time()
            readings = reader.read(text)
            took = time.process_time() - started
            scales = _SCALES.get(asked["kind"], (1,))
            wording = "main" if text == asked["question"] else "paraphrases"
            yield asked["kind"], wording, [scorer.matches(path, one.sql, golds, scales) for one in readings], took


def load_scorer(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("business_scorer", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    main(sys.argv[1:])
