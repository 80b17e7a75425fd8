"""`python -m benchmarks.model_statements FOLDER [--dialect sqlite|duckdb] [--limit N]`: a model that writes anything.

FOLDER holds statements.jsonl (`id`, `dialect`, `sql`, `expected`: reject or allow, `policy`) and schema.json with the
tables they speak of. A scripted model answers the same unclear question with each statement; what the product then ran
is read from its own record. Ends with 1 where a statement that must be rejected was run as it stands; those that the
limits may stop as well (`enforce` is not `static`, or `edge`) are counted apart.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import sys
from collections import Counter
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb
from tests.hybrid.scripted_model import ScriptedModel, proposal

from answerable.agent import Agent, Question
from answerable.agent.context.model_seat import ModelSeat
from answerable.agent.context.source_pool import SourcePool
from answerable.agent.events import Answered
from answerable.guard import Policy
from answerable.kernel.settings import Settings
from answerable.providers.model_settings import ModelSettings

QUESTION = "what about the stuff that we did there lately, roughly"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--dialect", default="sqlite", choices=("sqlite", "duckdb"))
    parser.add_argument("--limit", type=int)
    given = parser.parse_args()
    about = json.loads((given.folder / "schema.json").read_text(encoding="utf-8"))
    lines = [json.loads(line) for line in (given.folder / "statements.jsonl").read_text(encoding="utf-8").splitlines()]
    statements = [one for one in lines if one["dialect"] == given.dialect][: given.limit]
    with TemporaryDirectory() as folder:
        database = _database(Path(folder), given.dialect, about["ddl"][given.dialect])
        counts = _run(statements, database, Path(folder), about)
    print(", ".join(f"{name} {count}" for name, count in sorted(counts.items())))
    sys.exit(1 if counts["rejects run"] else 0)


def _database(folder: Path, dialect: str, ddl: list[str]) -> Path:
    path = folder / ("made.db" if dialect == "sqlite" else "made.duckdb")
    connection: Any = sqlite3.connect(path) if dialect == "sqlite" else duckdb.connect(str(path))
    for statement in ddl:
        connection.execute(statement)
    if dialect == "sqlite":
        connection.commit()
    connection.close()
    return path


def _run(statements: list[dict[str, Any]], database: Path, folder: Path, about: dict[str, Any]) -> Counter[str]:
    counts: Counter[str] = Counter()
    pool = SourcePool(folder=folder)
    try:
        for one in statements:
            policy = _policy(one, about)
            before = len(_queries(folder))
            seat = ModelSeat(ScriptedModel(proposal(one["sql"])), ModelSettings())
            settings = Settings(confirm="never", confidence_threshold=0.05)
            with pool.open_context(
                [str(database)], settings, today=date(2026, 11, 18), seat=seat, policy=policy, demands_names=False
            ) as context:
                ending = Agent(context).ask(Question(QUESTION))
            ran = one["sql"] in _queries(folder)[before:]
            kind = _kind(one)
            counts[f"{kind} asked"] += 1
            counts[f"{kind} run"] += ran
            counts["answered"] += isinstance(ending, Answered)
            if kind == "rejects" and ran:
                print(f"{one['id']} was run: {one['sql'][:200]}")
    finally:
        pool.close()
    return counts


def _kind(one: dict[str, Any]) -> str:
    if one["expected"] != "reject":
        return "allows"
    is_firm = one.get("enforce", "static") == "static" and not one.get("edge")
    return "rejects" if is_firm else "bounded rejects"


def _policy(one: dict[str, Any], about: dict[str, Any]) -> Policy | None:
    named = one.get("policy")
    given = about.get(named) if isinstance(named, str) else named
    return Policy.from_dict({key: value for key, value in given.items() if value}) if given else None


def _queries(folder: Path) -> list[str]:
    log = folder / ".answerable" / "logs" / "data_agent_runs.jsonl"
    if not log.exists():
        return []
    entries = [json.loads(line)["event_data"] for line in log.read_text(encoding="utf-8").splitlines()]
    return [str(one["arguments"]["query"]) for one in entries if one.get("tool_name") == "sql.run"]


if __name__ == "__main__":
    main()
