"""`python -m benchmarks.models FOLDER DOMAIN… --engine PROVIDER:MODEL --out FILE.jsonl`: engine, model, hybrid.

FOLDER holds a folder a domain with DOMAIN.sqlite and questions.jsonl (`id`, `question`, `query`, `alts`, `expect` and
`lang`). Every question is read by the engine, and the model is asked for each, also where the product would not ask.
A line is written as soon as a question is done, and what is in the file is not asked again: the run may be stopped and
gone on with, by the same command. A question that the model gives no reply to counts as one that it did not help with;
three in a row end the run instead. Settings and addresses of models come from answerable.toml and ANSWERABLE_MODELS_*,
as ever; ANSWERABLE_MODELS_BLIND=true measures what blind mode costs. Nothing is run for the model to look at here: the
product may try a query first.

`--spider` takes FOLDER in the layout of the Spider training set (`questions.json`, `database/<id>/<id>.sqlite`) and of
it the held-out part. `--limit N` takes the first N questions of each domain, `--most N` so many of all, taken evenly
from all domains. `--lang en` takes those of one language, `--pairs N` gives the first N questions of each domain with
their SQL as verified queries and asks the others, `--report` only prints what the file holds. The features
in the file are what `training/fit_contest.py` fits the weights of the contest to.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from answerable.agent.context.model_seat import ModelSeat, open_seat
from answerable.agent.context.schema_views import View
from answerable.agent.stages.model_stage import consult_over
from answerable.hybrid.consult_model import needs_model
from answerable.kernel.errors import AnswerableError
from answerable.kernel.knowledge import Known, VerifiedQuery
from answerable.kernel.settings import Settings, load_settings
from answerable.kernel.workspace import Workspace
from answerable.language import Context, EmbeddedTranslator, Translation
from answerable.language.decision import decide
from answerable.sources import open_source
from benchmarks.model_questions import QuestionSet
from benchmarks.model_run_file import RunFile, read_lines
from benchmarks.row_match import gives_the_rows_of, rows_of_query

TODAY = date(2026, 11, 18)


def main() -> None:
    given = _arguments()
    out = Path(given.out)
    if not given.report:
        _measure(given, out)
    _print_report(read_lines(out))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("domains", nargs="*")
    parser.add_argument("--engine", default="embedded")
    parser.add_argument("--out", default="models.jsonl")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--most", type=int)
    parser.add_argument("--lang")
    parser.add_argument("--pairs", type=int, default=0)
    parser.add_argument("--spider", action="store_true")
    parser.add_argument("--report", action="store_true")
    return parser.parse_args()


def _measure(given: argparse.Namespace, out: Path) -> None:
    settings = load_settings(flags={"engine": given.engine})
    workspace = Workspace.at(settings.workspace)
    seat, engine = open_seat(settings, workspace), EmbeddedTranslator()
    file = RunFile(out, _setup(given, seat))
    file.begin()
    opened: dict[str, _Domain] = {}
    questions = QuestionSet(given.folder, given.spider, given.lang, given.pairs, given.limit, given.most)
    for domain, question in questions.chosen(given.domains):
        if question["id"] in file.done:
            continue
        if domain not in opened:
            opened = {domain: _opened(questions, domain, settings)}
        line = _asked(question, opened[domain], engine, seat, workspace, settings)
        file.add(line)
        print(f"{line['id']}: {_marks(line)}", file=sys.stderr, flush=True)
    file.end()


def _setup(given: argparse.Namespace, seat: ModelSeat | None) -> dict[str, Any]:
    seen = {"sees": seat.settings.may_see(seat.model), "blind": seat.settings.blind} if seat else {}
    return {"engine": given.engine, "pairs": given.pairs, **seen}


@dataclass(frozen=True)
class _Domain:
    database: Path
    view: View
    known: Known


def _opened(questions: QuestionSet, domain: str, settings: Settings) -> _Domain:
    database = questions.database(domain)
    pairs = [VerifiedQuery(str(one["id"]), one["question"], one["query"]) for one in questions.verified(domain)]
    known = Known(verified_queries=tuple(pairs))
    source = open_source([str(database)], settings)
    try:
        return _Domain(database, View(source.schema(), None, known), known)
    finally:
        source.close()


def _asked(
    question: dict[str, Any],
    domain: _Domain,
    engine: EmbeddedTranslator,
    seat: ModelSeat | None,
    workspace: Workspace,
    settings: Settings,
) -> dict[str, Any]:
    database, view = domain.database, domain.view
    context = Context(TODAY, lang=question.get("lang", "en"), known=domain.known)
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
    marks = {"engine": line["engine"]["right"]}
    if line.get("use", {}).get("failure"):
        return f"engine {'+' if line['engine']['right'] else '-'} no reply"
    if model := line.get("model"):
        marks |= {"model": model["right"], "mended": model["mended_right"]}
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
