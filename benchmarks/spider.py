"""How often the embedded translator is right on databases it was never tuned on.

    python benchmarks/spider.py PATH [--scorer SCORE.PY] [--part held_out] [--limit N]

PATH is a folder with `questions.json` and `database/<id>/<id>.sqlite` in the layout of the Spider training set. It is
read where it lies; nothing of it is kept. Databases are split by a fixed hash of their name, so that figures of
different days compare: one in five is `held_out`, the others are `open` to be looked at.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from answerable.kernel.schema import Column, DatabaseSchema, ForeignKey, Kind, Table
from answerable.kernel.settings import Settings
from answerable.language import Context, EmbeddedTranslator
from answerable.sources import open_source

TODAY = date(2020, 1, 1)
MOST_VALUES = 2_000
LONGEST_VALUE = 60


def main() -> None:
    options = _parser().parse_args()
    questions = json.loads((options.path / "questions.json").read_text(encoding="utf-8"))
    chosen = [item for item in questions if part_of(item["db_id"]) == options.part][: options.limit]
    predictions, spent = _predict(chosen, options.path / "database")
    print(f"{len(chosen)} questions over {len({item['db_id'] for item in chosen})} databases ({options.part})")
    _report_time(spent)
    _report_confidence(predictions)
    if options.scorer:
        _score(chosen, predictions, options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("--scorer", type=Path, help="execution-match scorer to run over the predictions")
    parser.add_argument("--part", choices=("held_out", "open"), default="held_out")
    parser.add_argument("--limit", type=int, help="only the first N questions")
    parser.add_argument("--out", type=Path, help="where the scorer writes a verdict for each question")
    return parser


def part_of(database: str) -> str:
    """Which part a database belongs to: by the first byte of a hash of its name."""
    return "held_out" if hashlib.sha256(database.encode()).digest()[0] % 5 == 0 else "open"


def _predict(questions: Sequence[dict[str, Any]], folder: Path) -> tuple[list[dict[str, Any]], list[float]]:
    translator, context = EmbeddedTranslator(), Context(TODAY)
    schemas: dict[str, DatabaseSchema] = {}
    predictions, spent = [], []
    for item in questions:
        name = item["db_id"]
        if name not in schemas:
            schemas[name] = as_a_source_reads_it(folder / name / f"{name}.sqlite")
            translator.translate("how many rows", schemas[name], context)
        began = time.process_time()
        best = translator.translate(item["question"], schemas[name], context).best
        spent.append(time.process_time() - began)
        sql, sure = (best.sql, best.confidence) if best else ("", 0.0)
        predictions.append({"db_id": name, "question": item["question"], "sql": sql, "confidence": sure})
    return predictions, spent


def _report_time(spent: list[float]) -> None:
    ranked = sorted(spent)
    p95 = ranked[int(0.95 * (len(ranked) - 1))]
    print(f"CPU a question: median {1000 * statistics.median(ranked):.1f} ms, p95 {1000 * p95:.1f} ms")


def _report_confidence(predictions: list[dict[str, Any]]) -> None:
    answered = sum(item["confidence"] >= 0.5 for item in predictions)
    empty = sum(not item["sql"] for item in predictions)
    asked = len(predictions) - answered
    print(f"answered (confidence at least 0.5): {answered}; asked back: {asked}, of them without SQL: {empty}")


def _score(questions: Sequence[dict[str, Any]], predictions: list[dict[str, Any]], options: argparse.Namespace) -> None:
    with tempfile.TemporaryDirectory() as name:
        gold, predicted, verdicts = (Path(name) / part for part in ("gold.json", "predicted.json", "verdicts.jsonl"))
        verdicts = options.out or verdicts
        gold.write_text(json.dumps(list(questions)), encoding="utf-8")
        predicted.write_text(json.dumps(predictions), encoding="utf-8")
        command = [sys.executable, str(options.scorer), "--gold", str(gold), "--pred", str(predicted)]
        command += ["--db", str(options.path / "database"), "--jobs", "1", "--out", str(verdicts)]
        subprocess.run(command, check=True)
        _report_precision(predictions, [json.loads(line) for line in verdicts.read_text(encoding="utf-8").splitlines()])


def _report_precision(predictions: list[dict[str, Any]], verdicts: list[dict[str, Any]]) -> None:
    """How often the answers it was surest of were right."""
    scored = [(p["confidence"], v["verdict"] == "right") for p, v in zip(predictions, verdicts, strict=True)]
    scored.sort(key=lambda pair: -pair[0])
    for share in (0.2, 0.4, 0.6, 1.0):
        part = scored[: max(1, int(share * len(scored)))]
        print(f"surest {share:.0%}: {100 * sum(right for _, right in part) / len(part):.1f} % right")
    print(f"expected calibration error: {_calibration_error(scored):.3f}")


def _calibration_error(scored: list[tuple[float, bool]], bins: int = 10) -> float:
    """How far confidence and the share that is right lie apart, over ten bins of confidence."""
    apart = [0.0] * bins
    for confidence, right in scored:
        apart[min(int(confidence * bins), bins - 1)] += confidence - right
    return sum(map(abs, apart)) / len(scored)


def as_a_source_reads_it(path: Path) -> DatabaseSchema:
    """Through the worker process, with inferred keys, values and all."""
    with tempfile.TemporaryDirectory() as folder, open_source(str(path), Settings(), folder=Path(folder)) as source:
        return source.schema()


def read_schema(path: Path) -> DatabaseSchema:
    """A SQLite file's schema with values of its text columns, quickly and without a process of its own."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    connection.text_factory = lambda raw: raw.decode("utf-8", "ignore")
    try:
        names = [
            row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid")
        ]
        return DatabaseSchema("sqlite", tuple(_table(connection, n) for n in names if not n.startswith("sqlite_")))
    finally:
        connection.close()


def _table(connection: sqlite3.Connection, name: str) -> Table:
    quoted = '"' + name.replace('"', '""') + '"'
    rows = connection.execute(f"PRAGMA table_info({quoted})").fetchall()
    columns = tuple(_column(connection, quoted, row[1], row[2], not row[3]) for row in rows)
    keys: dict[int, list[Any]] = {}
    for row in connection.execute(f"PRAGMA foreign_key_list({quoted})").fetchall():
        keys.setdefault(row[0], []).append(row)
    found = [_foreign_key(parts) for _, parts in sorted(keys.items())]
    primary = tuple(row[1] for row in sorted(rows, key=lambda row: row[5]) if row[5])
    return Table(name, columns, primary_key=primary, foreign_keys=tuple(key for key in found if key))


def _foreign_key(rows: list[Any]) -> ForeignKey | None:
    if any(row[4] is None for row in rows):
        return None
    return ForeignKey(tuple(row[3] for row in rows), rows[0][2], tuple(row[4] for row in rows))


def _column(connection: sqlite3.Connection, table: str, name: str, declared: str, nullable: bool) -> Column:
    kind = _kind(declared)
    values = _values(connection, table, name) if kind is Kind.TEXT else ()
    return Column(name, declared, kind, nullable, common_values=values)


def _kind(declared: str) -> Kind:
    text = declared.upper()
    known = (
        ("BOOL", Kind.BOOLEAN),
        ("INT", Kind.INTEGER),
        ("DATETIME", Kind.TIMESTAMP),
        ("TIMESTAMP", Kind.TIMESTAMP),
        ("DATE", Kind.DATE),
        ("DEC", Kind.DECIMAL),
        ("NUMERIC", Kind.DECIMAL),
        ("NUMBER", Kind.DECIMAL),
        ("REAL", Kind.FLOAT),
        ("FLOA", Kind.FLOAT),
        ("DOUB", Kind.FLOAT),
    )
    return next((kind for part, kind in known if part in text), Kind.TEXT)


def _values(connection: sqlite3.Connection, table: str, column: str) -> tuple[str, ...]:
    quoted = '"' + column.replace('"', '""') + '"'
    rows = connection.execute(
        f"SELECT {quoted} FROM {table} WHERE TYPEOF({quoted}) = 'text' AND LENGTH({quoted}) <= {LONGEST_VALUE} "
        f"GROUP BY {quoted} ORDER BY COUNT(*) DESC, {quoted} LIMIT {MOST_VALUES}"
    )
    return tuple(row[0] for row in rows)


if __name__ == "__main__":
    main()
