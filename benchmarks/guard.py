"""How the guard does on a list of statements: what it misses, what it refuses, how fast it is.

    python benchmarks/guard.py [FOLDER] [--verbose] [--mutants N] [--gold SPIDER]

FOLDER (by default ../shared/guard) holds `statements.jsonl` (lines {id, dialect, sql, expected, class, enforce?, edge?,
policy?}) and `schema.json` ({columns: {table: [column…]}, ddl: {dialect: [statement…]}}). SPIDER is a folder with
`questions.json` and `database/<id>/<id>.sqlite`: real queries over real schemas, none of which is to be refused.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sqlite3
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import Any

from answerable.guard import Policy, check
from answerable.kernel.schema import DatabaseSchema
from answerable.sources.infer_keys import with_inferred_keys
from answerable.sources.sqlite.engine import SQLiteEngine

Line = dict[str, Any]
Schema = dict[str, list[str]]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("../shared/guard"))
    parser.add_argument("--verbose", action="store_true", help="print every statement judged wrongly")
    parser.add_argument("--mutants", type=int, default=2, help="mutants of each kind per statement")
    parser.add_argument("--gold", type=Path, help="folder of honest queries in the layout of the Spider training set")
    options = parser.parse_args()
    if options.gold:
        gold(options.gold, options.verbose)
        return 0
    if not (options.folder / "statements.jsonl").is_file():
        print(f"No statements.jsonl in {options.folder}.", file=sys.stderr)
        return 2
    lines = [json.loads(line) for line in (options.folder / "statements.jsonl").read_text("utf-8").splitlines()]
    tables = with_views(json.loads((options.folder / "schema.json").read_text("utf-8")))
    for title, schema in (("with schema", tables), ("without schema", None)):
        print(f"== {title}")
        accuracy(lines, schema, options.verbose)
        mutants(lines, schema, options.mutants, options.verbose)
    speed(lines, tables)
    return 0


def with_views(raw: Line) -> Schema:
    """The tables, and the views the data definition adds to them."""
    schema: Schema = dict(raw["columns"])
    for statement in next(iter(raw["ddl"].values())):
        if match := re.match(r"CREATE VIEW (\w+) AS SELECT (.+) FROM", statement):
            schema[match[1]] = [column.split()[-1] for column in match[2].split(",")]
    return schema


def allowed(line: Line, sql: str, schema: Schema | None) -> bool:
    policy = Policy.from_dict(line["policy"]) if line.get("policy") else None
    return check(sql, dialect=line["dialect"], schema=schema, policy=policy).allowed


def accuracy(lines: list[Line], schema: Schema | None, verbose: bool) -> None:
    """Counts by class and dialect, edge cases apart."""
    wrong: Counter[tuple[str, str, str]] = Counter()
    total: Counter[str] = Counter()
    for line in lines:
        kind = kind_of(line)
        total[kind] += 1
        if allowed(line, line["sql"], schema) != (line["expected"] == "allow"):
            wrong[kind, line["class"], line["dialect"]] += 1
            if verbose:
                print(f"   {kind}: {line['id']} {line['class']} {line['sql'][:150]!r}")
    for kind in sorted(total):
        count = sum(n for (k, _, _), n in wrong.items() if k == kind)
        word = "refused" if kind.startswith("allow") else "missed"
        print(f"{kind:24} {count:4} {word} of {total[kind]:4}  ({count / total[kind]:.1%})")
    for (kind, name, dialect), count in sorted(wrong.items()):
        print(f"    {kind:22} {name:18} {dialect:9} {count}")


def kind_of(line: Line) -> str:
    kind = line["expected"] if line["expected"] == "allow" else f"reject {line.get('enforce', 'static')}"
    return f"{kind} (edge)" if line.get("edge") else kind


# -- mutants --------------------------------------------------------------------------------------------------------


def mutants(lines: list[Line], schema: Schema | None, count: int, verbose: bool) -> None:
    """Statements changed without changing what they mean; none may turn from reject to allow."""
    chance = random.Random(7)
    flips: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    total = 0
    for line in lines:
        if line.get("edge") or line.get("enforce") not in (None, "static"):
            continue
        before = allowed(line, line["sql"], schema)
        for name, mutate in MUTATIONS.items():
            for _ in range(count):
                mutant = mutate(line["sql"], chance, line["dialect"])
                if mutant is None:
                    continue
                total += 1
                after = allowed(line, mutant, schema)
                if after and line["expected"] == "reject":
                    flips[name] += 1
                    if verbose:
                        print(f"   flip {name}: {line['id']} {mutant[:150]!r}")
                elif before and not after:
                    refused[name] += 1
                    if verbose:
                        print(f"   refused {name}: {line['id']} {mutant[:150]!r}")
    print(f"{total} mutants: {sum(flips.values())} flipped to allow {dict(flips)}, refused {dict(refused)}")


def random_case(sql: str, chance: random.Random, dialect: str) -> str | None:
    pieces = re.split(r"('[^']*'|\"[^\"]*\"|`[^`]*`)", sql)
    return "".join(
        piece if index % 2 else "".join(chance.choice((c.lower(), c.upper())) for c in piece)
        for index, piece in enumerate(pieces)
    )


def between_words(fill: Callable[[random.Random], str]) -> Callable[[str, random.Random, str], str | None]:
    def mutate(sql: str, chance: random.Random, dialect: str) -> str | None:
        pieces = re.split(r"('[^']*'|\"[^\"]*\"|`[^`]*`|--[^\n]*|/\*.*?\*/)", sql, flags=re.DOTALL)
        return "".join(
            piece if index % 2 else re.sub(r" ", lambda _: fill(chance), piece) for index, piece in enumerate(pieces)
        )

    return mutate


def wrapped(sql: str, chance: random.Random, dialect: str) -> str | None:
    body = sql.strip().rstrip(";")
    if not re.match(r"(?i)select|with|from|values|table", body):
        return None
    if chance.random() < 0.5:
        return f"SELECT * FROM ({body}\n) AS wrapped_1"
    return f"WITH wrapped_1 AS ({body}\n) SELECT * FROM wrapped_1"


MUTATIONS: dict[str, Callable[[str, random.Random, str], str | None]] = {
    "case": random_case,
    "space": between_words(lambda chance: chance.choice((" ", "  ", "\n", "\t", " \r\n "))),
    "comment": between_words(lambda chance: chance.choice((" ", "/**/", " /* x */ ", " -- y\n"))),
    "leading": lambda sql, chance, dialect: f"/* lead */ -- note\n{sql}",
    "trailing": lambda sql, chance, dialect: f"{sql}\n-- trail\n/* end */",
    "wrapped": wrapped,
}


# -- honest queries of others ----------------------------------------------------------------------------------------


def gold(folder: Path, verbose: bool) -> None:
    """Queries that people wrote and that run: how many pass, and which warnings they get."""
    codes: Counter[str] = Counter()
    refused: list[tuple[str, str, str]] = []
    checked = 0
    questions = sorted(json.loads((folder / "questions.json").read_text("utf-8")), key=lambda item: item["db_id"])
    for name, items in groupby(questions, key=lambda item: item["db_id"]):
        path = folder / "database" / name / f"{name}.sqlite"
        schema = read_with_keys(path)
        for sql in (item["query"] for item in items):
            if not runs(path, sql):
                continue
            checked += 1
            verdict = check(sql, dialect="sqlite", schema=schema)
            codes.update({finding.code for finding in verdict.warnings})
            refused += [(name, error.code, sql) for error in verdict.errors[:1]]
    print(f"{checked} queries that run: {len(refused)} refused ({1 - len(refused) / checked:.2%} pass)")
    print(f"warnings: {dict(codes)}")
    for case in refused if verbose else ():
        print("   refused:", *case)


def read_with_keys(path: Path) -> DatabaseSchema:
    engine = SQLiteEngine(str(path))
    engine.open()
    return with_inferred_keys(engine.read_schema(lambda *_: None), engine.sample)


def runs(path: Path, sql: str) -> bool:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        connection.text_factory = bytes
        try:
            connection.execute(sql).fetchone()
        except sqlite3.Error:
            return False
    return True


# -- speed ----------------------------------------------------------------------------------------------------------


def speed(lines: list[Line], schema: Schema) -> None:
    """Milliseconds a check takes, and the ratio to what the parser library needs for parse and qualify."""
    from sqlglot import parse
    from sqlglot.errors import SqlglotError
    from sqlglot.optimizer.qualify import qualify
    from sqlglot.schema import MappingSchema

    schemas = {d: MappingSchema({t: dict.fromkeys(c, "text") for t, c in schema.items()}, dialect=d) for d in DIALECTS}

    def reference(line: Line) -> None:
        try:
            for tree in parse(line["sql"], read=line["dialect"]):
                if tree is not None:
                    qualify(tree, schema=schemas[line["dialect"]], dialect=line["dialect"])
        except (SqlglotError, RecursionError, ValueError, AttributeError):
            pass

    honest = [line for line in lines if line["expected"] == "allow"]
    ours = list(timed(lines, lambda line: allowed(line, line["sql"], schema)))
    print(f"== speed over the list: p50 {statistics.median(ours):.2f} ms, p95 {quantile(ours, 0.95):.2f} ms")
    mine = list(timed(honest, lambda line: allowed(line, line["sql"], schema)))
    theirs = list(timed(honest, reference))
    ratios = [a / b for a, b in zip(mine, theirs, strict=True)]
    middle, reference_middle = statistics.median(mine), statistics.median(theirs)
    print(f"allowed statements: median {middle:.2f} ms, parse + qualify {reference_middle:.2f} ms")
    print(f"median ratio {statistics.median(ratios):.2f}, ratio of medians {middle / reference_middle:.2f}")


DIALECTS = ("postgres", "mysql", "sqlite", "duckdb", "spark")


def timed(lines: list[Line], work: Callable[[Line], object]) -> Iterator[float]:
    """Best of three, in milliseconds, so that a busy machine does not count."""
    for line in lines:
        best = float("inf")
        for _ in range(3):
            start = time.perf_counter()
            work(line)
            best = min(best, time.perf_counter() - start)
        yield best * 1000


def quantile(values: list[float], share: float) -> float:
    return sorted(values)[int(share * (len(values) - 1))]


if __name__ == "__main__":
    sys.exit(main())
