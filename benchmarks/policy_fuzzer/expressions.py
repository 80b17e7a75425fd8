"""Random expressions over what a scope shows, typed so that engines run them."""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from benchmarks.policy_fuzzer.model import AGGREGATE, BLOCKED, MASKED, OPEN
from benchmarks.policy_fuzzer.spelling import Speller

__all__ = ["Expressions", "Scope", "Shown", "Visible"]

ROW_IDS = {"sqlite": ("rowid", "oid", "_rowid_", "ROWID"), "duckdb": ("rowid",), "postgres": ("tableoid::bigint",)}
HOLE = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Visible:
    """A column as a scope shows it."""

    name: str
    type: str
    mode: str = OPEN


@dataclass(frozen=True)
class Shown:
    """A relation in a FROM clause."""

    alias: str
    """As it is written; empty where columns stand alone."""
    columns: tuple[Visible, ...]
    relation: str = ""
    """The table or view, where it is one."""
    is_merged: bool = False


@dataclass
class Scope:
    shown: list[Shown] = field(default_factory=list)
    outer: Scope | None = None

    def choices(self, *, reach: bool) -> list[tuple[Shown, Visible]]:
        here = [(one, column) for one in self.shown for column in one.columns if column.name]
        return here + (self.outer.choices(reach=reach) if reach and self.outer else [])


@cache
def templates(engine: str) -> dict[str, tuple[str, ...]]:
    raw = tomllib.loads((Path(__file__).parent / "expressions.toml").read_text("utf-8"))
    kinds = {*raw["common"], *raw[engine]}
    return {kind: (*raw["common"].get(kind, ()), *raw[engine].get(kind, ())) for kind in kinds}


class Expressions:
    """`boldness` is how often a restricted column is chosen where an open one would do."""

    def __init__(self, engine: str, chance: random.Random, hidden: list[str]) -> None:
        self.engine, self.chance = engine, chance
        self.spell = Speller(engine, chance)
        self.templates = templates(engine)
        self.hidden = hidden
        self.boldness = 0.1
        self.may_look_around = True
        """Whether window functions may stand here."""
        self.sub_query: Callable[[str, Scope], str] = lambda kind, scope: "SELECT NULL"

    def make(self, kind: str, scope: Scope, depth: int = 2) -> str:
        if kind == "any":
            kind = self.chance.choice(("text", "text", "int", "dec", "date"))
        if kind == "num":
            kind = self.chance.choice(("int", "dec"))
        roll = self.chance.random()
        if depth <= 0 or roll < 0.45 or kind not in self.templates:
            return self.column(kind, scope)
        if roll < 0.5:
            return self.literal(kind)
        template = self.chance.choice(self.templates[kind])
        if " OVER (" in template and not self.may_look_around:
            return self.column(kind, scope)
        return self.fill(template, scope, depth)

    def aggregate(self, kind: str, scope: Scope, depth: int = 1) -> str:
        return self.fill(self.chance.choice(self.templates[f"aggregate_{kind}"]), scope, depth)

    def fill(self, template: str, scope: Scope, depth: int) -> str:
        filled = HOLE.sub(
            lambda found: self.hole(found[1], scope, depth - 1), template.replace("{{", "\1").replace("}}", "\2")
        )
        return filled.replace("\1", "{").replace("\2", "}")

    def hole(self, name: str, scope: Scope, depth: int) -> str:
        plain = {"n": self.number, "hidden": self.guess, "pattern": self.pattern}
        if name in plain:
            return plain[name]()
        if name == "rowid":
            return self.row_id(scope)
        if name in ("name", "l_name"):
            chosen = self.chance.choice(scope.choices(reach=True) or [(Shown("", ()), Visible("x", "int"))])[1].name
            return f"'{chosen}'" if name == "l_name" else self.spell.column(chosen)
        if name == "c_row":
            return self.chance.choice([one.alias for one in scope.shown if one.alias] or ["NULL"])
        head, _, kind = name.partition("_")
        if head == "c":
            return self.column(kind, scope)
        if head == "l":
            return self.literal(kind)
        if head in ("sub", "subs"):
            wanted = kind if head == "sub" else f"many {kind}"
            return self.sub_query(wanted, scope) if depth > 0 else f"SELECT {self.literal(kind)}"
        return self.make(name, scope, depth)

    def column(self, kind: str, scope: Scope) -> str:
        found = self.pick(kind, scope)
        return self.reference(*found) if found else self.literal(kind)

    def pick(self, kind: str, scope: Scope) -> tuple[Shown, Visible] | None:
        fits = [pair for pair in scope.choices(reach=self.chance.random() < 0.3) if _is_of(pair[1], kind)]
        bold = self.chance.random() < self.boldness
        preferred = [pair for pair in fits if (pair[1].mode != OPEN) == bold]
        if bold and self.chance.random() < 0.8:  # blocked ones are refused wherever they are seen
            preferred = [pair for pair in preferred if pair[1].mode != BLOCKED] or preferred
        return self.chance.choice(preferred or fits) if fits else None

    def reference(self, shown: Shown, column: Visible) -> str:
        name = self.spell.column(column.name)
        return f"{shown.alias}.{name}" if shown.alias and self.chance.random() < 0.93 else name

    def restricted(self, scope: Scope) -> tuple[Shown, Visible] | None:
        found = [pair for pair in scope.choices(reach=False) if pair[1].mode in (MASKED, AGGREGATE)]
        return self.chance.choice(found) if found else None

    def row_id(self, scope: Scope) -> str:
        names = ROW_IDS.get(self.engine)
        aliases = [one.alias for one in scope.shown if one.alias and one.relation]
        return f"{self.chance.choice(aliases)}.{self.chance.choice(names)}" if names and aliases else self.number()

    def literal(self, kind: str) -> str:
        if kind in ("int", "num"):
            return self.number()
        if kind == "dec":
            return f"{self.chance.randint(1, 99)}.5"
        if kind == "date":
            made = f"'202{self.chance.randint(1, 3)}-0{self.chance.randint(1, 9)}-15'"
            return f"DATE {made}" if self.engine in ("duckdb", "postgres") else made
        if kind == "bool":
            return self.chance.choice(("1 = 1", "1 = 0"))
        word = self.chance.choice(("''", "'a'", "'live'", "'moss'", "'north'", "'zz'", "'x'"))
        return f"CAST({word} AS text)" if self.engine == "postgres" and self.chance.random() < 0.3 else word

    def guess(self) -> str:
        """A hidden value, as somebody who suspects it would try it."""
        return f"'{self.chance.choice(self.hidden)}'" if self.hidden else "'a'"

    def pattern(self) -> str:
        return self.chance.choice(("'q%'", "'%x%'", "'%4'", "'_z%'", "'n%'", "'%'"))

    def number(self) -> str:
        return str(self.chance.choice((1, 2, 3, 4, 5, 7, 12, 40)))


def _is_of(column: Visible, kind: str) -> bool:
    if kind == "any":
        return column.type not in ("struct", "list")
    return column.type in ("int", "dec") if kind == "num" else column.type == kind
