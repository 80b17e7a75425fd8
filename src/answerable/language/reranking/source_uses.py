"""What a reading does with the source, by the semantic model: which rows it takes for its subject, which usual
exclusions it keeps, whether a join repeats what it adds up, and whether it shows what was asked for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from sqlglot import exp
from sqlglot.errors import SqlglotError

from answerable.kernel.cache import BoundedCache
from answerable.kernel.light_dataclass import dataclass
from answerable.naming.identifiers import identifier_lemmas
from answerable.naming.inflection import stem
from answerable.sql.parse import parse_sql

if TYPE_CHECKING:
    from answerable.semantics import SemanticModel

__all__ = ["SourceUses"]

_KEPT = 512
_TOTALS = (exp.Sum, exp.Avg)
_OF_NO_MONEY = ("quantity", "duration", "size", "number")
_OF_MONEY = ("amount", "price", "balance")


@dataclass(frozen=True, slots=True)
class QueryTables:
    """The outer SELECT of a query: its tables by alias, and the columns of its totals."""

    base: str = ""
    joined: frozenset[str] = frozenset()
    named: frozenset[str] = frozenset()
    """Of all SELECTs."""
    totalled: frozenset[tuple[str, str]] = frozenset()
    """Table and column."""
    counts_rows: bool = False
    columns: frozenset[str] = frozenset()
    shown: frozenset[str] = frozenset()
    """Stems of what it shows: names of columns and of their tables."""


class SourceUses:
    def __init__(self, model: SemanticModel) -> None:
        self._model = model
        self._read: BoundedCache[str, QueryTables] = BoundedCache(_KEPT)

    def features(self, sql: str, head: str) -> dict[str, float]:
        """`head` is the stem of the noun that the question asks for; empty where there is none."""
        use = self._tables(sql)
        left_out, kept, money = self._exclusions(use)
        return {
            "base_event": float(use.base in self._worth),
            "base_worth": self._worth.get(use.base, 0.0),
            "base_rows": self._share_of_keys.get(use.base, 0.0),
            "base_technical": float(use.base in self._technical),
            "fan_out": float(self._repeats(use)),
            "exclusions_used": float(left_out),
            "exclusions_missed": float(kept),
            "exclusions_missed_money": float(money),
            "totals_money": float(any(one in self._money for one in use.totalled)),
            "totals_any": float(bool(use.totalled)),
            "head_shown": float(head in use.shown) if head else 0.5,
            "head_used": float(any(head in self._stems(name) for name in use.named)) if head else 0.5,
        }

    def speaks_of_money(self, sql: str) -> bool:
        """A column of money has a part in it, in whatever clause."""
        use = self._tables(sql)
        return any(column in use.columns for table, column in self._money - self._counted if table in use.named)

    def repeats_totals(self, sql: str) -> bool:
        """A sum or an average over rows that a join repeats."""
        return self._repeats(self._tables(sql))

    def _repeats(self, use: QueryTables) -> bool:
        return any(table in self._children.get(owner, ()) for owner, _ in use.totalled for table in use.joined)

    def _exclusions(self, use: QueryTables) -> tuple[int, int, int]:
        """Conditions that are there, that are not, and that are not though amounts are added up."""
        used = missed = money = 0
        for one in self._model.exclusions:
            if one.table.casefold() not in use.joined:
                continue
            if one.condition.column.casefold() in use.columns:
                used += 1
            elif one.applies_to != "money":
                missed += 1
            else:
                money += bool(use.totalled)
        return used, missed, money

    def _tables(self, sql: str) -> QueryTables:
        return self._read.get_or_make(sql, lambda: self._tables_of(sql))

    def _tables_of(self, sql: str) -> QueryTables:
        try:
            tree = parse_sql(sql, self._model.dialect)
        except SqlglotError:
            return QueryTables()
        select = tree.find(exp.Select)
        source = select.args.get("from_") or select.args.get("from") if select else None
        if select is None or source is None:
            return QueryTables()
        own = [source.this, *(join.this for join in select.args.get("joins") or ())]
        by_alias = {one.alias_or_name.casefold(): _name(one) for one in own if isinstance(one, exp.Table)}
        joined = frozenset(by_alias.values())
        alone = next(iter(joined)) if len(joined) == 1 else ""

        def owner(column: exp.Column) -> str:
            return by_alias.get(column.table.casefold(), alone) if column.table else alone

        totals = [node for node in select.find_all(*_TOTALS) if node.find_ancestor(exp.Select) is select]
        shown = [column for one in select.selects for column in one.find_all(exp.Column)]
        return QueryTables(
            base=_name(source.this) if isinstance(source.this, exp.Table) else "",
            joined=joined,
            named=frozenset(_name(one) for one in tree.find_all(exp.Table)),
            totalled=frozenset((owner(c), c.name.casefold()) for node in totals for c in node.find_all(exp.Column)),
            columns=frozenset(column.name.casefold() for column in tree.find_all(exp.Column)),
            shown=frozenset(s for c in shown for name in (c.name, owner(c)) for s in self._stems(name)),
        )

    def _stems(self, name: str) -> frozenset[str]:
        if name not in self._stems_known:
            words = [*identifier_lemmas(name), *self._nouns.get(name, ())]
            self._stems_known[name] = frozenset(stem(word) for word in words)
        return self._stems_known[name]

    @cached_property
    def _stems_known(self) -> dict[str, frozenset[str]]:
        return {}

    @cached_property
    def _nouns(self) -> dict[str, Sequence[str]]:
        """What rows of a table are called."""
        return {one.table.casefold(): one.noun.split() for one in self._model.entities}

    @cached_property
    def _money(self) -> frozenset[tuple[str, str]]:
        amounts = {(one.table, one.column) for one in self._model.measures if one.kind in _OF_MONEY}
        parts = {(one.table, column) for one in self._model.derived for _, column in one.parts}
        return frozenset((table.casefold(), column.casefold()) for table, column in amounts | parts)

    @cached_property
    def _counted(self) -> frozenset[tuple[str, str]]:
        """Pieces and times: no money by themselves, though it is computed with them."""
        counted = {(one.table, one.column) for one in self._model.measures if one.kind in _OF_NO_MONEY}
        dated = {(one.table, one.column) for one in self._model.dates}
        return frozenset((table.casefold(), column.casefold()) for table, column in counted | dated)

    @cached_property
    def _worth(self) -> dict[str, float]:
        """Tables whose rows happen: 2 where they have an amount of their own, 1 more where others belong to them."""
        worth: dict[str, float] = {}
        for event in self._model.events:
            name = event.table.casefold()
            has_amount = any(one.kind == "amount" for one in self._model.measures_of(event.table))
            has_lines = any(other.date_from == event.table for other in self._model.events)
            is_line = event.date_from is not None
            worth[name] = 1.0 + 2.0 * has_amount + has_lines - 0.5 * is_line
        return worth

    @cached_property
    def _technical(self) -> frozenset[str]:
        odd = [one for one in self._model.entities if one.is_technical or one.is_view or one.is_code_table]
        return frozenset(one.table.casefold() for one in odd)

    @cached_property
    def _share_of_keys(self) -> dict[str, float]:
        """How many relationships lead away from a table, against the most."""
        away: dict[str, float] = defaultdict(float)
        for one in self._model.relationships:
            away[one.table.casefold()] += 1.0
        most = max(away.values(), default=1.0)
        return {table: count / most for table, count in away.items()}

    @cached_property
    def _children(self) -> dict[str, frozenset[str]]:
        """Tables of which several rows belong to one row of a table, directly or further down."""
        below: dict[str, set[str]] = defaultdict(set)
        for one in self._model.relationships:
            if not one.is_unique and one.table != one.target:
                below[one.target.casefold()].add(one.table.casefold())
        return {table: frozenset(_all_below(table, below)) for table in below}


def _all_below(table: str, below: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = [table]
    while waiting:
        new = below.get(waiting.pop(), set()) - found
        found |= new
        waiting += sorted(new)
    return found - {table}


def _name(table: exp.Table) -> str:
    return ".".join(part for part in (table.db, table.name) if part).casefold()
