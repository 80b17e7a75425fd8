"""What both translators make of questions over databases the network never learned from, and what of it is right.

    python -m training.outcomes FOLDER --weights model.npz --scorer SCORE.PY --out outcomes.jsonl

One line a question: its readings, the signs `ranking` goes by, and whether each is right.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks.business import is_right
from tests.language.databases import BUSINESS, business_cases, cases, schema

from answerable.language import Context
from answerable.language.pipeline import Pipeline
from answerable.language.ranking import pooled
from answerable.language.ranking.signs import signs_of_none, signs_of_reading
from answerable.language.reader import weights
from answerable.language.reader.network import Network
from answerable.language.reader.reading import Reader
from training.corpus import Example, open_examples
from training.watching import watched_databases

TODAY = date(2020, 1, 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--scorer", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    with options.weights.open("rb") as file:
        network = Network(weights.read(file))
    examples = list(open_examples(options.folder))
    watched = watched_databases(sorted({one.database.name for one in examples if one.form}))
    chosen = [one for one in examples if one.database.name in watched and _is_telling(one, options.folder)]
    lines = _translated(chosen, network)
    _judge(lines, options)
    _report(lines)
    lines += _business(network)
    options.out.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def _is_telling(one: Example, folder: Path) -> bool:
    """Where the right answer is empty, wrong ones look right."""
    path = folder / "database" / one.database.name / f"{one.database.name}.sqlite"
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        connection.text_factory = bytes
        try:
            row = connection.execute(one.sql).fetchone()
        except sqlite3.Error:
            return False
    return row is not None and row not in ((0,), (None,))


def _report(lines: list[dict[str, Any]]) -> None:
    for who, key in (("rules", "by_rule"), ("network", "log")):
        right = 0
        for line in lines:
            found = [one for one in line["pool"] if one[key]]
            right += bool(found and max(found, key=lambda one: one[key])["right"])
        print(f"{who}: {right / len(lines):.1%} right")
    print(f"in the pool: {sum(any(one['right'] for one in line['pool']) for line in lines) / len(lines):.1%}")


def _translated(examples: list[Example], network: Network) -> list[dict[str, Any]]:
    ways: dict[str, tuple[Pipeline, Reader]] = {}
    lines = []
    for one in examples:
        known = one.database.items.schema
        if one.database.name not in ways:
            ways[one.database.name] = Pipeline(known), Reader(known, network)
        line = _line(one.question, Context(TODAY), *ways[one.database.name])
        lines.append({"db_id": one.database.name, "query": one.sql, **line})
    return lines


def _business(network: Network) -> list[dict[str, Any]]:
    """Questions of everyday business, which the others hardly are; those held back stay out."""
    ways = {name: (Pipeline(schema(name)), Reader(schema(name), network)) for name in BUSINESS}
    lines = []
    for case in [*cases(), *business_cases()]:
        if not case.held_back:
            line = _line(case.question, case.context, *ways[case.database])
            for one in line["pool"]:
                one["right"] = is_right(case, one["sql"])
            lines.append({"db_id": f"business {case.database}", **line})
    return lines


def _line(question: str, context: Context, rules: Pipeline, reader: Reader) -> dict[str, Any]:
    said, read = rules.translate(question, context), reader.read(question)
    pool = pooled(said, read, reader, question)
    readings = [
        {
            "sql": one.sql,
            "by_rule": one.by_rule,
            "log": one.log_probability,
            "signs": signs_of_reading(question, one, pool, reader.items),
        }
        for one in pool
    ]
    return {"question": question, "pool": readings, "none": signs_of_none(pool, len(said.not_understood))}


def _judge(lines: list[dict[str, Any]], options: argparse.Namespace) -> None:
    """Every reading of every question by the scorer, all in one go."""
    jobs = [(line, one) for line in lines for one in line["pool"]]
    gold = [{"db_id": line["db_id"], "question": str(n), "query": line["query"]} for n, (line, _) in enumerate(jobs)]
    predicted = [{"db_id": line["db_id"], "question": str(n), "sql": one["sql"]} for n, (line, one) in enumerate(jobs)]
    with tempfile.TemporaryDirectory() as name:
        files = [Path(name) / part for part in ("gold.json", "predicted.json", "verdicts.jsonl")]
        files[0].write_text(json.dumps(gold), encoding="utf-8")
        files[1].write_text(json.dumps(predicted), encoding="utf-8")
        command = [sys.executable, str(options.scorer), "--gold", str(files[0]), "--pred", str(files[1])]
        command += ["--db", str(options.folder / "database"), "--jobs", "2", "--out", str(files[2])]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - the scorer named by the caller
        verdicts = [json.loads(text)["verdict"] for text in files[2].read_text(encoding="utf-8").splitlines()]
    for (_, one), verdict in zip(jobs, verdicts, strict=True):
        one["right"] = verdict == "right"


if __name__ == "__main__":
    main()
