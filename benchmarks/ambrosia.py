"""How often ambiguous questions are asked back, with the right readings among the options.

    python -m benchmarks.ambrosia PATH --scorer SCORE.PY [--part open|held_out] [--out VERDICTS]

PATH is a folder with `ambiguous.json` and `database/<id>/<id>.sqlite` in the layout of AMBROSIA. It is read where it
lies; nothing of it is kept. A gold reading is found when an option's SQL gives the same rows. Each gold reading's own
wording is asked too: it is not ambiguous, and asking back is wrong there.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from training.corpus import with_keys

from answerable.clarification import Clarification
from answerable.language import Context
from answerable.language.ambiguity.finding import AmbiguityFinder
from answerable.language.pipeline import Pipeline
from answerable.schema import DatabaseSchema
from benchmarks.spider import TODAY, part_of

_SECONDS = 5.0

Find = Callable[[str], Clarification | None]


@dataclass(frozen=True)
class Outcome:
    kind: str
    asked: bool
    gold: int
    """How many readings the question has."""
    found: int
    """How many of them are among the options."""
    interpretations: int
    asked_anyway: int
    """How many of the readings' own wordings were asked back."""


def main() -> None:
    options = _parser().parse_args()
    items = json.loads((options.path / "ambiguous.json").read_text(encoding="utf-8"))
    chosen = [item for item in items if part_of(item["db_id"]) == options.part]
    judge = Judge(_module(options.scorer), options.path / "database")
    outcomes = [outcome for _, outcome in judge.outcomes(chosen, options.show)]
    print(f"{len(chosen)} questions over {len({item['db_id'] for item in chosen})} databases ({options.part})")
    for kind in sorted({outcome.kind for outcome in outcomes}):
        _report(kind, [outcome for outcome in outcomes if outcome.kind == kind])
    _report("all", outcomes)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("--scorer", type=Path, required=True, help="script whose run_sql and same_result compare rows")
    parser.add_argument("--part", choices=("held_out", "open"), default="held_out")
    parser.add_argument("--show", action="store_true", help="print misses and wrong asks (never of the held-out part)")
    return parser


def _module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("scorer", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{path} is no Python file.")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Judge:
    def __init__(self, scorer: ModuleType, folder: Path) -> None:
        self._scorer = scorer
        self._folder = folder
        self._context = Context(TODAY)

    def outcomes(self, items: Sequence[dict[str, Any]], show: bool) -> Iterable[tuple[dict[str, Any], Outcome]]:
        by_database: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for item in items:
            by_database[item["db_id"]].append(item)
        for name, asked in by_database.items():
            path = self._folder / name / f"{name}.sqlite"
            find = self._finder(with_keys(path))
            for item in asked:
                yield item, self._outcome(item, find, path, show and part_of(name) == "open")

    def _finder(self, schema: DatabaseSchema) -> Find:
        finder, pipeline = AmbiguityFinder(schema), Pipeline(schema)

        def translate(plain: str) -> str | None:
            best = pipeline.translate(plain, self._context).best
            return best.sql if best else None

        return lambda question: finder.find(question, self._context, translate)

    def _outcome(self, item: dict[str, Any], find: Find, path: Path, show: bool) -> Outcome:
        golds = [candidate["query"] for candidate in item["candidates"]]
        wordings = [candidate["interpretation"] for candidate in item["candidates"]]
        asked = find(item["question"])
        found = [self._among(gold, asked, path) for gold in golds]
        wrong = [wording for wording in wordings if find(wording)]
        if show and not all(found):
            _show_miss(item, asked, found)
        if show and wrong:
            print("ASKED ANYWAY", item["db_id"], wrong)
        return Outcome(item["type"], asked is not None, len(golds), sum(found), len(wordings), len(wrong))

    def _among(self, gold: str, asked: Clarification | None, path: Path) -> bool:
        return asked is not None and any(self._same(gold, reading.sql, path) for reading in asked.readings)

    def _same(self, gold: str, sql: str, path: Path) -> bool:
        run, plain = self._scorer.run_sql, self._scorer.drop_distinct
        expected, _, _ = run(str(path), plain(gold), _SECONDS)
        got, _, _ = run(str(path), plain(sql), _SECONDS)
        if expected is None or got is None:
            return False
        return bool(self._scorer.same_result(expected, got, "order by" in gold.lower()))


def _show_miss(item: dict[str, Any], asked: Clarification | None, found: list[bool]) -> None:
    print("MISSED", item["type"], item["db_id"], "|", item["question"], "| asked" if asked else "| not asked")
    for candidate, there in zip(item["candidates"], found, strict=True):
        if not there:
            print("    gold:", " ".join(candidate["query"].split()))
    for reading in asked.readings if asked else ():
        print("    mine:", reading.sql, "#", reading.text)


def _report(kind: str, outcomes: Sequence[Outcome]) -> None:
    asked = [outcome for outcome in outcomes if outcome.asked]
    found, gold = (sum(getattr(outcome, name) for outcome in asked) for name in ("found", "gold"))
    print(f"{kind}: {_percent(len(asked), len(outcomes))} asked back")
    print(f"    gold readings among the options: {_percent(found, gold)} of those asked back,", end=" ")
    print(f"{_percent(found, sum(outcome.gold for outcome in outcomes))} of all")
    print(f"    all gold readings among them: {_percent(sum(o.found == o.gold for o in asked), len(outcomes))}")
    wrong, wordings = (sum(getattr(o, name) for o in outcomes) for name in ("asked_anyway", "interpretations"))
    print(f"    a reading's own wording asked back: {_percent(wrong, wordings)}")


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / max(whole, 1):.1f} % ({part}/{whole})"


if __name__ == "__main__":
    main()
