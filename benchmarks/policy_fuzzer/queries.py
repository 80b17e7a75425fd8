"""Random SELECTs over a case: nesting, steps, set operations, groups, windows, orders, and all that a dialect adds."""

from __future__ import annotations

import random
import re

from benchmarks.policy_fuzzer.aggregates import random_figure
from benchmarks.policy_fuzzer.endings import random_cut, random_order
from benchmarks.policy_fuzzer.expressions import Expressions, Scope, Visible
from benchmarks.policy_fuzzer.model import AGGREGATE, OPEN, Case, Relation
from benchmarks.policy_fuzzer.shadows import random_shadow
from benchmarks.policy_fuzzer.sources import FromClause, Step
from benchmarks.policy_fuzzer.spelling import COLUMNS, Speller
from benchmarks.policy_fuzzer.stars import random_distinct, random_star

__all__ = ["Queries"]

KINDS = ("text", "text", "int", "dec", "date")
LOOSE = ("sqlite", "mysql")
"""Engines that let columns stand beside an aggregate which are not grouped by."""
CUT = re.compile(" LIMIT | ORDER BY ")


class Queries:
    def __init__(self, case: Case, chance: random.Random, hidden: list[str]) -> None:
        self.case, self.chance = case, chance
        self.spell = Speller(case.engine, chance)
        self.expressions = Expressions(case.engine, chance, hidden)
        self.expressions.sub_query = self.sub_query
        self.restricted = case.restricted_relations
        self.written_names: list[str] = []
        self.oddness = 0.1
        self.steps: tuple[Step, ...] = ()

    def statement(self) -> str:
        self.written_names = []
        self.steps = ()
        self.oddness = self.chance.choice((0.0, 0.03, 0.1, 0.5))
        self.expressions.boldness = self.chance.choice((0.0, 0.1, 0.3, 0.6))
        figure = random_figure(self) if self.chance.random() < 0.1 else None
        return figure or self.top(self.chance.choice((0, 1, 1, 2)))

    def top(self, depth: int) -> str:
        steps, head = self.with_clause(depth) if self.chance.random() < 0.25 else ((), "")
        roll = self.chance.random()
        if roll < 0.15:
            return head + self.set_operation(depth, steps)
        return head + self.select(depth, None, steps, is_top=True)[0]

    def select(
        self,
        depth: int,
        outer: Scope | None,
        steps: tuple[Step, ...],
        *,
        is_top: bool = False,
        kinds: tuple[str, ...] = (),
    ) -> tuple[str, tuple[Visible, ...]]:
        clause = FromClause(self, depth, outer, steps)
        before, self.steps = self.steps, steps
        text = clause.write()
        if not kinds and self.chance.random() < 0.3:
            made = self.grouped(clause, text, is_top)
        else:
            made = self.plain(clause, text, is_top, kinds)
        self.steps = before
        return made

    # -- plain SELECTs ------------------------------------------------------------------------------------------------

    def plain(
        self, clause: FromClause, source: str, is_top: bool, kinds: tuple[str, ...]
    ) -> tuple[str, tuple[Visible, ...]]:
        scope = clause.scope
        items, columns = self.items(scope, is_top, kinds)
        distinct = random_distinct(self, scope) if self.chance.random() < 0.15 else ""
        where = self.where(clause)
        qualify = ""
        if self.case.engine == "duckdb" and self.chance.random() < 0.04:
            qualify = f" QUALIFY row_number() OVER (ORDER BY {self.expressions.column('any', scope)}) <= 5"
        order = random_order(self, scope, columns) if self.chance.random() < (0.4 if is_top else 0.12) else ""
        limit = random_cut(self, is_sorted=bool(order)) if self.chance.random() < 0.2 else ""
        if self.case.engine == "duckdb" and self.chance.random() < 0.03:
            return f"FROM {source} SELECT {distinct}{items}{where}{qualify}{order}{limit}", columns
        return f"SELECT {distinct}{items} FROM {source}{where}{qualify}{order}{limit}", columns

    def items(self, scope: Scope, is_top: bool, kinds: tuple[str, ...]) -> tuple[str, tuple[Visible, ...]]:
        if not kinds and self.chance.random() < 0.15:
            return random_star(self, scope)
        made, columns = [], []
        for place, kind in enumerate(kinds or [self.chance.choice(KINDS) for _ in range(self.chance.randint(1, 4))]):
            text, column = self.item(scope, kind, place, is_top)
            made.append(text)
            columns.append(column)
        return ", ".join(made), tuple(columns)

    def item(self, scope: Scope, kind: str, place: int, is_top: bool) -> tuple[str, Visible]:
        roll = self.chance.random()
        found = self.expressions.pick(kind, scope)
        if roll < 0.55 and found:
            text, mode, name = self.expressions.reference(*found), found[1].mode, found[1].name
            if self.chance.random() < 0.7:
                return text, Visible(name, found[1].type, mode)
        else:
            text, mode = self.expressions.make(kind, scope, 2), OPEN
            if is_top and self.chance.random() < 0.4:
                return text, Visible("", kind, mode)
        name = self.output_name(place)
        return f"{text} AS {self.spell.alias(name)}", Visible(name, kind, mode)

    def output_name(self, place: int) -> str:
        """Names of restricted columns and their odd spellings are the ones that mislead."""
        roll = self.chance.random()
        if roll < 0.6:
            return f"o{place}"
        names = [column for _, column in self.case.policy.modes] or list(COLUMNS)
        name = self.chance.choice(names)
        return self.spell.variant(name) if roll > 0.9 else name

    def where(self, clause: FromClause) -> str:
        parts = list(clause.conditions)
        if self.chance.random() < 0.3:
            self.expressions.may_look_around = False
            parts.append(f"({self.expressions.make('bool', clause.scope, 2)})")
            self.expressions.may_look_around = True
        return f" WHERE {' AND '.join(parts)}" if parts else ""

    # -- groups -------------------------------------------------------------------------------------------------------

    def grouped(self, clause: FromClause, source: str, is_top: bool) -> tuple[str, tuple[Visible, ...]]:
        scope, chance = clause.scope, self.chance
        keys = [self.key(scope) for _ in range(chance.choice((0, 1, 1, 1, 2)))]
        items = [text if key.name or is_top else f"{text} AS k" for text, key in keys]
        columns = [column for _, column in keys]
        having = []
        for place in range(chance.randint(1, 2)):
            text, demanded = self.figure(scope)
            having += demanded
            name = self.output_name(place + 5)
            items.append(f"{text} AS {self.spell.alias(name)}" if not is_top or chance.random() < 0.6 else text)
            columns.append(Visible(name, "int" if "count" in text else "dec"))
        group = self.group_by([text for text, _ in keys], scope)
        if chance.random() < (0.2 if self.case.engine in LOOSE else 0.04):
            text, column = self.beside(scope)
            items.append(text)
            columns.append(column)
        if chance.random() < 0.1:
            having.append(f"{self.expressions.aggregate('int', scope)} > 1")
        held = f" HAVING {' AND '.join(having)}" if having else ""
        order = ""
        if chance.random() < 0.3:
            order = random_order(self, scope if chance.random() < 0.2 else Scope(), tuple(columns))
        limit = random_cut(self, is_sorted=bool(order)) if chance.random() < 0.1 else ""
        return f"SELECT {', '.join(items)} FROM {source}{self.where(clause)}{group}{held}{order}{limit}", tuple(columns)

    def beside(self, scope: Scope) -> tuple[str, Visible]:
        """What the groups do not decide: a bare column, also in a sub-query, in a window, or under another name."""
        kind = self.chance.choice(KINDS)
        bare = self.expressions.column(kind, scope)
        forms = (
            bare, f"(SELECT {bare})", f"({self.sub_query(kind, scope)})", f"max({bare}) OVER ()",
            f"count(*) OVER (PARTITION BY {bare})", self.expressions.make(kind, scope, 2),
        )  # fmt: skip
        found = self.expressions.pick("any", scope)
        name = found[1].name if found and self.chance.random() < 0.5 else self.output_name(9)
        return f"{self.chance.choice(forms)} AS {self.spell.alias(name)}", Visible(name, kind)

    def key(self, scope: Scope) -> tuple[str, Visible]:
        found = self.expressions.pick("any", scope)
        if found and self.chance.random() < 0.85:
            return self.expressions.reference(*found), found[1]
        self.expressions.may_look_around = False
        made = self.expressions.make("text", scope, 1)
        self.expressions.may_look_around = True
        return made, Visible("", "text")

    def figure(self, scope: Scope) -> tuple[str, list[str]]:
        """An aggregate, with the condition that the size of its groups needs."""
        found = [pair for pair in scope.choices(reach=False) if pair[1].mode == AGGREGATE]
        if found and self.chance.random() < 0.5:
            column = self.expressions.reference(*self.chance.choice(found))
            name = self.chance.choice(("sum", "avg", "count", "sum", "avg", *self.spreads()))
            least = self.case.policy.minimum_group
            return f"{name}({column})", [f"count({column}) >= {least}"] if self.chance.random() < 0.9 else []
        kind = self.chance.choice(("int", "int", "dec", "text"))
        return self.expressions.aggregate(kind, scope), []

    def spreads(self) -> tuple[str, ...]:
        return () if self.case.engine == "sqlite" else ("stddev", "var_pop", "variance")

    def group_by(self, keys: list[str], scope: Scope) -> str:
        if not keys:
            return ""
        roll, chance = self.chance.random(), self.chance
        plain = [str(place + 1) if roll < 0.2 else key for place, key in enumerate(keys)]
        if 0.25 < roll < 0.32:
            plain = [key.rpartition(".")[2] for key in keys]
        if roll > 0.93 and self.case.engine in ("duckdb", "postgres"):
            form = chance.choice(("ROLLUP ({})", "CUBE ({})", "GROUPING SETS (({}), ())"))
            return " GROUP BY " + form.format(", ".join(keys))
        if roll > 0.93 and self.case.engine == "mysql":
            return f" GROUP BY {', '.join(plain)} WITH ROLLUP"
        if roll > 0.9:
            plain.append(self.expressions.column("any", scope))
        if self.case.engine == "duckdb" and 0.2 < roll < 0.25:
            return " GROUP BY ALL"
        return f" GROUP BY {', '.join(plain)}"

    # -- combinations -------------------------------------------------------------------------------------------------

    def set_operation(self, depth: int, steps: tuple[Step, ...]) -> str:
        kinds = tuple(self.chance.choice(KINDS) for _ in range(self.chance.randint(1, 3)))
        text, columns = self.select(depth, None, steps, kinds=kinds)
        for _ in range(self.chance.choice((1, 1, 1, 2))):
            right, _ = self.select(depth, None, steps, kinds=kinds)
            text = self.united(text, self.set_word(), right)
        if self.chance.random() < 0.7:
            return text
        order = f" ORDER BY {self.chance.randint(1, len(columns))}" if self.chance.random() < 0.7 else ""
        return text + order + (random_cut(self, is_sorted=bool(order)) if self.chance.random() < 0.3 else "")

    def set_word(self) -> str:
        if self.case.engine == "duckdb" and self.chance.random() < 0.15:
            return self.chance.choice(("UNION ALL BY NAME", "UNION BY NAME"))
        rare = () if self.case.engine == "sqlite" else ("INTERSECT ALL", "EXCEPT ALL")
        word: str = self.chance.choice(("UNION ALL", "UNION ALL", "UNION ALL", "UNION", "INTERSECT", "EXCEPT", *rare))
        return word

    def united(self, left: str, word: str, right: str) -> str:
        if self.case.engine != "sqlite":
            return f"({left}) {word} ({right})"
        left, right = (f"SELECT * FROM ({one})" if CUT.search(one) else one for one in (left, right))
        return f"{left} {word} {right}"

    def with_clause(self, depth: int) -> tuple[tuple[Step, ...], str]:
        if self.chance.random() < 0.12:
            return self.crossed_steps()
        steps: tuple[Step, ...] = ()
        parts, recursive = [], False
        for number in range(self.chance.randint(1, 2)):
            name = self.step_name(number)
            if self.chance.random() < 0.12:
                recursive = True
                text, columns = self.recursive(name)
            else:
                sql, columns = self.select(max(0, depth - 1), None, steps)
                hint = (
                    " MATERIALIZED"
                    if self.case.engine in ("postgres", "duckdb", "sqlite") and self.chance.random() < 0.1
                    else ""
                )
                text = f"{name} AS{hint} ({sql})"
            parts.append(text)
            steps = (*steps, (name, columns))
        word = "WITH RECURSIVE " if recursive or self.chance.random() < 0.05 else "WITH "
        return steps, word + ", ".join(parts) + " "

    def crossed_steps(self) -> tuple[tuple[Step, ...], str]:
        """The first reads a table whose name the second is given, with a column of another table under its name."""
        one, two = self.relation(), self.relation()
        column, other = (self.chance.choice(relation.columns) for relation in (one, two))
        shown, name = self.spell.quote(column.name), self.spell.quote(one.name.rpartition(".")[2])
        first = f"s0 AS (SELECT {shown} FROM {name})"
        second = f"{name} AS (SELECT {self.spell.quote(other.name)} AS {shown} FROM {self.spell.quote_table(two.name)})"
        word = "WITH RECURSIVE " if self.chance.random() < 0.5 else "WITH "
        return (("s0", (Visible(column.name, other.type),)),), f"{word}{first}, {second} "

    def step_name(self, number: int) -> str:
        """Like a table, or nearly, where it may mislead."""
        roll, names = self.chance.random(), [one.name.rpartition(".")[2] for one in self.case.relations]
        name = f"s{number}"
        if roll < self.oddness:
            name = self.chance.choice(names)
        elif roll < 2 * self.oddness:
            name = self.spell.variant(self.chance.choice(names))
        self.written_names.append(name)
        return self.spell.alias(name)

    def recursive(self, name: str) -> tuple[str, tuple[Visible, ...]]:
        clause = FromClause(self, 0, None, ())
        source = clause.stored()
        text = self.expressions.column("text", clause.scope)
        start = f"SELECT 1 AS n, {text} AS w FROM {source}{self.where(clause)}"
        step = f"SELECT n + 1, {self.chance.choice(('w', 'upper(w)', 'substr(w, 2)'))} FROM {name} WHERE n < 3"
        return f"{name}(n, w) AS ({start} UNION ALL {step})", (Visible("n", "int"), Visible("w", "text"))

    def sub_query(self, kind: str, scope: Scope) -> str:
        """One column; correlated sometimes. One row where it stands for a value: an aggregate or LIMIT 1."""
        if self.chance.random() < 0.08 and (shadow := random_shadow(self, scope)):
            return shadow
        is_list, kind = kind.startswith("many "), kind.removeprefix("many ")
        kind = self.chance.choice(KINDS) if kind == "any" else kind
        clause = FromClause(self, 1 if self.chance.random() < 0.15 else 0, scope, self.steps)
        source = clause.source() + (clause.join() if self.chance.random() < 0.15 else "")
        inner = clause.scope
        if self.chance.random() < 0.3 and kind in ("int", "dec", "text"):
            value, end = self.expressions.aggregate(kind, inner, 0), ""
        else:
            value, end = self.expressions.make(kind, inner, 1), "" if is_list else " LIMIT 1"
        if self.chance.random() < 0.4:
            clause.conditions.append(
                f"{self.expressions.column('int', inner)} = {self.expressions.column('int', scope)}"
            )
        return f"SELECT {value} FROM {source}{self.where(clause)}{end}"

    def relation(self) -> Relation:
        """Mostly one with restricted columns; rarely one that is not allowed."""
        pool = self.restricted if self.restricted and self.chance.random() < 0.7 else list(self.case.relations)
        inside = [one for one in pool if one.name not in self.case.policy.outside]
        return self.chance.choice(inside if inside and self.chance.random() < 0.95 else pool)
