"""The CPU of one answer around a model that answers at once, against LangChain's SQLDatabaseChain:
`python -m benchmarks.langchain_chain` (see requirements/benchmarks.txt).

Both sides get the same SQL for the same questions about the sample shop and take turns. Ours checks, explains and
records what it does and gives a receipt; its CPU is that of this process and of the source's worker together. `new`:
SQL that was never asked before; `repeated`: the same again, over a file that nobody has written to meanwhile. Theirs
grows with the number of tables, which it describes to the model each time; so three sizes are told.
"""

from __future__ import annotations

import sqlite3
import statistics
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from answerable import sample
from answerable.agent import Agent, Question, answer_of, open_run_context
from answerable.kernel.schema import DatabaseSchema
from answerable.kernel.settings import Settings
from answerable.language import Candidate, Context, Translation

TURNS = 240
WARM_UP = 20
REST_SECONDS = 2.5
"""After which a file counts as one that nobody is writing to."""
FORMS = (
    ("how many orders above {n}", "SELECT COUNT(*) AS orders FROM orders WHERE revenue > {n}"),
    (
        "revenue by channel after order {n}",
        "SELECT channel, SUM(revenue) AS revenue FROM orders WHERE id > {n} GROUP BY channel ORDER BY revenue DESC",
    ),
    (
        "top 5 customers by revenue below order {n}",
        "SELECT c.name, SUM(o.revenue) AS revenue FROM customers AS c JOIN orders AS o ON o.customer_id = c.id "
        "WHERE o.id < {n} GROUP BY c.id, c.name ORDER BY revenue DESC LIMIT 5",
    ),
    ("products above {n} cents", "SELECT name, category, price_cents FROM products WHERE price_cents > {n} LIMIT 20"),
    (
        "customers by country, numbers above {n}",
        "SELECT country, COUNT(*) AS customers FROM customers WHERE id > {n} GROUP BY country ORDER BY customers DESC",
    ),
    ("average target without {n}", "SELECT AVG(target) AS average FROM monthly_targets WHERE target <> {n}"),
)


@dataclass
class Scripted:
    """A model that answers at once with the SQL it was told to; each side reads it in its own way."""

    sql: str = ""

    def translate(self, question: str, schema: DatabaseSchema, context: Context) -> Translation:
        return Translation((Candidate(self.sql, 0.95),), "model:scripted")


@dataclass
class Contest:
    name: str
    questions: tuple[tuple[str, str], ...]
    spent: dict[str, list[float]] = field(default_factory=lambda: {"ours": [], "theirs": []})

    def told(self) -> str:
        ours, theirs = (statistics.median(self.spent[side]) * 1000 for side in ("ours", "theirs"))
        return (
            f"{self.name:>9}: Answerable {ours:.2f} ms, SQLDatabaseChain {theirs:.2f} ms, {ours / theirs:.2f} times "
            f"(p95 {_p95(self.spent['ours']):.2f} and {_p95(self.spent['theirs']):.2f} ms, {len(self.questions)} turns)"
        )


def main() -> None:
    for more in (0, 4, 13):
        _compare(more)


def _compare(more: int) -> None:
    """Over the sample shop with so many tables more."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        shop = sample.ensure(Path(folder))
        print(f"{_tables(shop, more)} tables")
        time.sleep(REST_SECONDS)
        sides = {"ours": stack.enter_context(Ours(shop, Path(folder))), "theirs": theirs(shop)}
        _run(sides, Contest("warm-up", tuple(_questions(WARM_UP, 90_000))))
        for contest in (
            Contest("new", tuple(_questions(TURNS, 100))),
            Contest("repeated", tuple(_questions(1, 100)) * TURNS),
        ):
            print(_run(sides, contest).told())


def _tables(shop: Path, more: int) -> int:
    """How many there are when so many were added."""
    with closing(sqlite3.connect(shop)) as connection, connection:
        for number in range(more):
            connection.execute(
                f"CREATE TABLE branch_{number} (id INTEGER PRIMARY KEY, name TEXT NOT NULL, opened_at DATE, area REAL, "
                "manager TEXT, customer_id INTEGER REFERENCES customers (id))"
            )
            rows = [(f"Branch {row}", "2024-01-01", row * 1.5, "Kim") for row in range(50)]
            insert = f"INSERT INTO branch_{number} (name, opened_at, area, manager) VALUES (?, ?, ?, ?)"
            connection.executemany(insert, rows)
        return int(connection.execute("SELECT COUNT(*) FROM sqlite_master WHERE type = 'table'").fetchone()[0])


def _run(sides: dict[str, Any], contest: Contest) -> Contest:
    for turn, (question, sql) in enumerate(contest.questions):
        order = ("ours", "theirs") if turn % 2 else ("theirs", "ours")
        for side in order:
            contest.spent[side].append(sides[side](question, sql))
    return contest


def _questions(count: int, start: int) -> Iterator[tuple[str, str]]:
    for number in range(count):
        question, sql = FORMS[number % len(FORMS)]
        yield question.format(n=start + number), sql.format(n=start + number)


class Ours:
    """One run context kept open, as the server keeps it; every answer with checks, explanation and records."""

    def __init__(self, shop: Path, folder: Path) -> None:
        self.model = Scripted()
        settings = Settings(workspace=str(folder), confirm="auto")
        self._context = open_run_context([str(shop)], settings, folder=folder)

    def __enter__(self) -> Callable[[str, str], float]:
        run_context = self._context.__enter__()
        self.source: Any = run_context.sources[0]
        self.source.schema()
        self.source.open()
        self.context = replace(run_context, translator=self.model)
        return self.ask

    def __exit__(self, *raised: Any) -> None:
        self._context.__exit__(*raised)

    def ask(self, question: str, sql: str) -> float:
        self.model.sql = sql
        before = self._clock()
        answer = answer_of(Agent(self.context).ask(Question(question)))
        spent = self._clock() - before
        assert answer.sql == sql
        return spent

    def _clock(self) -> float:
        return time.process_time() + _cpu_of(self.source.worker_pid)


def theirs(shop: Path) -> Callable[[str, str], float]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from langchain_community.utilities import SQLDatabase
        from langchain_core.language_models import FakeListLLM
        from langchain_experimental.sql import SQLDatabaseChain

        model = FakeListLLM(responses=[""])
        chain = SQLDatabaseChain.from_llm(model, SQLDatabase.from_uri(f"sqlite:///{shop}"))

    def ask(question: str, sql: str) -> float:
        model.responses, model.i = [sql, "Here is your answer."], 0
        before = time.process_time()
        chain.invoke({"query": question})
        return time.process_time() - before

    return ask


def _cpu_of(pid: int) -> float:
    """CPU seconds another process has used, by its own clock (see clock_getcpuclockid(3))."""
    return time.clock_gettime(~pid << 3 | 2)


def _p95(spent: list[float]) -> float:
    return statistics.quantiles(spent, n=20)[-1] * 1000


if __name__ == "__main__":
    main()
