"""What stands in a FROM clause: tables, views, sub-queries, named steps, values, and how they are joined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.policy_fuzzer.expressions import Scope, Shown, Visible
from benchmarks.policy_fuzzer.model import STATUS
from benchmarks.policy_fuzzer.spelling import ALIASES

if TYPE_CHECKING:
    from benchmarks.policy_fuzzer.queries import Queries

__all__ = ["FromClause"]

Step = tuple[str, tuple[Visible, ...]]
"""A named step (CTE), as it is written, and its columns."""


class FromClause:
    """Made anew for each SELECT; `conditions` gathers what its WHERE must hold."""

    def __init__(self, queries: Queries, depth: int, outer: Scope | None, steps: tuple[Step, ...]) -> None:
        self.queries, self.depth, self.steps = queries, depth, steps
        self.chance, self.spell = queries.chance, queries.spell
        self.engine = queries.case.engine
        self.scope = Scope([], outer)
        self.conditions: list[str] = []

    def write(self) -> str:
        text = self.source()
        roll = self.chance.random()
        for _ in range(0 if roll < 0.6 else 1 if roll < 0.93 else 2):
            text += self.join()
        return text

    def source(self) -> str:
        """The text of one more source; the scope shows it from then on."""
        roll = self.chance.random()
        if roll < 0.25 and self.depth > 0:
            return self.derived()
        if self.steps and roll < 0.5:
            return self.step()
        if roll > 0.97:
            return self.values()
        if roll > 0.94:
            return self.function()
        if roll > 0.9 and self.engine == "duckdb":
            return self.turned()
        return self.stored()

    def stored(self) -> str:
        relation = self.queries.relation()
        is_there = any(one.relation == relation.name for one in self.scope.shown)
        alias = self.alias() if is_there or self.chance.random() < 0.7 else ""
        columns = tuple(
            Visible(column.name, column.type, self.queries.case.mode(relation, column)) for column in relation.columns
        )
        name = self.table_name(relation.name)
        written = alias or name.rpartition(".")[2]
        self.scope.shown.append(Shown(written, columns, relation.name))
        if relation.name in self.queries.case.policy.filters and self.chance.random() < 0.8:
            self.conditions.append(f"{written}.{STATUS} = 'live'")
        only = "ONLY " if self.engine == "postgres" and self.chance.random() < 0.04 else ""
        if relation.spread_by and self.engine == "mysql" and self.chance.random() < 0.1:
            name += " PARTITION (p0)"
        named = f" AS {alias}" if alias and self.chance.random() < 0.5 else f" {alias}" if alias else ""
        return f"{only}{name}{self.columns_renamed(named, columns, relation.name)}{self.hint(relation.name)}"

    def table_name(self, name: str) -> str:
        written = self.spell.table(name)
        prefix = {"sqlite": "main.", "postgres": "public.", "duckdb": "main."}.get(self.engine, "")
        return prefix + written if "." not in name and self.chance.random() < 0.06 else written

    def columns_renamed(self, named: str, columns: tuple[Visible, ...], relation: str) -> str:
        """`AS a(x, y)` in PostgreSQL and DuckDB: the first columns get other names."""
        if not named or self.engine not in ("postgres", "duckdb") or self.chance.random() > 0.06:
            return named
        few = min(len(columns), self.chance.randint(1, 3))
        names = [self.queries.output_name(n) for n in range(few)]
        renamed = tuple(Visible(n, c.type, c.mode) for n, c in zip(names, columns, strict=False)) + columns[few:]
        self.scope.shown[-1] = Shown(self.scope.shown[-1].alias, renamed, relation)
        return f"{named}({', '.join(map(self.spell.alias, names))})"

    def hint(self, relation: str) -> str:
        """Index hints and samples, rarely."""
        if self.chance.random() > 0.05:
            return ""
        indexes = [
            sql.split()[2] for sql in self.queries.case.indexes if f" ON {self.spell.quote_table(relation)} (" in sql
        ]
        if self.engine == "sqlite" and indexes:
            return f" INDEXED BY {indexes[0]}"
        if self.engine == "mysql" and indexes:
            return f" {self.chance.choice(('FORCE', 'USE', 'IGNORE'))} INDEX ({indexes[0]})"
        if self.engine == "duckdb":
            return self.chance.choice((" TABLESAMPLE 100%", " TABLESAMPLE reservoir(5 ROWS) REPEATABLE (3)"))
        is_table = not self.queries.case.relation(relation).is_view
        kind = self.chance.choice(("SYSTEM (100)", "BERNOULLI (50)"))
        return f" TABLESAMPLE {kind} REPEATABLE (1)" if self.engine == "postgres" and is_table else ""

    def derived(self) -> str:
        lateral = bool(self.scope.shown) and self.engine in ("postgres", "duckdb") and self.chance.random() < 0.4
        around = self.scope.outer if self.chance.random() < 0.6 else None
        sql, columns = self.queries.select(self.depth - 1, self.scope if lateral else around, self.steps)
        alias = self.alias()
        self.scope.shown.append(Shown(alias, columns))
        return f"{'LATERAL ' if lateral else ''}({sql}) {'AS ' if self.chance.random() < 0.5 else ''}{alias}"

    def step(self) -> str:
        name, columns = self.chance.choice(self.steps)
        alias = self.alias() if self.chance.random() < 0.5 else ""
        self.scope.shown.append(Shown(alias or name, columns))
        return f"{name} {alias}".strip()

    def values(self) -> str:
        alias = self.alias()
        make = self.queries.expressions.literal
        if self.engine in ("postgres", "duckdb"):
            self.scope.shown.append(Shown(alias, (Visible("v", "text"), Visible("w", "int"))))
            return f"(VALUES ({make('text')}, {make('int')}), ({make('text')}, 9)) AS {alias}(v, w)"
        self.scope.shown.append(Shown(alias, (Visible("v", "text"), Visible("w", "int"))))
        return f"(SELECT {make('text')} AS v, {make('int')} AS w) {alias}"

    def function(self) -> str:
        """A function that makes rows, over what stands before it where the engine lets it."""
        alias, text = self.alias(), self.queries.expressions.make("text", self.scope, 1)
        before = text if self.scope.shown else "'a'"
        if self.engine == "sqlite":
            self.scope.shown.append(Shown(alias, (Visible("value", "text"), Visible("key", "int"))))
            return f"json_each(json_array({before}, 'b')) {alias}"
        if self.engine in ("postgres", "duckdb"):
            self.scope.shown.append(Shown(alias, (Visible("u", "text"),)))
            item = f"CAST({before} AS text)" if self.engine == "postgres" else before
            return f"unnest({'ARRAY' if self.engine == 'postgres' else ''}[{item}, 'b']) AS {alias}(u)"
        return self.values_of(alias)

    def turned(self) -> str:
        """PIVOT or UNPIVOT of a table, in both spellings."""
        relation, alias = self.queries.relation(), self.alias()
        columns = tuple(Visible(c.name, c.type, self.queries.case.mode(relation, c)) for c in relation.columns)
        pick, name = Scope([Shown("", columns)]), self.table_name(relation.name)
        make = self.queries.expressions
        one, two, three = make.column("text", pick), make.column("text", pick), make.column("int", pick)
        figure = self.chance.choice((f"count({two})", f"sum({three})", f"max({two})", "count(*)"))
        pivoted = (Visible(one.strip('"'), "text"), Visible("live", "int"), Visible("moss", "int"))
        unpivoted = (Visible("n", "text"), Visible("v", "text"))
        text, shown = self.chance.choice((
            (f"(PIVOT {name} ON {one} USING {figure} GROUP BY {two}) {alias}", ()),
            (f"(PIVOT {name} ON {one} IN ('live', 'moss') USING {figure} GROUP BY {two}) {alias}", pivoted),
            (f"{name} PIVOT ({figure} FOR {one} IN ('live', 'moss') GROUP BY {two}) {alias}", pivoted),
            (f"(SELECT * FROM {name}) PIVOT ({figure} FOR {one} IN ('live', 'moss')) {alias}", pivoted[1:]),
            (f"(UNPIVOT {name} ON {one}, {two} INTO NAME n VALUE v) {alias}", unpivoted),
            (f"{name} UNPIVOT (v FOR n IN ({one}, {two})) {alias}", unpivoted),
            (f"(UNPIVOT {name} ON COLUMNS(* EXCLUDE ({three})) INTO NAME n VALUE v) {alias}", unpivoted),
        ))  # fmt: skip
        self.scope.shown.append(Shown(alias, shown or pivoted[1:]))
        return text

    def values_of(self, alias: str) -> str:
        self.scope.shown.append(Shown(alias, (Visible("u", "text"),)))
        return f"JSON_TABLE('[\"a\", \"b\"]', '$[*]' COLUMNS (u VARCHAR(9) PATH '$')) {alias}"

    def join(self) -> str:
        left = list(self.scope.shown)
        kind = self.chance.choice(
            (" JOIN ", " LEFT JOIN ", " JOIN ", " LEFT JOIN ", " CROSS JOIN ", ", ", *self.rare_joins())
        )
        before = len(self.conditions)
        text = self.source()
        own = self.conditions[before:]
        if kind in (" CROSS JOIN ", ", ") or "NATURAL" in kind or "POSITIONAL" in kind:
            return kind + text
        if self.chance.random() < 0.15 and self.both_have(left, STATUS):
            return f"{kind}{text} USING ({STATUS})"
        on = [self.match(left)]
        if own and self.chance.random() < 0.5:
            on += own
            del self.conditions[before:]
        if self.scope.outer and self.chance.random() < 0.2:
            make = self.queries.expressions
            on.append(f"{make.column('text', self.scope.outer)} > {make.column('text', Scope(left))}")
        return f"{kind}{text} ON {' AND '.join(on)}"

    def rare_joins(self) -> tuple[str, ...]:
        common = (" NATURAL JOIN ",) if self.chance.random() < 0.3 else ()
        rare = {
            "duckdb": (" SEMI JOIN ", " ANTI JOIN ", " FULL JOIN ", " POSITIONAL JOIN ", " RIGHT JOIN "),
            "postgres": (" FULL JOIN ", " RIGHT JOIN "),
            "mysql": (" STRAIGHT_JOIN ", " RIGHT JOIN "),
            "sqlite": (" FULL JOIN ", " RIGHT JOIN "),
        }
        return (*common, *rare[self.engine]) if self.chance.random() < 0.25 else ()

    def both_have(self, left: list[Shown], name: str) -> bool:
        here = {column.name for column in self.scope.shown[-1].columns}
        return name in here and sum(name in {column.name for column in one.columns} for one in left) == 1

    def match(self, left: list[Shown]) -> str:
        """An equation of keys or, boldly, of anything of one type."""
        make = self.queries.expressions
        kind = "int" if self.chance.random() < 0.75 else "text"
        one = make.pick(kind, Scope(left))
        two = make.pick(kind, Scope(self.scope.shown[-1:]))
        if not one or not two:
            return "1 = 1"
        if one[1].mode != two[1].mode and self.chance.random() < 0.8:
            same = [c for c in self.scope.shown[-1].columns if c.mode == one[1].mode and c.type == one[1].type]
            two = (two[0], self.chance.choice(same)) if same else two
        return f"{make.reference(*one)} = {make.reference(*two)}"

    def alias(self) -> str:
        """Mostly a new name; sometimes one that some folding takes for a name around it."""
        around = self.queries.written_names
        if around and self.chance.random() < self.queries.oddness:
            name = self.spell.variant(self.chance.choice(around))
        else:
            taken = {one.alias.strip('"`') for one in self.scope.shown}
            name = self.chance.choice([one for one in ALIASES if one not in taken])
        around.append(name)
        return self.spell.alias(name)
