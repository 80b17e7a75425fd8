"""Required filters through views: a view over a filtered table holds the filter itself, and so do views behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from answerable.guard.catalog import Catalog, KnownTable
from answerable.guard.lists import Allowed
from answerable.guard.policy import Policy
from answerable.guard.reading import Reading, TableRead
from answerable.guard.table_names import names_of
from answerable.guard.views.engine_spelling import plain_spelling
from answerable.guard.views.held_filters import unfiltered_tables
from answerable.guard.views.view_query import view_query

__all__ = ["FilterGap", "filter_gaps"]


@dataclass(frozen=True, slots=True)
class FilterGap:
    """A read without the filter it needs: by the statement itself, or by the definition of a view it reads."""

    table: str
    """As written; empty where the view's definition cannot be read."""
    required: str
    view: str = ""
    """The view whose definition lacks the filter; empty for the statement itself."""
    problem: str = ""
    """Why a view's definition cannot be read."""


def filter_gaps(reading: Reading, policy: Policy, allowed: Allowed, catalog: Catalog) -> Iterator[FilterGap]:
    """Nothing where the policy requires no filter."""
    if policy.required_filters:
        yield from _Search(policy, allowed, catalog).of_statement(reading)


class _Search:
    def __init__(self, policy: Policy, allowed: Allowed, catalog: Catalog) -> None:
        self._filters = [(name.lower(), required) for name, required in policy.required_filters.items()]
        self._allowed, self._catalog = allowed, catalog
        self._seen: set[str] = set()

    def of_statement(self, reading: Reading) -> Iterator[FilterGap]:
        for table, required in unfiltered_tables(reading, self._required, self._allowed.dialect):
            yield FilterGap(table.written, required)
        for table in reading.tables:
            yield from self._behind(table)

    def _required(self, table: TableRead) -> Sequence[str]:
        """All of them: a table may be named with and without its schema."""
        names = set(names_of(table, self._allowed))
        return [required for name, required in self._filters if name in names]

    def _behind(self, table: TableRead) -> Iterator[FilterGap]:
        if table.known is not None and table.known.is_view and table.known.qualified not in self._seen:
            self._seen.add(table.known.qualified)
            yield from self._of_view(table.known)

    def _of_view(self, view: KnownTable) -> Iterator[FilterGap]:
        query = view_query(view, self._catalog, self._allowed)
        problem = query.problem or query.unknown_function or _unknown_table(query.reading)
        if problem or query.reading is None:
            yield FilterGap("", self._filters[0][1], view.qualified, problem)
            return
        for table, required in unfiltered_tables(query.reading, self._required, self._allowed.dialect, plain_spelling):
            yield FilterGap(table.written, required, view.qualified)
        for table in query.reading.tables:
            yield from self._behind(table)


def _unknown_table(reading: Reading | None) -> str:
    """It may be a view over the filtered table, which this connection is not told about."""
    missing = next((table.written for table in reading.tables if table.known is None), "") if reading else ""
    return f"it reads '{missing}', which is not in the schema" if missing else ""
