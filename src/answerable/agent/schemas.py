"""What may be seen of a schema, worked out once: translators and the guard prepare for a schema by its identity."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from answerable.agent.telling import Said
    from answerable.guard import Policy, Verdict
    from answerable.guard.visible import SchemaView
    from answerable.known import Known
    from answerable.receipts import Traits
    from answerable.schema import DatabaseSchema

__all__ = ["Schemas", "View"]

VIEWS_KEPT = 32
QUERIES_KEPT = 512
ANSWERS_KEPT = 64
"""Charts hold the rows they draw."""
_Value = TypeVar("_Value")


class Kept(Generic[_Value]):
    """The values made last."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, _Value] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], _Value]) -> _Value:
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
        made = make()
        with self._lock:
            self._values[key] = made
            while len(self._values) > self._most:
                self._values.popitem(last=False)
        return made


class View:
    """A schema and what is known of it, as one policy lets them be seen; and what the guard and the explainer said of
    queries over it, which is the same as long as this is."""

    def __init__(self, schema: DatabaseSchema, policy: Policy | None, known: Known) -> None:
        self.full = schema
        self.policy = policy
        self.all_known = known
        self.judge = lru_cache(QUERIES_KEPT)(self._judge)
        self.complete = lru_cache(QUERIES_KEPT)(self._complete)
        self.explain = lru_cache(QUERIES_KEPT)(self._explain)
        self.filters = lru_cache(QUERIES_KEPT)(self._filters)
        self.most_rows = lru_cache(QUERIES_KEPT)(self._most_rows)
        self.is_repeatable = lru_cache(QUERIES_KEPT)(self._is_repeatable)
        self.is_ordered = lru_cache(QUERIES_KEPT)(self._is_ordered)
        self.table_fingerprints = lru_cache(QUERIES_KEPT)(self._table_fingerprints)
        self.said: Kept[Said] = Kept(ANSWERS_KEPT)

    @cached_property
    def schema(self) -> DatabaseSchema:
        """Every name, no values of restricted columns: what questions are read over and SQL is judged by."""
        return self._seen.without_values()

    @cached_property
    def showable(self) -> DatabaseSchema:
        """Only what may stand in a SELECT list."""
        return self._seen.showable()

    @cached_property
    def open(self) -> DatabaseSchema:
        """Only what anything may be asked about."""
        return self._seen.unrestricted()

    @cached_property
    def known(self) -> Known:
        """What the policy hides of it is not there."""
        if self.all_known.is_empty:
            return self.all_known
        from answerable.language.known import within

        return within(self.all_known, self.full, self._seen.readable())

    @cached_property
    def _seen(self) -> SchemaView:
        from answerable.guard import seen_through

        return seen_through(self.policy, self.full)

    def _complete(self, sql: str) -> tuple[str, tuple[tuple[str, str], ...]]:
        """Filters and group sizes that the policy demands, written into the SQL; and the tables with their filters."""
        from answerable.guard import with_required_filters

        dialect = self.schema.dialect
        filtered, added = with_required_filters(sql, dialect=dialect, schema=self.schema, policy=self.policy)
        return self.with_minimum_groups(filtered), added

    def with_minimum_groups(self, sql: str) -> str:
        """Group sizes that the policy demands, written into the SQL."""
        from answerable.guard import with_minimum_groups

        return with_minimum_groups(sql, dialect=self.schema.dialect, schema=self.schema, policy=self.policy)

    def _judge(self, sql: str) -> Verdict:
        from answerable.guard import judged
        from answerable.language.explainer.statement import know_tree

        found = judged(sql, dialect=self.schema.dialect, schema=self.schema, policy=self.policy)
        if found.verdict.allowed and found.tree is not None:
            know_tree(sql, self.schema.dialect, found.tree)
        return found.verdict

    def _explain(self, sql: str, lang: str) -> str:
        from answerable.language.explainer import explain

        return explain(sql, dialect=self.schema.dialect, schema=self.schema, lang=lang)

    def _filters(self, sql: str, lang: str) -> tuple[str, ...]:
        from answerable.language.explainer import filters

        return filters(sql, self.schema.dialect, schema=self.schema, lang=lang)

    def _most_rows(self, sql: str) -> int | None:
        """That the query can touch, where it is sure without asking the engine."""
        from answerable.agent.row_bound import most_rows
        from answerable.language.explainer.statement import parse_query

        return most_rows(parse_query(sql, self.schema.dialect), self.schema)

    @cached_property
    def policy_fingerprint(self) -> str:
        """Empty where there is no policy."""
        return self.policy.fingerprint if self.policy else ""

    def _is_ordered(self, sql: str) -> bool:
        from answerable.agent.query_shape import is_ordered
        from answerable.language.explainer.statement import parse_query

        return is_ordered(parse_query(sql, self.schema.dialect))

    def traits(self, sql: str) -> Traits:
        """What a query leaves open."""
        from answerable.agent.query_shape import traits_of
        from answerable.language.explainer.statement import parse_query

        return traits_of(parse_query(sql, self.schema.dialect))

    def _table_fingerprints(self, names: tuple[str, ...]) -> Mapping[str, str]:
        from answerable.guard.behind import tables_behind
        from answerable.receipts import table_fingerprints

        return table_fingerprints(self.full, names, tables_behind)

    def _is_repeatable(self, sql: str) -> bool:
        """Whether it says the same each time as long as the data stays the same."""
        from answerable.agent.repeatable import is_repeatable
        from answerable.language.explainer.statement import parse_query

        return is_repeatable(parse_query(sql, self.schema.dialect), self.schema)


class Schemas:
    """The views used last. May be shared by many desks."""

    def __init__(self) -> None:
        self._views: list[View] = []
        self._lock = threading.Lock()

    def view(self, schema: DatabaseSchema, policy: Policy | None, known: Known) -> View:
        """Schemas by identity, because values and keys count too; policies and knowledge by what they say."""
        with self._lock:
            found = next((view for view in self._views if _is_of(view, schema, policy, known)), None)
            if found is None:
                found = View(schema, policy, known)
            else:
                self._views.remove(found)
            self._views = [found, *self._views[: VIEWS_KEPT - 1]]
        return found


def _is_of(view: View, schema: DatabaseSchema, policy: Policy | None, known: Known) -> bool:
    return view.full is schema and view.policy == policy and view.all_known.version == known.version
