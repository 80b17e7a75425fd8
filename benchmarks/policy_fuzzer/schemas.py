"""Random schemas: tables with keys, generated columns and indexes, inherited tables, partitions, and views."""

from __future__ import annotations

import random
from dataclasses import replace

from benchmarks.policy_fuzzer.model import STATUS, Case, Column, Relation
from benchmarks.policy_fuzzer.spelling import COLUMNS, TABLES, Speller, as_stored
from benchmarks.policy_fuzzer.wide_views import wide_view

__all__ = ["NAMESPACE", "random_case"]

TYPES = ("text", "text", "text", "int", "int", "dec", "date", "bool")
NESTED = {"duckdb": ("struct", "list"), "postgres": ("struct", "list")}
NAMESPACE = "Annex"
FORMULAS = {
    "text": {
        "sqlite": "upper({c}) || '-'", "duckdb": "upper({c}) || '-'",
        "postgres": "upper({c}) || '-'", "mysql": "concat(upper({c}), '-')",
    },
    "int": dict.fromkeys(("sqlite", "duckdb", "postgres", "mysql"), "{c} + 1"),
}  # fmt: skip
INDEX_ENDS = {
    "sqlite": ("", "", f" WHERE {STATUS} = 'live'"), "postgres": ("", "", f" WHERE {STATUS} = 'live'"),
    "duckdb": ("",), "mysql": ("",),
}  # fmt: skip


def random_case(engine: str, seed: int) -> Case:
    """Without a policy as yet."""
    return Builder(engine, seed).case()


class Builder:
    def __init__(self, engine: str, seed: int) -> None:
        self.engine, self.seed = engine, seed
        self.chance = random.Random(f"schema {engine} {seed}")
        self.spell = Speller(engine, random.Random(seed))
        self.names = [as_stored(name, engine) for name in self.chance.sample(TABLES, len(TABLES))]

    def case(self) -> Case:
        tables: list[Relation] = []
        for _ in range(self.chance.randint(2, 4)):
            tables.append(self.table(tables))
        if self.engine == "postgres" and self.chance.random() < 0.6:
            tables = self.with_children(tables)
        if self.engine in ("postgres", "mysql") and self.chance.random() < 0.4:
            tables = self.with_spread(tables)
        if self.engine in ("postgres", "duckdb") and self.chance.random() < 0.35:
            tables.append(self.in_namespace(tables))
        views: list[Relation] = []
        for number in range(self.chance.randint(1, 3)):
            views.append(self.view(number, [*tables, *views]))
        return Case(self.engine, self.seed, (*tables, *views), self.indexes(tables))

    def table(self, others: list[Relation]) -> Relation:
        named = self.chance.sample(COLUMNS, self.chance.randint(4, 6))
        columns = [Column(self.chance.choice(("id", "id", "Id", "nr")), "int", nullable=False, is_key=True)]
        columns += [
            Column(as_stored(name, self.engine), self.chance.choice(TYPES), self.chance.random() < 0.6)
            for name in named
        ]
        columns.append(Column(STATUS, "text", nullable=False))
        if others and self.chance.random() < 0.8:
            other = self.chance.choice(others)
            columns.append(
                Column(f"{other.name.rpartition('.')[2].split()[0][:20].lower()}_ref", "int", refers_to=other.name)
            )
        if self.chance.random() < 0.5 and (nested := NESTED.get(self.engine)):
            columns.append(Column("parts", self.chance.choice(nested)))
        if self.chance.random() < 0.5:
            columns += self.generated(columns)
        if self.engine == "mysql":
            columns = [self.perhaps_invisible(column) for column in columns]
        is_apart = self.engine == "sqlite" and self.chance.random() < 0.3
        has_none = is_apart and self.chance.random() < 0.3
        return Relation(self.names.pop(), tuple(columns), is_keyed_apart=is_apart, has_no_row_id=has_none)

    def in_namespace(self, others: list[Relation]) -> Relation:
        """A table of another namespace, mostly of a name that the engine's own has too."""
        made = self.table([one for one in others if not one.parent])
        name = self.chance.choice([one.name for one in others if not one.parent] + [made.name])
        return replace(made, name=f"{NAMESPACE}.{name}")

    def generated(self, columns: list[Column]) -> list[Column]:
        origins = [one for one in columns if one.type in FORMULAS and one.name != STATUS and not one.refers_to]
        origins = [one for one in origins if not (one.is_key and self.engine in ("mysql", "sqlite"))]
        if not origins:
            return []
        origin = self.chance.choice(origins)
        formula = FORMULAS[origin.type][self.engine].format(c=self.spell.quote(origin.name))
        is_stored = self.engine == "postgres" or (self.engine != "duckdb" and self.chance.random() < 0.5)
        return [Column("made", origin.type, formula=formula, is_stored=is_stored)]

    def perhaps_invisible(self, column: Column) -> Column:
        may = column.nullable and not column.refers_to
        return replace(column, is_invisible=may and self.chance.random() < 0.12)

    def with_children(self, tables: list[Relation]) -> list[Relation]:
        """One more table that inherits, or two partitions of one that nothing refers to."""
        referred = {column.refers_to for table in tables for column in table.columns}
        free = [table for table in tables if table.name not in referred]
        if not free:
            return tables
        parent = self.chance.choice(free)
        if self.chance.random() < 0.5:
            own = tuple(replace(column, is_key=False, refers_to=None) for column in parent.columns)
            return [*tables, Relation(self.names.pop(), (*own, Column("extra", "text")), parent=parent.name)]
        parts = [
            Relation(f"part{number}", parent.columns, parent=parent.name, bounds=bounds)
            for number, bounds in enumerate(
                ("FOR VALUES FROM (MINVALUE) TO (10)", "FOR VALUES FROM (10) TO (MAXVALUE)")
            )
        ]
        return [replace(one, is_partitioned=True) if one is parent else one for one in tables] + parts

    def with_spread(self, tables: list[Relation]) -> list[Relation]:
        """One that nothing refers to lies in partitions, by a column that may be hidden."""
        taken = {column.refers_to for table in tables for column in table.columns} | {one.parent for one in tables}
        free = [one for one in tables if one.name not in taken and not one.parent and not one.is_partitioned]
        if not free:
            return tables
        chosen = self.chance.choice(free)
        columns = [one for one in chosen.columns if one.type in ("int", "text") and not one.formula]
        by = self.chance.choice([one for one in columns if not one.is_key]).name
        return [replace(one, spread_by=by) if one is chosen else one for one in tables]

    def view(self, number: int, relations: list[Relation]) -> Relation:
        base = self.chance.choice(relations)
        if self.chance.random() < 0.35:
            name = self.chance.choice((f"wide{number}", f"Wide {number}"))
            return wide_view(self.spell, self.chance, name, base, relations)
        shown = [column for column in base.columns if self.chance.random() < 0.75] or list(base.columns[:2])
        names = [self.view_column(column.name, place) for place, column in enumerate(shown)]
        folded = [name.casefold() for name in names]
        names = [name if folded.count(name.casefold()) == 1 else f"v_{n}" for n, name in enumerate(names)]
        quote = self.spell.quote
        items = ", ".join(f"{quote(c.name)} AS {quote(n)}" for c, n in zip(shown, names, strict=True))
        if self.chance.random() < 0.15 and names == [column.name for column in base.columns]:
            items = "*"
        end, decides = self.view_end(base)
        if self.chance.random() < 0.08:
            items, decides = f"DISTINCT {items}", [*decides, *(column.name for column in shown)]
        sql = f"SELECT {items} FROM {self.spell.quote_table(base.name)}{end}"
        columns = tuple(
            Column(n, c.type, c.nullable, origin=(base.name, c.name)) for c, n in zip(shown, names, strict=True)
        )
        name = self.chance.choice((f"view{number}", f"View {number}", f"vué{number}"))
        depends_on = tuple((base.name, column) for column in decides)
        return Relation(name, columns, sql, bases=base.bases or (base.name,), depends_on=depends_on)

    def view_column(self, name: str, place: int) -> str:
        return self.chance.choice((name, name, f"v{place}", f"Col {place}"))

    def view_end(self, base: Relation) -> tuple[str, list[str]]:
        """What filters and sorts a view, mostly by columns that are never restricted, and those columns."""
        roll = self.chance.random()
        if roll < 0.2:
            column = self.chance.choice(base.columns).name
            name = self.spell.quote(column)
            forms = (f" WHERE {name} IS NOT NULL", f" ORDER BY {name}", f" ORDER BY {name} DESC LIMIT 7")
            return self.chance.choice(forms), [column]
        open_ones = [column for column in base.columns if column.name == STATUS]
        if not open_ones or roll < 0.6:
            return "", []
        name = self.spell.quote(STATUS)
        forms = (f" WHERE {name} <> 'zzz'", f" ORDER BY {name} DESC", f" WHERE {name} = 'live'")
        return self.chance.choice(forms), [STATUS]

    def indexes(self, tables: list[Relation]) -> tuple[str, ...]:
        """As `CREATE INDEX` statements; text columns of MariaDB are short enough to be indexed."""
        made = []
        for number, table in enumerate(tables):
            plain = [c for c in table.columns if not c.formula and not c.is_key and c.type in ("int", "text", "dec")]
            if plain and not table.parent and self.chance.random() < 0.7:
                chosen = self.chance.sample(plain, min(len(plain), self.chance.choice((1, 1, 2, 3))))
                columns = ", ".join(self.index_key(column) for column in chosen)
                end = self.chance.choice(INDEX_ENDS[self.engine])
                made.append(f"CREATE INDEX ix{number} ON {self.spell.quote_table(table.name)} ({columns}){end}")
        return tuple(made)

    def index_key(self, column: Column) -> str:
        """A column, in either direction, or what is made of it."""
        name = self.spell.quote(column.name)
        forms = {"text": f"lower({name})", "int": f"({name} + 1)", "dec": f"({name} * 2)"}
        made = (forms[column.type],) if self.engine in ("sqlite", "postgres") else ()
        turned = (f"{name} DESC",) if self.engine != "duckdb" else ()
        chosen: str = self.chance.choice((name, name, name, *made, *turned))
        return chosen
