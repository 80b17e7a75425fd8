"""`python -m benchmarks.engine`: CPU and memory of the embedded engine on a small and on a very large schema.

Both schemas are made up, from the same words; the questions name things that are in both.
"""

from __future__ import annotations

import itertools
import os
import resource
import statistics
import time
from datetime import date

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the command sets it, before numpy is loaded

from answerable.kernel.schema import Cell, Column, DatabaseSchema, ForeignKey, Kind, Table
from answerable.language import Context, EmbeddedTranslator

THINGS = ("customer", "order", "product", "invoice", "employee", "store", "supplier", "shipment", "payment", "ticket")
AREAS = ("sales", "finance", "legal", "people", "travel", "fleet", "estate", "media", "labs", "retail")
TEAMS = ("north", "south", "east", "west", "alpha", "beta", "gamma", "delta", "omega", "core")
QUESTIONS = (
    "how many customers are there",
    "average amount of invoices by status",
    "which supplier has the most products",
    "names of employees hired after 2020",
    "total amount of payments per customer",
    "list the stores in Berlin",
)
CONTEXT = Context(date(2026, 11, 15))
TURNS = 5
ROWS = 300
"""Of each table, to try readings on; a source of a thousand tables would bring fewer."""


def _repeated(values: tuple[Cell, ...]) -> tuple[Cell, ...]:
    return tuple(itertools.islice(itertools.cycle(values), ROWS))


def table(name: str, thing: str, parent: str | None) -> Table:
    number, text, day = ("INTEGER", Kind.INTEGER), ("TEXT", Kind.TEXT), ("DATE", Kind.DATE)
    names, statuses, cities = (
        tuple(f"{thing} {n}" for n in range(40)),
        ("open", "paid", "closed"),
        ("Berlin", "Paris", "Lima"),
    )
    columns = (
        Column(f"{thing}_id", *number, cells=tuple(range(ROWS))),
        Column("name", *text, common_values=names, cells=_repeated(names)),
        Column("status", *text, common_values=statuses, cells=_repeated(statuses)),
        Column("city", *text, common_values=cities, cells=_repeated(cities)),
        Column("amount", "REAL", Kind.FLOAT, cells=_repeated((9.5, 12.25, None))),
        Column("quantity", *number, cells=_repeated((1, 2))),
        Column("created_on", *day, cells=_repeated(("2020-05-01", "2024-01-31"))),
        Column("hired_on", *day, cells=_repeated(("2019-01-01", "2021-01-01", "2023-01-01"))),
        Column("parent_id", *number, cells=_repeated(tuple(range(7)))),
    )
    keys = (ForeignKey(("parent_id",), parent, (f"{parent.rpartition('_')[2]}_id",)),) if parent else ()
    return Table(name, columns, primary_key=(columns[0].name,), foreign_keys=keys)


def schema(prefixes: list[str]) -> DatabaseSchema:
    tables = []
    for prefix in prefixes:
        names = [f"{prefix}{thing}" for thing in THINGS]
        parents = [None, *names]
        tables += [table(name, thing, parent) for name, thing, parent in zip(names, THINGS, parents, strict=False)]
    return DatabaseSchema("sqlite", tuple(tables))


def measure(engine: EmbeddedTranslator, over: DatabaseSchema) -> tuple[float, float, float]:
    """Seconds of CPU: the first question, the median and the 95th of a hundred once warm."""
    began = time.process_time()
    engine.translate(QUESTIONS[0], over, CONTEXT)
    first = time.process_time() - began
    spent = []
    for question in QUESTIONS * TURNS:
        began = time.process_time()
        engine.translate(question, over, CONTEXT)
        spent.append(time.process_time() - began)
    spent.sort()
    return first, statistics.median(spent), spent[int(0.95 * (len(spent) - 1))]


def main() -> None:
    engine = EmbeddedTranslator()
    engine.translate(QUESTIONS[0], schema([""]), CONTEXT)
    small = measure(engine, schema([""]))
    large = measure(engine, schema([f"{area}_{team}_" for area, team in itertools.product(AREAS, TEAMS)]))
    print("| schema | first question | median | p95 |\n|---|---|---|---|")
    for name, times in (("10 tables", small), ("1,000 tables", large)):
        print(f"| {name} | " + " | ".join(f"{1000 * seconds:.0f} ms" for seconds in times) + " |")
    print(f"\nlarge by small, median: {large[1] / small[1]:.2f}")
    print(f"memory at most: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
