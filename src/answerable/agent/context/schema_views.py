"""What may be seen of a schema, worked out once: translators and the guard prepare for a schema by its identity."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from answerable import semantics
from answerable.agent.context.hidden_names import HiddenNames
from answerable.agent.execution.nullable_columns import never_null
from answerable.agent.execution.query_shape import is_ordered, traits_of
from answerable.agent.execution.repeatable import is_repeatable
from answerable.agent.execution.row_bound import most_rows
from answerable.explain import explain, filters
from answerable.explain.explain_statement import parse_query
from answerable.guard import check_with_tree, seen_through, with_minimum_groups, with_required_filters
from answerable.guard.resolve.tables_behind_views import tables_behind
from answerable.kernel.cache import BoundedCache
from answerable.language.knowledge.visible_knowledge import within
from answerable.receipts import table_fingerprints
from answerable.sql.parse import remember_tree

if TYPE_CHECKING:
    from answerable.agent.answer_builder import ComposedAnswer
    from answerable.agent.context.semantic_model_cache import SemanticModelCache
    from answerable.guard import Policy, Verdict
    from answerable.guard.policy.visible_schema import SchemaView
    from answerable.hybrid.sight import Sees, Sight
    from answerable.kernel.knowledge import Known
    from answerable.kernel.schema import DatabaseSchema
    from answerable.receipts import Traits
    from answerable.semantics import SemanticModel
    from answerable.semantics.semantic_labels import SemanticLabels
    from answerable.sources import Progress

__all__ = ["Schemas", "View"]

VIEWS_KEPT = 32
QUERIES_KEPT = 512
ANSWERS_KEPT = 64
"""Charts hold the rows they draw."""


class View:
    """A schema and what is known of it, as one policy lets them be seen; and what the guard and the explainer said of
    queries over it, which is the same as long as this is."""

    def __init__(
        self,
        schema: DatabaseSchema,
        policy: Policy | None,
        known: Known,
        kept_model: Callable[[DatabaseSchema], SemanticModel] | None = None,
    ) -> None:
        """`kept_model` gives a schema's semantic model; without it the model is built."""
        self.full = schema
        self._kept_model = kept_model
        self.policy = policy
        self.all_known = known
        self.judge = lru_cache(QUERIES_KEPT)(self._judge)
        self.complete = lru_cache(QUERIES_KEPT)(self._complete)
        self.explain = lru_cache(QUERIES_KEPT)(self._explain)
        self.filters = lru_cache(QUERIES_KEPT)(self._filters)
        self.most_rows = lru_cache(QUERIES_KEPT)(self._most_rows)
        self.never_null = lru_cache(QUERIES_KEPT)(self._never_null)
        self.is_repeatable = lru_cache(QUERIES_KEPT)(self._is_repeatable)
        self.is_ordered = lru_cache(QUERIES_KEPT)(self._is_ordered)
        self.table_fingerprints = lru_cache(QUERIES_KEPT)(self._table_fingerprints)
        self.composed: BoundedCache[Hashable, ComposedAnswer] = BoundedCache(ANSWERS_KEPT)
        self._sights: BoundedCache[tuple[str, bool], Sight] = BoundedCache(4)
        self._model: SemanticModel | None = None
        self._modelling = threading.Lock()

    @cached_property
    def schema(self) -> DatabaseSchema:
        """Every name, no values of what is restricted: what questions are read over and SQL is judged by."""
        return self._seen.without_values()

    @cached_property
    def showable(self) -> DatabaseSchema:
        """Only what may stand in a SELECT list."""
        return self._seen.showable()

    @cached_property
    def tellable(self) -> DatabaseSchema:
        """Only what may be read and told: no names of what is hidden, no values of what is restricted."""
        return self._seen.readable()

    @cached_property
    def hidden_names(self) -> HiddenNames:
        """Of what may not be told."""
        return HiddenNames.of(self.full, self.tellable)

    def semantic_model(self, cache: SemanticModelCache, progress: Progress | None = None) -> SemanticModel:
        """What the schema means, as far as it may be told. Built once: whoever asks meanwhile waits for it."""
        with self._modelling:
            if self._model is None:
                self._model = cache.model(self.tellable, self.all_known.version, progress)
            return self._model

    def sight(self, cache: SemanticModelCache, sees: Sees, *, is_blind: bool = False) -> Sight:
        """What a language model may be told."""
        from answerable.hybrid.sight import Sight  # most runs have no model

        return self._sights.get_or_make(
            (sees, is_blind),
            lambda: Sight(self.tellable, self.semantic_model(cache), self.known, sees, is_blind),
        )

    @cached_property
    def open(self) -> DatabaseSchema:
        """Only what anything may be asked about."""
        return self._seen.without_restricted()

    @cached_property
    def labels(self) -> SemanticLabels:
        """What people call what may be shown."""
        from answerable.semantics.semantic_labels import SemanticLabels

        build = self._kept_model or semantics.build_semantics
        return SemanticLabels(build(self.showable))

    @cached_property
    def known(self) -> Known:
        """What the policy hides of it is not there."""
        if self.all_known.is_empty:
            return self.all_known
        return within(self.all_known, self.full, self._seen.readable())

    @cached_property
    def _seen(self) -> SchemaView:
        return seen_through(self.policy, self.full)

    def _complete(self, sql: str) -> tuple[str, tuple[tuple[str, str], ...]]:
        """Filters and group sizes that the policy demands, written into the SQL; and the tables with their filters."""
        dialect = self.schema.dialect
        filtered, added = with_required_filters(sql, dialect=dialect, schema=self.schema, policy=self.policy)
        return self.with_minimum_groups(filtered), added

    def hides_rows(self, tables: Iterable[str]) -> bool:
        """Whether some rows of one of the tables may be behind a required filter."""
        if self.policy is None or not self.policy.required_filters:
            return False
        known = (self.full.table(name) for name in tables)
        return any(table is None or self._seen.hides_rows(table) for table in known)

    def with_minimum_groups(self, sql: str) -> str:
        """Group sizes that the policy demands, written into the SQL."""
        return with_minimum_groups(sql, dialect=self.schema.dialect, schema=self.schema, policy=self.policy)

    def _judge(self, sql: str) -> Verdict:
        found = check_with_tree(sql, dialect=self.schema.dialect, schema=self.schema, policy=self.policy)
        if found.verdict.allowed and found.tree is not None:
            remember_tree(sql, self.schema.dialect, found.tree)
        return found.verdict

    def _explain(self, sql: str, lang: str) -> str:
        return explain(sql, dialect=self.schema.dialect, schema=self.schema, lang=lang, is_brief=True)

    def _filters(self, sql: str, lang: str) -> tuple[str, ...]:
        return filters(sql, self.schema.dialect, schema=self.schema, lang=lang)

    def _most_rows(self, sql: str) -> int | None:
        """That the query can touch, where it is sure without asking the engine."""
        return most_rows(parse_query(sql, self.schema.dialect), self.schema)

    @cached_property
    def policy_fingerprint(self) -> str:
        """Empty where there is no policy."""
        return self.policy.fingerprint if self.policy else ""

    def _never_null(self, sql: str) -> frozenset[int]:
        """Places of the columns that are sure to have a value in every row."""
        return never_null(parse_query(sql, self.schema.dialect), self.schema)

    def _is_ordered(self, sql: str) -> bool:
        return is_ordered(parse_query(sql, self.schema.dialect))

    def traits(self, sql: str) -> Traits:
        """What a query leaves open."""
        return traits_of(parse_query(sql, self.schema.dialect))

    def _table_fingerprints(self, names: tuple[str, ...]) -> Mapping[str, str]:
        return table_fingerprints(self.full, names, tables_behind)

    def _is_repeatable(self, sql: str) -> bool:
        """Whether it says the same each time as long as the data stays the same."""
        return is_repeatable(parse_query(sql, self.schema.dialect), self.schema)


class Schemas:
    """The views used last. May be shared by many run contexts."""

    def __init__(self) -> None:
        self._views: list[View] = []
        self._lock = threading.Lock()

    def view(
        self,
        schema: DatabaseSchema,
        policy: Policy | None,
        known: Known,
        kept_model: Callable[[DatabaseSchema], SemanticModel] | None = None,
    ) -> View:
        """Schemas by identity, because values and keys count too; policies and knowledge by what they say."""
        with self._lock:
            found = next((view for view in self._views if _is_of(view, schema, policy, known)), None)
            if found is None:
                found = View(schema, policy, known, kept_model)
            else:
                self._views.remove(found)
            self._views = [found, *self._views[: VIEWS_KEPT - 1]]
        return found


def _is_of(view: View, schema: DatabaseSchema, policy: Policy | None, known: Known) -> bool:
    return view.full is schema and view.policy == policy and view.all_known.state == known.state
