"""`python -m benchmarks.models FOLDER DOMAIN… --engine PROVIDER:MODEL --out FILE.jsonl`: engine, model, hybrid.

FOLDER holds a folder a domain with DOMAIN.sqlite and questions.jsonl (`id`, `question`, `query`, `alts`, `expect` and
`lang`). Every question is read by the engine, and the model is asked for each, also where the product would not ask.
A line is written as soon as a question is done, and what is in the file is not asked again: the run may be stopped and
gone on with. Settings and addresses of models come from answerable.toml and ANSWERABLE_MODELS_*, as ever.

`--limit N` takes the first N questions of each domain, `--lang en` those of one language, `--report` only prints what
the file holds. The features in the file are what `training/fit_contest.py` fits the weights of the contest to.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from answerable.agent.context.model_seat import ModelSeat, open_seat
from answerable.agent.context.schema_views import View
from answerable.agent.stages.model_stage import consult_over
from answerable.hybrid.consult_model import needs_model
from answerable.kernel.errors import AnswerableError
from answerable.kernel.knowledge import NOTHING_KNOWN
from answerable.kernel.settings import Settings, load_settings
from answerable.kernel.workspace import Workspace
from answerable.language import Context, EmbeddedTranslator, Translation
from answerable.language.decision import decide
from answerable.sources import open_source
from benchmarks.row_match import gives_the_rows_of, rows_of_query

TODAY = date(2026, 11, 18)


def main() -> None:
    given = _arguments()
    out = Path(given.out)
    if not given.report:
        _measure(given, out)
    _print_report([json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()])


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("domains", nargs="*")
    parser.add_argument("--engine", default="embedded")
    parser.add_argument("--out", default="models.jsonl")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--lang")
    parser.add_argument("--report", action="store_true")
    return parser.parse_args()


def _measure(given: argparse.Namespace, out: Path) -> None:
    settings = load_settings(flags={"engine": given.engine})
    workspace = Workspace.at(settings.workspace)
    seat, engine = open_seat(settings, workspace), EmbeddedTranslator()
    done = {json.loads(line)["id"] for line in out.read_text(encoding="utf-8").splitlines()} if out.exists() else set()
    with out.open("a", encoding="utf-8") as file:
        for domain in given.domains or sorted(path.parent.name for path in given.folder.glob("*/questions.jsonl")):
            database, view = _opened(given.folder, domain, settings)
            for question in _questions(given, domain):
                if question["id"] in done:
                    continue
                line = _asked(question, database, view, engine, seat, workspace, settings)
                if failure := line.get("use", {}).get("failure"):
                    sys.exit(f"{line['id']}: {failure} Nothing is written for it: start again when this is put right.")
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
                file.flush()
                print(f"{line['id']}: {_marks(line)}", file=sys.stderr, flush=True)


def _opened(folder: Path, domain: str, settings: Settings) -> tuple[Path, View]:
    database = folder / domain / f"{domain}.sqlite"
    source = open_source([str(database)], settings)
    try:
        return database, View(source.schema(), None, NOTHING_KNOWN)
    finally:
        source.close()


def _questions(given: argparse.Namespace, domain: str) -> Iterator[dict[str, Any]]:
    lines = (given.folder / domain / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    asked = [one for one in map(json.loads, lines) if given.lang in (None, one.get("lang", "en"))]
    yield from asked[: given.limit]


def _asked(
    question: dict[str, Any],
    database: Path,
    view: View,
    engine: EmbeddedTranslator,
    seat: ModelSeat | None,
    workspace: Workspace,
    settings: Settings,
) -> dict[str, Any]:
    context = Context(TODAY, lang=question.get("lang", "en"))
    read = _read(engine, question["question"], view, context)
    began = time.perf_counter()
    consulted = (
        consult_over(question["question"], read, view, context, seat, workspace, is_forced=True) if seat else None
    )
    took = time.perf_counter() - began
    hybrid = consulted.translation if consulted and needs_model(read) else read
    golds = [
        rows
        for sql in (question["query"], *question.get("alts", ()))
        if sql and (rows := rows_of_query(database, sql)) is not None
    ]

    def is_right(sql: str) -> bool:
        found = rows_of_query(database, view.complete(sql)[0]) if sql else None
        return any(gives_the_rows_of(gold, found) for gold in golds)

    threshold = settings.confidence_threshold
    line: dict[str, Any] = {"id": question["id"], "question": question["question"], "expect": question.get("expect")}
    line["engine"] = _outcome(read, threshold, is_right)
    line["hybrid"] = {**_outcome(hybrid, threshold, is_right), "path": hybrid.path, "called": needs_model(read)}
    if consulted:
        proposed, mended = consulted.proposed_sql, consulted.model_sql
        line["model"] = {
            "sql": proposed,
            "runs": rows_of_query(database, proposed) is not None if proposed else False,
            "right": is_right(proposed),
            "mended": mended,
            "mended_runs": rows_of_query(database, mended) is not None if mended else False,
            "mended_right": is_right(mended),
            "seconds": round(took, 2),
        }
        line |= {"features": consulted.features, "use": consulted.use.as_dict()}
    return line


def _read(engine: EmbeddedTranslator, question: str, view: View, context: Context) -> Translation:
    try:
        return engine.translate(question, view.schema, context)
    except AnswerableError:
        return Translation((), "embedded")


def _outcome(translation: Translation, threshold: float, is_right: Any) -> dict[str, Any]:
    best = translation.best
    return {
        "sql": best.sql if best else "",
        "confidence": best.confidence if best else 0.0,
        "decision": decide(translation, threshold),
        "right": is_right(best.sql) if best else False,
    }


def _marks(line: dict[str, Any]) -> str:
    model = line.get("model", {})
    marks = {"engine": line["engine"]["right"], "model": model.get("right"), "mended": model.get("mended_right")}
    return " ".join(
        f"{name} {'+' if right else '-'}" for name, right in {**marks, "hybrid": line["hybrid"]["right"]}.items()
    )


def _print_report(lines: list[dict[str, Any]]) -> None:
    asked = [line for line in lines if line["expect"] in (None, "answer")]
    if not asked:
        return
    count, models = len(asked), [line["model"] for line in asked if "model" in line]
    print(f"{count} questions with an answer, {len(lines) - count} others")
    for name in ("engine", "hybrid"):
        answered = [line[name] for line in asked if line[name]["decision"] == "answer"]
        wrong = sum(not one["right"] for one in answered)
        best = sum(line[name]["right"] for line in asked)
        print(
            f"{name:8} best guess {best / count:6.1%}   answered {len(answered) / count:6.1%}"
            f"   right {(len(answered) - wrong) / count:6.1%}   wrong and confident {wrong / count:6.1%}"
        )
    if models:
        _print_models(models, [line["use"] for line in asked if "use" in line])
    others = [line for line in lines if line["expect"] in ("decline", "ask_back")]
    if others:
        kept = sum(line["hybrid"]["decision"] != "answer" for line in others)
        print(f"not in the data, or open: {kept} of {len(others)} not answered by the hybrid")


def _print_models(models: list[dict[str, Any]], uses: list[dict[str, Any]]) -> None:
    count = len(models)

    def share(name: str) -> str:
        return f"{sum(bool(one[name]) for one in models) / count:6.1%}"

    print(f"model    best guess {share('right')}   runs {share('runs')}")
    print(f"mended   best guess {share('mended_right')}   runs {share('mended_runs')}")
    tokens = sum(one["prompt_tokens"] + one["reply_tokens"] for one in uses) / count
    calls, seconds = sum(one["calls"] for one in uses) / count, sum(one["seconds"] for one in models) / count
    failed = sum(bool(one["failure"]) for one in uses)
    print(f"a question: {calls:.2f} calls, {tokens:.0f} tokens, {seconds:.1f} s; failed {failed}")


if __name__ == "__main__":
    main()
