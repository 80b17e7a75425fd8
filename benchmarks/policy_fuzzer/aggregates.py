"""Plain figures over aggregate-only columns, as the policy means them: what they leave out is where they leak."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.policy_fuzzer.model import AGGREGATE, OPEN, STATUS, Column, Relation

if TYPE_CHECKING:
    from benchmarks.policy_fuzzer.queries import Queries

__all__ = ["random_figure"]


def random_figure(queries: Queries) -> str | None:
    """A figure over all, over groups, or over those that a condition leaves; None where no column is aggregate-only."""
    case, chance = queries.case, queries.chance
    inside = [one for one in case.relations if one.name not in case.policy.outside]
    found = [(one, c) for one in inside for c in one.columns if case.mode(one, c) == AGGREGATE]
    if not found:
        return None
    relation, column = chance.choice(found)
    name = f"t.{queries.spell.quote(column.name)}"
    function = chance.choice(("sum", "sum", "avg", "count", *queries.spreads()))
    key = _key(queries, relation) if chance.random() < 0.5 else None
    items = [key] if key else []
    items += [f"{function}({name})", *(["count(*)"] if chance.random() < 0.2 else [])]
    conditions = _conditions(queries, relation)
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    group = f" GROUP BY {key}" if key else ""
    having = f" HAVING count({name}) >= {case.policy.minimum_group}"
    return f"SELECT {', '.join(items)} FROM {queries.spell.quote_table(relation.name)} t{where}{group}{having}"


def _key(queries: Queries, relation: Relation) -> str | None:
    """What makes few groups: the state, a yes or no, a word."""
    coarse = [one for one in _open(queries, relation) if one.type == "bool" or one.name == STATUS]
    chosen = coarse or [one for one in _open(queries, relation) if one.type == "text"]
    return f"t.{queries.spell.quote(queries.chance.choice(chosen).name)}" if chosen else None


def _conditions(queries: Queries, relation: Relation) -> list[str]:
    chance, names = queries.chance, {relation.name, *relation.bases}
    is_filtered = bool(names & set(queries.case.policy.filters)) and not relation.is_view
    made = [f"t.{STATUS} = 'live'"] if is_filtered else []
    return made + [_condition(queries, relation) for _ in range(chance.choice((0, 0, 1, 1, 2)))]


def _condition(queries: Queries, relation: Relation) -> str:
    chance = queries.chance
    columns = [one for one in _open(queries, relation) if one.type in ("int", "text", "dec")]
    if not columns:
        return "1 = 1"
    chosen = chance.choice(columns)
    name = f"t.{queries.spell.quote(chosen.name)}"
    if chosen.type == "text":
        word = chance.choice(("'live'", "'idle'", "'moss'", "'north'", "'zz'"))
        return chance.choice((f"{name} = {word}", f"{name} <> {word}", f"{name} IS NOT NULL", f"NOT ({name} = {word})"))
    number = chance.randint(1, 40)
    forms = (f"{name} > {number}", f"{name} <> {number}", f"{name} <= {number}", f"{name} NOT IN ({number}, 3)",
             f"({name} > {number} OR {name} < {chance.randint(1, 20)})", f"{name} BETWEEN 2 AND {number}",
             f"{name} IS NOT NULL")  # fmt: skip
    return chance.choice(forms)


def _open(queries: Queries, relation: Relation) -> list[Column]:
    return [one for one in relation.columns if queries.case.mode(relation, one) == OPEN]
