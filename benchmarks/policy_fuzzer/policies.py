"""Random policies over a random schema."""

from __future__ import annotations

import random
from typing import Any

from benchmarks.policy_fuzzer.model import AGGREGATE, BLOCKED, MASKED, Case, Column, Policy, Relation
from benchmarks.policy_fuzzer.schemas import STATUS
from benchmarks.policy_fuzzer.spelling import Speller

__all__ = ["with_policy"]

KEYS = {BLOCKED: "blocked_columns", MASKED: "masked_columns", AGGREGATE: "aggregate_only_columns"}


def with_policy(case: Case) -> Case:
    return case.under(_Maker(case).policy())


class _Maker:
    def __init__(self, case: Case) -> None:
        self.case = case
        self.chance = random.Random(f"policy {case.engine} {case.seed}")
        self.modes: dict[tuple[str, str], str] = {}
        self.raw: dict[str, Any] = {"minimum_group": self.chance.randint(2, 4)}

    def policy(self) -> Policy:
        outside = self.outside()
        for table in self.case.tables:
            if not table.parent and table.name not in outside:
                self.restrict(table)
        self.restrict_a_child()
        named = dict(self.modes)
        self.name_columns(named)
        filters = self.filters(outside)
        for table in self.case.tables:
            self.inherit(table)
            self.generate(table)
        if self.chance.random() < 0.15:
            self.allow_columns(outside)
        return Policy(self.raw, self.modes, outside, filters)

    def outside(self) -> frozenset[str]:
        """A table that is not allowed, and the views over it that are not either."""
        if self.chance.random() > 0.35:
            return frozenset()
        relatives = {one.parent for one in self.case.tables}
        free = [one.name for one in self.case.tables if not one.parent and one.name not in relatives]
        if len(free) < 2:
            return frozenset()
        hidden = self.chance.choice(free)
        out = {hidden} | {one.name for one in self.case.relations if hidden in one.bases}
        self.raw["allowed_tables"] = sorted(one.name for one in self.case.relations if one.name not in out)
        return frozenset(out)

    def restrict(self, table: Relation) -> None:
        for column in table.columns:
            if mode := self.mode_of(column, table):
                self.modes[table.name, column.name] = mode

    def mode_of(self, column: Column, table: Relation) -> str | None:
        if column.name == STATUS or column.refers_to or column.formula:
            return None
        if column.is_key:
            return BLOCKED if self.may_hide_key(table) else None
        roll = self.chance.random()
        if column.type in ("int", "dec") and roll < 0.35:
            return AGGREGATE
        return MASKED if roll < 0.35 else BLOCKED if roll < 0.55 else None

    def may_hide_key(self, table: Relation) -> bool:
        """Keys that others refer to stay open: their copies would tell them."""
        referred = any(c.refers_to == table.name for one in self.case.tables for c in one.columns)
        return not referred and not table.is_partitioned and self.chance.random() < 0.25

    def restrict_a_child(self) -> None:
        """In place of its parent: what the parent shows of it is restricted all the same."""
        for child in self.case.tables:
            if not child.parent or self.chance.random() < 0.6:
                continue
            for column in child.columns:
                mode = self.modes.get((child.parent, column.name))
                if mode and self.chance.random() < 0.4:
                    del self.modes[child.parent, column.name]
                    self.modes[child.name, column.name] = mode
            return

    def name_columns(self, named: dict[tuple[str, str], str]) -> None:
        for mode, key in KEYS.items():
            columns = [f"{table}.{column}" for (table, column), found in named.items() if found == mode]
            if columns:
                self.raw[key] = sorted(columns)

    def inherit(self, child: Relation) -> None:
        """Values of a child are as restricted as those of its parent."""
        if child.parent:
            for column in child.columns:
                if mode := self.modes.get((child.parent, column.name)):
                    self.modes[child.name, column.name] = mode

    def generate(self, table: Relation) -> None:
        quote = Speller(self.case.engine, self.chance).quote
        for column in table.columns:
            if column.formula:
                origin = next(o for o in table.columns if o is not column and quote(o.name) in column.formula)
                if mode := self.modes.get((table.name, origin.name)):
                    self.modes[table.name, column.name] = mode

    def filters(self, outside: frozenset[str]) -> dict[str, tuple[str, str]]:
        if self.chance.random() > 0.4:
            return {}
        relatives = {one.parent for one in self.case.tables}
        free = [t for t in self.case.tables if t.name not in outside and not t.parent and t.name not in relatives]
        if not free:
            return {}
        table = self.chance.choice(free)
        self.raw["required_filters"] = {table.name: f"{STATUS} = 'live'"}
        return {table.name: (STATUS, "live")}

    def allow_columns(self, outside: frozenset[str]) -> None:
        """Columns of tables; none of a view, for naming one might be meant to release what it shows."""
        allowed = []
        for one in self.case.tables:
            if one.name in outside:
                continue
            for column in one.columns:
                if self.is_free(one, column) and self.chance.random() < 0.3:
                    self.modes[one.name, column.name] = BLOCKED
                else:
                    allowed.append(f"{one.name}.{column.name}")
        self.raw["allowed_columns"] = sorted(allowed)
        for table in self.case.tables:
            self.inherit(table)

    def is_free(self, table: Relation, column: Column) -> bool:
        is_kin = table.parent or any(one.parent == table.name for one in self.case.tables)
        made = any(one.formula for one in table.columns)
        plain = not column.is_key and not column.refers_to and column.name != STATUS
        return plain and not is_kin and not made and (table.name, column.name) not in self.modes
