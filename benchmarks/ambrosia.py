"""How often ambiguous questions are asked back, with the right readings among the options.

    python -m benchmarks.ambrosia PATH --scorer SCORE.PY [--part open|held_out] [--finder] [--every N]

PATH is a folder with `ambiguous.json` and `database/<id>/<id>.sqlite` in the layout of AMBROSIA. It is read where it
lies; nothing of it is kept. A gold reading is found when an option's SQL gives the same rows. Each gold reading's own
wording is asked too: it is not ambiguous, and asking back is wrong there.

Questions go through the whole translator, as a user's do: it asks back also where it is only unsure, which is counted
apart. With `--finder` only what words and schema tell is measured, without the network.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from training.corpus import with_keys
from training.judging import scorer_module

from answerable.kernel.clarification import Clarification
from answerable.kernel.schema import DatabaseSchema
from answerable.language import Context, EmbeddedTranslator
from answerable.language.ambiguity.ambiguity_finder import AmbiguityFinder
from answerable.language.rules.pipeline import Pipeline
from benchmarks.spider import TODAY, part_of

_SECONDS = 5.0
_OF_AMBIGUITY = ("Is each ", "Does “", "What does “", "What shall be shown?")

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
    unsure: bool = False
    """Asked back, but only because no reading was sure."""
    unsure_anyway: int = 0
    """How many of the own wordings were asked back for that reason."""


def main() -> None:
    options = _parser().parse_args()
    items = json.loads((options.path / "ambiguous.json").read_text(encoding="utf-8"))
    chosen = [item for item in items if part_of(item["db_id"]) == options.part]
    kept = sorted({item["db_id"] for item in chosen})[:: options.every]
    chosen = [item for item in chosen if item["db_id"] in kept]
    find = _by_finder if options.finder else _by_translator
    judge = Judge(scorer_module(options.scorer), options.path / "database", find)
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
    parser.add_argument("--finder", action="store_true", help="only what is found without the network")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every N-th database")
    parser.add_argument("--show", action="store_true", help="print misses and wrong asks (never of the held-out part)")
    return parser


def _by_finder(schema: DatabaseSchema) -> Find:
    finder, pipeline, context = AmbiguityFinder(schema), Pipeline(schema), Context(TODAY)

    def translate(plain: str) -> str | None:
        best = pipeline.translate(plain, context).best
        return best.sql if best else None

    return lambda question: finder.find(question, context, translate)


def _by_translator(schema: DatabaseSchema) -> Find:
    translator = EmbeddedTranslator()
    return lambda question: translator.translate(question, schema, Context(TODAY)).clarification


def _is_unsure(asked: Clarification | None) -> bool:
    """Told by its sentence: what is ambiguous is asked back in sentences of its own."""
    return asked is not None and not str(asked.question).startswith(_OF_AMBIGUITY)


class Judge:
    def __init__(self, scorer: ModuleType, folder: Path, find: Callable[[DatabaseSchema], Find]) -> None:
        self._scorer = scorer
        self._folder = folder
        self._find = find

    def outcomes(self, items: Sequence[dict[str, Any]], show: bool) -> Iterable[tuple[dict[str, Any], Outcome]]:
        by_database: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for item in items:
            by_database[item["db_id"]].append(item)
        for name, asked in by_database.items():
            path = self._folder / name / f"{name}.sqlite"
            find = self._find(with_keys(path))
            for item in asked:
                yield item, self._outcome(item, find, path, show and part_of(name) == "open")

    def _outcome(self, item: dict[str, Any], find: Find, path: Path, show: bool) -> Outcome:
        golds = [candidate["query"] for candidate in item["candidates"]]
        wordings = [candidate["interpretation"] for candidate in item["candidates"]]
        asked = find(item["question"])
        found = [self._among(gold, asked, path) for gold in golds]
        wrong = {wording: again for wording in wordings if (again := find(wording))}
        if show and not all(found):
            _show_miss(item, asked, found)
        if show and wrong:
            _show_wrong(item, wrong)
        unsure = sum(_is_unsure(again) for again in wrong.values())
        counts = len(golds), sum(found), len(wordings), len(wrong)
        return Outcome(item["type"], asked is not None, *counts, _is_unsure(asked), unsure)

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


def _show_wrong(item: dict[str, Any], wrong: dict[str, Clarification]) -> None:
    for wording, asked in wrong.items():
        why = "unsure" if _is_unsure(asked) else " / ".join(reading.text for reading in asked.readings)
        print("ASKED ANYWAY", item["type"], item["db_id"], "|", wording, "|", why)


def _report(kind: str, outcomes: Sequence[Outcome]) -> None:
    asked = [outcome for outcome in outcomes if outcome.asked]
    found, gold = (sum(getattr(outcome, name) for outcome in asked) for name in ("found", "gold"))
    print(f"{kind}: {_percent(len(asked), len(outcomes))} asked back,", end=" ")
    print(f"{_percent(sum(o.unsure for o in asked), len(outcomes))} only unsure")
    print(f"    gold readings among the options: {_percent(found, gold)} of those asked back,", end=" ")
    print(f"{_percent(found, sum(outcome.gold for outcome in outcomes))} of all")
    print(f"    all gold readings among them: {_percent(sum(o.found == o.gold for o in asked), len(outcomes))}")
    wrong, wordings = (sum(getattr(o, name) for o in outcomes) for name in ("asked_anyway", "interpretations"))
    print(f"    a reading's own wording asked back: {_percent(wrong, wordings)},", end=" ")
    print(f"{_percent(sum(o.unsure_anyway for o in outcomes), wordings)} only unsure")


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / max(whole, 1):.1f} % ({part}/{whole})"


if __name__ == "__main__":
    main()
