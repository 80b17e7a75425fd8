"""All columns at once, in every form a dialect has, and DISTINCT."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.policy_fuzzer.expressions import Scope, Visible
from benchmarks.policy_fuzzer.model import AGGREGATE, BLOCKED

if TYPE_CHECKING:
    from benchmarks.policy_fuzzer.queries import Queries

__all__ = ["random_distinct", "random_star"]


def random_star(queries: Queries, scope: Scope) -> tuple[str, tuple[Visible, ...]]:
    one = queries.chance.choice(scope.shown)
    if one.alias and queries.chance.random() < 0.6:
        return _form(queries, f"{one.alias}.*", list(one.columns))
    return _form(queries, "*", [column for shown in scope.shown for column in shown.columns])


def _form(queries: Queries, star: str, columns: list[Visible]) -> tuple[str, tuple[Visible, ...]]:
    blocked = [column for column in columns if column.mode in (BLOCKED, AGGREGATE)]
    if queries.case.engine != "duckdb" or not columns:
        return star, tuple(columns)
    if blocked and queries.chance.random() < 0.7:
        names = ", ".join(queries.spell.column(column.name) for column in blocked)
        return f"{star} EXCLUDE ({names})", tuple(column for column in columns if column not in blocked)
    name = queries.spell.column(queries.chance.choice(columns).name)
    forms = (
        star, star, f"COLUMNS({star})", f"{star} REPLACE (upper({name}::VARCHAR) AS {name})", f"{star} LIKE '%a%'",
        f"{star} RENAME ({name} AS z)", "COLUMNS('.*')", f"{star} EXCLUDE ({name})", "COLUMNS(lambda c: length(c) < 6)",
    )  # fmt: skip
    return queries.chance.choice(forms), tuple(columns)


def random_distinct(queries: Queries, scope: Scope) -> str:
    if queries.case.engine in ("postgres", "duckdb") and queries.chance.random() < 0.4:
        key = queries.chance.choice((queries.expressions.column("any", scope), "1", "(1)", "2"))
        return f"DISTINCT ON ({key}) "
    return "DISTINCT "
