"""What both ways of translating make of the questions the ranking is fitted on, one a line, with who was right:

    python -m training.outcomes FOLDER --weights WITHOUT_0.weights --fold 0 --scorer SCORE.PY --out outcomes.jsonl
    python -m training.outcomes business --weights MODEL.weights --out outcomes.jsonl

FOLDER holds questions and databases in the layout of the Spider training set; the network read is one trained without
this fold. Where the right answer is empty, wrong readings give it too: there, right is what says the same, word for
word. `business` stands for our own questions that are not held back.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.business import is_right
from benchmarks.spider import TODAY
from tests.language.databases import BUSINESS, business_cases, cases, schema

from answerable.language.neural import weights
from answerable.language.neural.form import Form, Pointer
from answerable.language.neural.network import Network
from answerable.language.neural.neural_parser import NeuralParser
from answerable.language.neural.value_candidates import ValueCandidate
from answerable.language.ranking import PooledReading, pool_readings
from answerable.language.rules.pipeline import Pipeline
from answerable.language.translation import Context
from training.corpus import open_examples
from training.folds import fold_of
from training.judging import Judge

__all__ = ["pool_of"]

Line = dict[str, Any]

_EVERY = 12
"""So many questions, one is also asked of another database."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--fold", type=int)
    parser.add_argument("--scorer", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    with options.weights.open("rb") as file:
        network = Network(weights.read(file))
    found = _of_business(network) if str(options.folder) == "business" else _of_fold(options, network)
    lines = []
    with options.out.open("w", encoding="utf-8") as file:
        for line in found:
            file.write(json.dumps(line) + "\n")
            lines.append(line)
    _report(lines)


def _of_fold(options: argparse.Namespace, network: Network) -> Iterator[Line]:
    judge = Judge(options.scorer, options.folder / "database")
    ways: dict[str, tuple[Pipeline, NeuralParser]] = {}
    number = 0
    for one in open_examples(options.folder):
        name = one.database.name
        is_telling = judge.is_telling(name, one.sql)
        if fold_of(name) != options.fold or not (is_telling or one.form):
            continue
        if name not in ways:
            known = one.database.items.schema
            ways[name] = Pipeline(known), NeuralParser(known, network)
        line = _line(one.question, Context(TODAY), *ways[name])
        for reading in line["pool"]:
            says = reading["form"] == _plain(one.form)
            reading["right"] = judge.is_right(name, one.sql, reading["sql"]) if is_telling else says
        yield {"db_id": name, "query": one.sql, "telling": is_telling, **line}
        number += 1
        if number % _EVERY == 0 and len(ways) > 1:
            yield _asked_elsewhere(one.question, *list(ways.items())[-2])


def _asked_elsewhere(question: str, name: str, ways: tuple[Pipeline, NeuralParser]) -> Line:
    """Of a database it is not about, no reading is right."""
    line = _line(question, Context(TODAY), *ways)
    return {"db_id": f"elsewhere {name}", **line, "pool": [one | {"right": False} for one in line["pool"]]}


def _of_business(network: Network) -> Iterator[Line]:
    """Questions of everyday business, which the others hardly are; those held back stay out."""
    ways = {name: (Pipeline(schema(name)), NeuralParser(schema(name), network)) for name in BUSINESS}
    for case in [*cases(), *business_cases()]:
        if not case.held_back:
            line = _line(case.question, case.context, *ways[case.database])
            for one in line["pool"]:
                one["right"] = is_right(case, one["sql"])
            yield {"db_id": f"business {case.database}", **line}


def _line(question: str, context: Context, rules: Pipeline, reader: NeuralParser) -> Line:
    said, read = rules.translate(question, context), reader.read(question)
    pool = pool_readings(said, read, reader, question)
    values = pool[0].values if pool else ()
    return {
        "question": question,
        "strange": len(said.not_understood),
        "values": [[one.text, one.start, one.end, one.kind, one.columns] for one in values],
        "pool": [_written(one) for one in pool],
    }


def _written(one: PooledReading) -> dict[str, Any]:
    known = {"log": one.log_probability, "least": one.least, "place": one.place, "by_rule": one.by_rule}
    return {"sql": one.sql, "form": _plain(one.form), **known}


def _plain(form: Form | None) -> list[str | list[Any]] | None:
    if form is None:
        return None
    return [token if isinstance(token, str) else [token.kind, token.index] for token in form]


def pool_of(line: Line) -> tuple[PooledReading, ...]:
    """What `pool_readings` gave, from a written line."""
    values = tuple(ValueCandidate(text, start, end, kind, tuple(c)) for text, start, end, kind, c in line["values"])
    return tuple(
        PooledReading(
            one["sql"],
            one["form"] and tuple(token if isinstance(token, str) else Pointer(*token) for token in one["form"]),
            values,
            one["log"],
            one["place"],
            one["by_rule"],
            one["least"],
        )
        for one in line["pool"]
    )


def _report(lines: list[Line]) -> None:
    for who, key in (("rules", "by_rule"), ("network", "log")):
        right = 0
        for line in lines:
            found = [one for one in line["pool"] if one[key]]
            right += bool(found and max(found, key=lambda one: one[key])["right"])
        print(f"{who}: {right / len(lines):.1%} right")
    print(f"in the pool: {sum(any(one['right'] for one in line['pool']) for line in lines) / len(lines):.1%}")


if __name__ == "__main__":
    main()
