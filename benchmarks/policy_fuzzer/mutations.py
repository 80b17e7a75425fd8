"""Statements that passed, changed a little: what the guard lets through is where a leak would be."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import sqlglot
from sqlglot import exp

from benchmarks.policy_fuzzer.expressions import Scope, Shown, Visible
from benchmarks.policy_fuzzer.model import Case
from benchmarks.policy_fuzzer.queries import Queries
from benchmarks.policy_fuzzer.rewrites import REWRITES

__all__ = ["Mutations"]

LONGEST = 1_200
"""Characters of a statement that is changed further."""


class Mutations:
    def __init__(self, case: Case, queries: Queries, chance: random.Random) -> None:
        self.case, self.queries, self.chance = case, queries, chance
        self.spell = queries.spell
        self.corpus: list[str] = []
        self.trees: dict[str, exp.Expr | None] = {}
        """Of the corpus, for reading a statement costs more than copying its tree."""
        names = [column for _, column in case.policy.modes]
        self.restricted = names + [
            column.name for one in case.relations for column in one.columns if case.mode(one, column) != "open"
        ]

    def keep(self, sql: str) -> None:
        if len(sql) > LONGEST:
            return
        if len(self.corpus) < 400:
            self.corpus.append(sql)
        else:
            self.corpus[self.chance.randrange(len(self.corpus))] = sql

    def statement(self) -> str | None:
        """None where nothing passed yet, or the statement cannot be changed."""
        if not self.corpus:
            return None
        sql = self.chance.choice(self.corpus)
        tree = self.tree(sql)
        if tree is None:
            return None
        for _ in range(self.chance.choice((1, 1, 2))):
            change = self.chance.choice(self.changes())
            tree = change(tree) or tree
        made = self.text(tree)
        return made if made != sql else None

    def tree(self, sql: str) -> exp.Expr | None:
        if sql not in self.trees:
            self.trees[sql] = self.parse(sql)
        found = self.trees[sql]
        return found.copy() if found is not None else None

    def parse(self, sql: str) -> exp.Expr | None:
        try:
            return sqlglot.parse_one(sql, dialect=self.case.engine)
        except sqlglot.errors.SqlglotError:
            return None

    def text(self, tree: exp.Expr) -> str | None:
        try:
            return tree.sql(dialect=self.case.engine)
        except (sqlglot.errors.SqlglotError, ValueError, AttributeError, TypeError):
            return None

    def changes(self) -> list[Callable[[exp.Expr], exp.Expr | None]]:
        column = [self.other_column, self.other_column, self.other_column]
        return [*column, self.other_alias, self.ordered, self.wrapped, self.united, self.spliced, self.conditioned,
                self.computed, self.correlated, self.limited, self.other_output, self.as_step,
                self.misleading, self.looked_up, self.looked_up,
                *(partial(rewrite, chance=self.chance) for rewrite in REWRITES)]  # fmt: skip

    def other_column(self, tree: exp.Expr) -> exp.Expr | None:
        """A reference becomes one to a restricted column."""
        columns = list(tree.find_all(exp.Column))
        if not columns or not self.restricted:
            return None
        chosen = self.chance.choice(columns)
        name = self.chance.choice(self.restricted)
        chosen.set("this", exp.to_identifier(name, quoted=True))
        return tree

    def other_alias(self, tree: exp.Expr) -> exp.Expr | None:
        """One alias, and some of the references to it, spelled otherwise."""
        aliases = [one for one in tree.find_all(exp.TableAlias) if one.name]
        if not aliases:
            return None
        alias = self.chance.choice(aliases)
        old, new = alias.name, self.spell.variant(self.chance.choice(aliases).name)
        if self.chance.random() < 0.7:
            alias.set("this", exp.to_identifier(new, quoted=self.chance.random() < 0.5))
        for column in tree.find_all(exp.Column):
            if column.table == old and self.chance.random() < 0.6:
                column.set("table", exp.to_identifier(new, quoted=self.chance.random() < 0.5))
        return tree

    def other_output(self, tree: exp.Expr) -> exp.Expr | None:
        named = list(tree.find_all(exp.Alias))
        if not named:
            return None
        name = self.chance.choice(self.restricted or ["x"])
        self.chance.choice(named).set(
            "alias", exp.to_identifier(self.chance.choice((name, self.spell.variant(name))), True)
        )
        return tree

    def ordered(self, tree: exp.Expr) -> exp.Expr | None:
        selects = list(tree.find_all(exp.Select))
        if not selects:
            return None
        select = self.chance.choice(selects)
        columns = [column.sql(self.case.engine) for column in select.find_all(exp.Column)]
        number = str(self.chance.randint(1, max(1, len(select.expressions))))
        key = self.chance.choice([number, f"({number})", f"{number} + 0", *columns])
        return (
            self.rewrite(tree, select, f"{self.text(select)} ORDER BY {key}") if not select.args.get("order") else None
        )

    def limited(self, tree: exp.Expr) -> exp.Expr | None:
        return tree.limit(self.chance.randint(1, 4)) if isinstance(tree, exp.Query) else None

    def wrapped(self, tree: exp.Expr) -> exp.Expr | None:
        alias = self.spell.alias(self.chance.choice(("w", "W", "é", "É")))
        head = self.chance.choice(("SELECT *", f"SELECT {alias}.*", "SELECT DISTINCT *", "SELECT count(*)"))
        return self.parse(f"{head} FROM ({self.text(tree)}) {alias}")

    def as_step(self, tree: exp.Expr) -> exp.Expr | None:
        """Under the name of a table, so that it hides it."""
        name = self.chance.choice(self.case.relations).name
        name = self.spell.variant(name) if self.chance.random() < 0.5 else name
        return self.parse(
            f"WITH {self.spell.quote(name)} AS ({self.text(tree)}) SELECT * FROM {self.spell.quote(name)}"
        )

    def united(self, tree: exp.Expr) -> exp.Expr | None:
        word = self.chance.choice(("UNION ALL", "UNION", "EXCEPT", "INTERSECT"))
        other = self.chance.choice((self.text(tree), self.chance.choice(self.corpus)))
        if self.case.engine == "sqlite":
            return self.parse(f"SELECT * FROM ({self.text(tree)}) {word} SELECT * FROM ({other})")
        return self.parse(f"({self.text(tree)}) {word} ({other})")

    def spliced(self, tree: exp.Expr) -> exp.Expr | None:
        """An expression of one statement in another."""
        other = self.tree(self.chance.choice(self.corpus))
        here = list(tree.find_all(exp.Column, exp.Literal))
        there = list(other.find_all(exp.Func, exp.Binary, exp.Column)) if other else []
        if not here or not there:
            return None
        self.chance.choice(here).replace(self.chance.choice(there).copy())
        return tree

    def conditioned(self, tree: exp.Expr) -> exp.Expr | None:
        select = tree.find(exp.Select)
        condition = self.parse_condition(self.queries.expressions.make("bool", self.scope(tree), 1))
        return select and condition and select.where(condition, copy=False) and tree

    def computed(self, tree: exp.Expr) -> exp.Expr | None:
        """A column becomes a function of itself and others."""
        columns = list(tree.find_all(exp.Column))
        if not columns:
            return None
        chosen = self.chance.choice(columns)
        made = self.parse_condition(
            self.queries.expressions.make(self.chance.choice(("text", "int")), self.scope(tree), 2)
        )
        return made and chosen.replace(made) and tree

    def correlated(self, tree: exp.Expr) -> exp.Expr | None:
        select = tree.find(exp.Select)
        sub = self.queries.sub_query("text", self.scope(tree))
        item = self.parse_condition(f"({sub})")
        return select and item and select.select(item, copy=False) and tree

    def looked_up(self, tree: exp.Expr) -> exp.Expr | None:
        """A whole statement that passed, as a value, a test or a list inside another."""
        other = self.text(self.tree(self.chance.choice(self.corpus)) or exp.Null())
        select = self.chance.choice(list(tree.find_all(exp.Select)) or [None])
        if select is None or not other:
            return None
        column = next(select.find_all(exp.Column), exp.Literal.number(1)).sql(self.case.engine)
        forms = (f"({other})", f"EXISTS ({other})", f"{column} IN ({other})", f"(SELECT count(*) FROM ({other}) z)")
        form = self.chance.choice(forms)
        made = self.parse_condition(form)
        if made is None:
            return None
        if form != forms[0] and self.chance.random() < 0.5:
            return select.where(made, copy=False) and tree
        return select.select(exp.alias_(made, "m"), copy=False) and tree

    def misleading(self, tree: exp.Expr) -> exp.Expr | None:
        """A sub-query that has a column of a restricted name, under an alias like that of a table around it."""
        aliases = [one.alias_or_name for one in tree.find_all(exp.Table) if one.alias_or_name]
        select = tree.find(exp.Select)
        if not aliases or not self.restricted or select is None:
            return None
        outer = self.chance.choice(aliases)
        inner, name = self.spell.variant(outer), self.chance.choice(self.restricted)
        quote = self.spell.quote
        item = f"(SELECT {quote(outer)}.{quote(name)} FROM (SELECT 1 AS {quote(name)}) {quote(inner)} LIMIT 1)"
        made = self.parse_condition(item)
        return made and select.select(exp.alias_(made, "m"), copy=False) and tree

    def parse_condition(self, text: str) -> exp.Expr | None:
        tree = self.parse(f"SELECT {text}")
        return tree.selects[0].copy() if isinstance(tree, exp.Select) and tree.selects else None

    def rewrite(self, tree: exp.Expr, node: exp.Expr, text: str) -> exp.Expr | None:
        made = self.parse(text)
        if made is None or node is tree:
            return made
        node.replace(made)
        return tree

    def scope(self, tree: exp.Expr) -> Scope:
        """What the statement's tables show, as far as their names tell."""
        shown = []
        for table in tree.find_all(exp.Table):
            for one in self.case.relations:
                if one.name.rpartition(".")[2].casefold() == table.name.casefold():
                    columns = tuple(Visible(c.name, c.type, self.case.mode(one, c)) for c in one.columns)
                    shown.append(Shown(self.spell.quote(table.alias_or_name), columns, one.name))
        return Scope(shown)
