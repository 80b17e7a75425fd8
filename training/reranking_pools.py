"""The pools that the trees of `language/reranking` are fitted on:

    python -m training.reranking_pools FOLDER DOMAIN… --out pools.pickle [--ranked ranked.json]
    python -m training.reranking_pools FOLDER --spider-scorer SCORE.PY --out pools.pickle [--ranked ranked.json]

FOLDER holds business domains, or what `training.build_databases` made (`<domain>.sqlite`, `questions.jsonl`;
`score.py` beside them). For each question, in all
its wordings: the features of every reading and of the case that none is right, which readings give the rows of the gold
SQL, and what was expected (answer, ask back, decline). `--ranked` keeps what rules and network made of the questions.
With `--spider-scorer`, FOLDER has the layout of Spider's training set, with `questions_reworded.json`: every few
questions of the open part, in both wordings.
"""

from __future__ import annotations

import argparse
import json
import pickle
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmarks.business_reader import load_scorer
from benchmarks.semantics import read_schema
from benchmarks.spider import as_a_source_reads_it, part_of
from tests.language.databases import BUSINESS, business_cases, cases, connection, schema

from answerable.kernel.messages import verbatim
from answerable.kernel.schema import DatabaseSchema
from answerable.language.korean.adapter import KoreanAdapter
from answerable.language.prepared_schema import PreparedSchema
from answerable.language.question.tokens import normalise
from answerable.language.reranking.joined_pool import JoinedPool
from answerable.language.reranking.reranking_features import Features, content_tokens, features_of_pool
from answerable.language.translation import Candidate, CodedClarification, Context, Translation
from training.judging import Judge

__all__ = ["QuestionPool", "read_pools"]

_EVERY = 7
_TODAY = date(2026, 6, 30)
_FOREIGN, _FOREIGN_WORDING, _UNKNOWN = 9, 5, 0.4
_SCALES = {"ratio": (1, 100, 0.01), "growth": (1, 100, 0.01)}


@dataclass
class QuestionPool:
    domain: str
    question: str
    wording: int
    """0 is the main one."""
    kind: str
    expect: str
    sqls: list[str] = field(default_factory=list)
    rows: list[Features] = field(default_factory=list)
    """One more than there are readings."""
    right: list[bool] = field(default_factory=list)


def read_pools(files: list[Path]) -> list[QuestionPool]:
    """Only files that `main` wrote."""
    return [QuestionPool(**pool) for file in files for pool in pickle.loads(file.read_bytes())]  # noqa: S301 our own


@dataclass(frozen=True)
class GoldJudge:
    """Says whether SQL gives the rows of one of the gold queries."""

    scorer: ModuleType
    path: Path
    golds: list[Any]
    scales: tuple[float, ...]

    def is_right(self, sql: str) -> bool:
        rows = _rows(self.scorer, self.path, sql)
        return rows is not None and any(self.scorer.same(gold, rows, self.scales) for gold in self.golds)


@dataclass(frozen=True)
class SpiderJudge:
    judge: Judge
    database: str
    gold: str

    def is_right(self, sql: str) -> bool:
        return self.judge.is_right(self.database, self.gold, sql)


@dataclass(frozen=True)
class OwnJudge:
    scorer: ModuleType
    database: str
    golds: tuple[str, ...]

    def is_right(self, sql: str) -> bool:
        run = connection(self.database).execute
        try:
            rows = run(sql).fetchall()
        except sqlite3.Error:
            return False
        return any(self.scorer.same(run(gold).fetchall(), rows) for gold in self.golds)


class NeverRight:
    def is_right(self, sql: str) -> bool:
        return False


@lru_cache(maxsize=4_096)
def _rows(scorer: ModuleType, path: Path, sql: str) -> list[Any] | None:
    try:
        found: list[Any] = scorer.rows_of(path, sql)
    except (sqlite3.Error, sqlite3.Warning, OverflowError):
        return None
    return found


class Cache:
    """What rules and network made of questions: slow to make, and not what changes."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._known: dict[str, dict[str, Any]] = json.loads(file.read_text()) if file and file.exists() else {}

    def ranked(self, domain: str, question: str, prepared: PreparedSchema, context: Context) -> Translation:
        key = f"{domain} {question}"
        if key not in self._known:
            self._known[key] = _as_json(prepared.ranked(question, context))
        return _from_json(self._known[key])

    def write(self) -> None:
        if self._file:
            self._file.write_text(json.dumps(self._known))


def _as_json(ranked: Translation) -> dict[str, Any]:
    """What the features look at."""
    return {
        "candidates": [[one.sql, one.confidence] for one in ranked.candidates],
        "not_understood": ranked.not_understood,
        "understood": len(ranked.understood),
        "asks": ranked.clarification is not None,
        "is_refused": ranked.is_refused,
    }


def _from_json(known: dict[str, Any]) -> Translation:
    return Translation(
        tuple(Candidate(sql, confidence) for sql, confidence in known["candidates"]),
        "embedded",
        CodedClarification(verbatim("?")) if known["asks"] else None,
        tuple(verbatim("") for _ in range(known["understood"])),
        tuple(known["not_understood"]),
        is_refused=known["is_refused"],
    )


def pools_of(folder: Path, scorer: ModuleType, cache: Cache) -> Iterator[QuestionPool]:
    path = folder / f"{folder.name}.sqlite"
    schema = read_schema(path)
    prepared, korean = PreparedSchema(schema), KoreanAdapter()
    for line in (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        asked: dict[str, Any] = json.loads(line)
        sqls = [asked["query"], *asked["alts"]] if asked["query"] else asked["alts"]
        golds = [scorer.rows_of(path, sql) for sql in sqls]
        for wording, text in enumerate((asked["question"], *asked["paraphrases"])):
            question, context = _in_english(text, asked["lang"], schema, korean)
            ranked = cache.ranked(folder.name, question, prepared, context)
            if ranked.is_refused:
                continue
            pool = prepared.pool(question, ranked, context)
            made = QuestionPool(folder.name, question, wording, asked["kind"], asked["expect"])
            judge = GoldJudge(scorer, path, golds, _SCALES.get(asked["kind"], (1,)))
            yield _filled(made, pool, schema, prepared, judge)


def foreign_pools(folder: Path, others: Sequence[Path], cache: Cache) -> Iterator[QuestionPool]:
    """Questions that people asked of other sources, with a word that nothing in this one is like: to be declined."""
    schema = read_schema(folder / f"{folder.name}.sqlite")
    prepared = PreparedSchema(schema)
    for other in others:
        lines = (other / "questions.jsonl").read_text(encoding="utf-8").splitlines()
        for line in lines[:: max(1, len(lines) // _FOREIGN)]:
            asked: dict[str, Any] = json.loads(line)
            question, context = asked["question"], Context(_TODAY)
            if asked["lang"] != "en" or not _is_foreign(question, prepared):
                continue
            ranked = cache.ranked(f"{folder.name} foreign", question, prepared, context)
            if not ranked.is_refused:
                pool = prepared.pool(question, ranked, context)
                made = QuestionPool(folder.name, question, _FOREIGN_WORDING, "foreign", "decline")
                yield _filled(made, pool, schema, prepared, NeverRight())


def _is_foreign(question: str, prepared: PreparedSchema) -> bool:
    tokens = normalise(question)
    words = [tokens[at].lemma for at in content_tokens(tokens)]
    return min(prepared.source_words.nearest(words), default=1.0) < _UNKNOWN


def spider_pools(folder: Path, judge: Judge, cache: Cache) -> Iterator[QuestionPool]:
    prepared: dict[str, PreparedSchema] = {}
    for wording, name in enumerate(("questions.json", "questions_reworded.json")):
        asked = [item for item in json.loads((folder / name).read_text()) if part_of(item["db_id"]) == "open"]
        for item in asked[::_EVERY]:
            database, question = item["db_id"], item["question"]
            if not judge.is_telling(database, item["query"]):
                continue
            if database not in prepared:
                path = folder / "database" / database / f"{database}.sqlite"
                prepared[database] = PreparedSchema(as_a_source_reads_it(path))
            own, context = prepared[database], Context(_TODAY)
            pool = own.pool(question, cache.ranked(database, question, own, context), context)
            made = QuestionPool(f"spider {database}", question, 3 + wording, "spider", "answer")
            golden = SpiderJudge(judge, database, item["query"])
            yield _filled(made, pool, own.schema, own, golden)


def own_pools(scorer: ModuleType, cache: Cache) -> Iterator[QuestionPool]:
    """Our own business questions, but for those that are held back."""
    prepared = {name: PreparedSchema(schema(name)) for name in BUSINESS}
    for case in [*cases(), *business_cases()]:
        if case.held_back or case.gap:
            continue
        own, sqls = prepared[case.database], (case.gold, *case.also)
        ranked = cache.ranked(f"own {case.database}", case.question, own, case.context)
        pool = own.pool(case.question, ranked, case.context)
        made = QuestionPool(f"own {case.database}", case.question, 3, case.kind, "answer")
        yield _filled(made, pool, own.schema, own, OwnJudge(scorer, case.database, sqls))


def _in_english(text: str, lang: str, schema: DatabaseSchema, korean: KoreanAdapter) -> tuple[str, Context]:
    context = Context(_TODAY, lang=lang)
    if lang != "ko":
        return text, context
    english = korean.to_english(text, schema, context)
    return english.question, english.context


def _filled(
    made: QuestionPool,
    pool: JoinedPool,
    schema: DatabaseSchema,
    prepared: PreparedSchema,
    judge: GoldJudge | SpiderJudge | OwnJudge | NeverRight,
) -> QuestionPool:
    made.sqls = [entry.sql for entry in pool.entries]
    made.rows = features_of_pool(pool, schema.dialect, prepared.sample_runs, prepared.source_words)
    made.right = [made.expect == "answer" and judge.is_right(sql) for sql in made.sqls]
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("domains", nargs="*")
    parser.add_argument("--spider-scorer", type=Path)
    parser.add_argument("--foreign", action="store_true", help="with questions that were asked of other domains")
    parser.add_argument("--own", action="store_true", help="with our own business questions")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--ranked", type=Path)
    options = parser.parse_args()
    cache = Cache(options.ranked)
    pools: list[QuestionPool] = []
    for domain in options.domains:
        pools += pools_of(options.folder / domain, load_scorer(options.folder / "score.py"), cache)
        if options.foreign:
            at = options.domains.index(domain)
            others = [*options.domains[at + 1 :], *options.domains[:at]][:2]
            pools += foreign_pools(options.folder / domain, [options.folder / other for other in others], cache)
        cache.write()
        asked = [pool for pool in pools if pool.expect == "answer"]
        held = sum(any(pool.right) for pool in asked)
        print(f"{domain}: {len(pools)} questions, the right reading in the pool of {held / len(asked):.1%}", flush=True)
    if options.spider_scorer:
        pools += spider_pools(options.folder, Judge(options.spider_scorer, options.folder / "database"), cache)
        cache.write()
    if options.own:
        pools += own_pools(load_scorer(options.folder / "score.py"), cache)
    options.out.write_bytes(pickle.dumps([asdict(pool) for pool in pools]))


if __name__ == "__main__":
    main()
