"""What stands at the end of a SELECT: ORDER BY and the cuts, in the forms that dialects have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.policy_fuzzer.expressions import Scope, Visible

if TYPE_CHECKING:
    from benchmarks.policy_fuzzer.queries import Queries

__all__ = ["random_cut", "random_order"]

COLLATIONS = {"sqlite": "NOCASE", "postgres": '"C"', "duckdb": "NOCASE", "mysql": "utf8mb4_bin"}


def random_order(queries: Queries, scope: Scope, columns: tuple[Visible, ...]) -> str:
    keys = [_key(queries, scope, columns) for _ in range(queries.chance.choice((1, 1, 1, 2, 3)))]
    if queries.case.engine == "duckdb" and queries.chance.random() < 0.03:
        return " ORDER BY ALL"
    return f" ORDER BY {', '.join(keys)}"


def _key(queries: Queries, scope: Scope, columns: tuple[Visible, ...]) -> str:
    chance, make = queries.chance, queries.expressions
    named = [column.name for column in columns if column.name]
    number = str(chance.randint(1, max(1, len(columns))))
    forms = [number, f"({number})", make.make("any", scope, 1), f"+{number}"]
    forms += [make.column("any", scope)] * 3
    forms += [queries.spell.column(chance.choice(named))] * 3 if named else []
    if columns and columns[int(number) - 1].type == "text":
        forms.append(f"{number} COLLATE {COLLATIONS[queries.case.engine]}")
    ends = ["", "", " DESC", " NULLS FIRST" if queries.case.engine != "mysql" else " ASC"]
    ends += [" DESC NULLS LAST"] if queries.case.engine != "mysql" else []
    return chance.choice(forms) + chance.choice(ends)


def random_cut(queries: Queries, *, is_sorted: bool) -> str:
    chance = queries.chance
    count, start = chance.randint(1, 12), chance.randint(0, 3)
    if chance.random() < 0.75:
        return f" LIMIT {count}" + (f" OFFSET {start}" if chance.random() < 0.4 else "")
    ties = ("ONLY", "WITH TIES") if is_sorted else ("ONLY",)
    inner = f"(SELECT count(*) FROM {queries.spell.quote_table(queries.relation().name)})"
    fetch = [f" OFFSET {start} ROWS FETCH NEXT {count} ROWS {chance.choice(ties)}", f" FETCH FIRST {count} ROWS ONLY"]
    forms = {
        "sqlite": [f" LIMIT {start}, {count}", f" LIMIT {inner}", f" LIMIT -1 OFFSET {start}", f" LIMIT {count} % 5"],
        "duckdb": [f" LIMIT {count * 8}%", f" LIMIT {inner}", f" OFFSET {start}", f" USING SAMPLE {count} ROWS"],
        "postgres": [*fetch, f" LIMIT {inner}", f" OFFSET {start}", " LIMIT ALL", " LIMIT NULL"],
        "mysql": [*fetch, f" LIMIT {start}, {count}", f" LIMIT {count} ROWS EXAMINED 400"],
    }
    return chance.choice(forms[queries.case.engine])
