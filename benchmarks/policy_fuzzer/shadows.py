"""Sub-queries in which a name of the outer query is given again, where engines differ in which of both they take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.policy_fuzzer.expressions import Scope

if TYPE_CHECKING:
    from benchmarks.policy_fuzzer.queries import Queries

__all__ = ["random_shadow"]

FORMS = (
    "SELECT max(q.l) FROM (SELECT {v} AS {c}) {a}, (SELECT {a}.{c} AS l) q",
    "SELECT max(q.l) FROM (SELECT {v} AS {c}) {a}, (SELECT {c} AS l) q",
    "SELECT max(q.l) FROM (SELECT {v} AS {c}) {a} JOIN (SELECT {a}.{c} AS l) q ON 1 = 1",
    "SELECT count(*) FROM (SELECT 1 AS k) k1 JOIN (SELECT 1 AS k) k2 ON k2.k = k1.k AND {a}.{c} > {v}"
    " JOIN (SELECT {v} AS {c}) {a} ON 1 = 1",
    "SELECT count(*) FROM (SELECT {v} AS {c}) {a}, (SELECT 1 AS k) k1 JOIN (SELECT 1 AS k) k2"
    " ON k2.k = k1.k AND {a}.{c} > {v}",
    "SELECT count(*) FROM (SELECT {v} AS {c}, 1 AS k) {a} GROUP BY {a}.k HAVING {a}.{c} > {v}",
    "SELECT max(q.w) FROM (SELECT 1 AS {c}, (SELECT max({c}) FROM (SELECT 1 AS z) y) AS w) q",
)


def random_shadow(queries: Queries, scope: Scope) -> str | None:
    """Of a column that stands under an alias; None where the scope has none."""
    found = [(one, column) for one, column in scope.choices(reach=False) if one.alias]
    if not found:
        return None
    one, column = queries.chance.choice(found)
    value = queries.expressions.literal(column.type if column.type in ("int", "dec", "date") else "text")
    name = queries.spell.quote(column.name)
    return queries.chance.choice(FORMS).format(a=one.alias, c=name, v=value)
