"""Random policies over a random schema."""

from __future__ import annotations

import random
from typing import Any

from answerable.sensitive import kinds_of_name
from benchmarks.policy_fuzzer.model import AGGREGATE, BLOCKED, MASKED, STATUS, Case, Column, Policy, Relation
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
        self.by_pattern: dict[tuple[str, str], str] = {}
        self.raw: dict[str, Any] = {"minimum_group": self.chance.randint(2, 4)}

    def policy(self) -> Policy:
        outside = self.outside()
        filters = self.filters(outside)
        has_filter_alone = bool(filters) and self.chance.random() < 0.15
        for table in self.case.tables:
            if not table.parent and table.name not in outside and not has_filter_alone:
                self.restrict(table)
        self.restrict_a_child()
        if not has_filter_alone:
            self.restrict_references()
            self.restrict_by_pattern(outside)
        self.name_columns(dict(self.modes), outside)
        if not has_filter_alone:
            self.restrict_whole_table(outside, filters)
        for table in self.case.tables:
            self.inherit(table)
            self.generate(table)
        if self.chance.random() < 0.15:
            self.allow_columns(outside)
        made = Policy(self.raw, self.modes, outside, filters)
        self.tell_lineage(self.case.under(made))
        return made

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
        allowed = sorted(one.name for one in self.case.relations if one.name not in out)
        self.raw["allowed_tables"] = [self.whole_name(name) for name in allowed]
        return frozenset(out)

    def whole_name(self, name: str) -> str:
        """With the engine's own namespace, where another has tables too: the same name may stand in both."""
        if "." in name or not any("." in one.name for one in self.case.tables):
            return name
        return f"{'public' if self.case.engine == 'postgres' else 'main'}.{name}"

    def restrict(self, table: Relation) -> None:
        for column in table.columns:
            if mode := self.mode_of(column, table):
                self.modes[table.name, column.name] = mode

    def mode_of(self, column: Column, table: Relation) -> str | None:
        if column.name == STATUS or column.refers_to or column.formula:
            return None
        if column.is_key:
            may = not table.is_partitioned and self.chance.random() < 0.25
            return self.chance.choice((BLOCKED, MASKED)) if may else None
        roll = self.chance.random()
        if column.type in ("int", "dec") and roll < 0.35:
            return AGGREGATE
        return MASKED if roll < 0.35 else BLOCKED if roll < 0.55 else None

    def restrict_references(self) -> None:
        """Copies of a hidden key are hidden as it is; some others are hidden though the key is open."""
        for table in self.case.tables:
            for column in table.columns:
                if not column.refers_to or table.parent:
                    continue
                key = self.case.relation(column.refers_to).columns[0].name
                mode = self.modes.get((column.refers_to, key))
                if not mode and self.chance.random() < 0.15:
                    mode = self.chance.choice((BLOCKED, MASKED))
                if mode:
                    self.modes[table.name, column.name] = mode

    def restrict_by_pattern(self, outside: frozenset[str]) -> None:
        """Columns by what their names say they hold."""
        if self.chance.random() > 0.2:
            return
        kind = self.chance.choice(("phone", "email", "national_id"))
        inside = [one for one in self.case.tables if one.name not in outside]
        found = [(one, column) for one in inside for column in one.columns if kind in kinds_of_name(column.name)]
        if any(self.modes.get((one.name, column.name)) == AGGREGATE for one, column in found):
            return
        mode = self.chance.choice((BLOCKED, MASKED))
        self.raw["blocked_patterns"] = {kind: mode} if mode == MASKED or self.chance.random() < 0.5 else [kind]
        for one, column in found:
            self.by_pattern.setdefault((one.name, column.name), mode)

    def restrict_whole_table(self, outside: frozenset[str], filters: dict[str, tuple[str, str]]) -> None:
        """`table.*`: nothing refers to it or inherits from it, and nothing of it is restricted otherwise."""
        taken = {one.parent for one in self.case.tables} | {c.refers_to for t in self.case.tables for c in t.columns}
        free = [one for one in self.case.tables if not one.parent and one.name not in {*taken, *outside, *filters}]
        if not free or self.chance.random() > 0.1:
            return
        table = self.chance.choice(free)
        has_figures = any(self.modes.get((table.name, column.name)) == AGGREGATE for column in table.columns)
        mode = BLOCKED if has_figures else self.chance.choice((BLOCKED, MASKED))
        named = self.raw.get(KEYS[mode], [])
        self.raw[KEYS[mode]] = sorted([*named, f"{table.name}.*"])
        for column in table.columns:
            if mode == BLOCKED or self.modes.get((table.name, column.name)) is None:
                self.modes[table.name, column.name] = mode

    def tell_lineage(self, case: Case) -> None:
        """What some columns of a view show, where its rows depend on nothing hidden: naming a view's columns says that
        its owner means what it does."""
        views = [one for one in case.relations if one.is_view and case.hides_nothing_else(one)]
        views = [one for one in views if one.name not in case.policy.outside]
        if not views or self.chance.random() > 0.25:
            return
        view = self.chance.choice(views)
        columns = [column for column in view.columns if self.chance.random() < 0.6]
        told = {f"{view.name}.{column.name}": ".".join(case.origin(view, column)) for column in columns}
        if told:
            self.raw["view_lineage"] = told

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

    def name_columns(self, named: dict[tuple[str, str], str], outside: frozenset[str]) -> None:
        for mode, key in KEYS.items():
            columns = [self.entry(*pair, mode, outside) for pair, found in named.items() if found == mode]
            if columns:
                self.raw[key] = sorted(set(columns))
        self.modes = {**self.by_pattern, **self.modes}

    def entry(self, table: str, column: str, mode: str, outside: frozenset[str]) -> str:
        """`table.column`, or sometimes `column` or `*.column`, where all columns of the name may be restricted so."""
        others = [(one, c) for one in self.case.tables for c in one.columns if c.name.casefold() == column.casefold()]
        if self.chance.random() < 0.8 or not all(self.may_restrict(*pair, mode, outside) for pair in others):
            return f"{table}.{column}"
        for one, other in others:
            self.modes[one.name, other.name] = mode
        return self.chance.choice((column, f"*.{column}"))

    def may_restrict(self, table: Relation, column: Column, mode: str, outside: frozenset[str]) -> bool:
        if self.modes.get((table.name, column.name)) == mode:
            return True
        is_plain = not column.is_key and not column.refers_to and not column.formula and column.name != STATUS
        is_figure = mode != AGGREGATE or column.type in ("int", "dec")
        is_free = (table.name, column.name) not in {**self.modes, **self.by_pattern}
        return is_plain and is_figure and is_free and not table.parent and table.name not in outside

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
                    allowed.append(f"{self.whole_name(one.name)}.{column.name}")
        self.raw["allowed_columns"] = sorted(allowed)
        for table in self.case.tables:
            self.inherit(table)

    def is_free(self, table: Relation, column: Column) -> bool:
        is_kin = table.parent or any(one.parent == table.name for one in self.case.tables)
        made = any(one.formula for one in table.columns)
        plain = not column.is_key and not column.refers_to and column.name != STATUS
        return plain and not is_kin and not made and (table.name, column.name) not in self.modes
