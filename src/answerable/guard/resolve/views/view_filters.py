"""Required filters through views: a view over a filtered table holds the filter itself, and so do views behind it."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.guard.policy.permissions import Permissions
from answerable.guard.policy.policy import Policy
from answerable.guard.resolve.catalog import Catalog, KnownTable
from answerable.guard.resolve.reads import QueryReading, TableRead
from answerable.guard.resolve.views.engine_spelling import plain_spelling
from answerable.guard.resolve.views.held_filters import unfiltered_tables
from answerable.guard.resolve.views.outer_filters import condition_on_view
from answerable.guard.resolve.views.view_query import view_query
from answerable.kernel.light_dataclass import dataclass

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


def filter_gaps(
    reading: QueryReading, policy: Policy, permissions: Permissions, catalog: Catalog
) -> Iterator[FilterGap]:
    """Nothing where the policy requires no filter."""
    if policy.required_filters:
        yield from _Search(policy, permissions, catalog).of_statement(reading)


class _Search:
    def __init__(self, policy: Policy, permissions: Permissions, catalog: Catalog) -> None:
        self._filters = tuple(policy.required_filters.values())
        self._permissions, self._allowed, self._catalog = permissions, permissions.allow_list, catalog
        self._seen: set[str] = set()

    def of_statement(self, reading: QueryReading) -> Iterator[FilterGap]:
        filters_of, dialect = self._permissions.required_filters, self._allowed.dialect
        for table, required in unfiltered_tables(reading, filters_of, dialect):
            yield FilterGap(table.written, required)
        for table in reading.tables:
            gaps = list(self._behind(table))
            if gaps and table.known is not None and self._holds_itself(reading, table.known, gaps):
                self._seen.discard(
                    table.known.qualified_name
                )  # other views may read it too, and do not hold the filter
            else:
                yield from gaps

    def _holds_itself(self, reading: QueryReading, view: KnownTable, gaps: list[FilterGap]) -> bool:
        """Whether every read of the view in the statement holds the filters on columns that are copies."""
        query = view_query(view, self._catalog, self._allowed)
        if any(gap.problem or gap.view != view.qualified_name for gap in gaps):
            return False
        held = [condition_on_view(gap.required, view, query, self._catalog) for gap in gaps]
        wanted = [condition for condition in held if condition is not None]
        missing = unfiltered_tables(reading, lambda table: wanted if table.known is view else (), self._allowed.dialect)
        return len(wanted) == len(gaps) and next(missing, None) is None

    def _behind(self, table: TableRead) -> Iterator[FilterGap]:
        if table.known is not None and table.known.is_view and table.known.qualified_name not in self._seen:
            self._seen.add(table.known.qualified_name)
            yield from self._of_view(table.known)

    def _of_view(self, view: KnownTable) -> Iterator[FilterGap]:
        query = view_query(view, self._catalog, self._allowed)
        problem = query.problem or query.unknown_function or _unknown_table(query.reading)
        if problem or query.reading is None:
            yield FilterGap("", self._filters[0], view.qualified_name, problem)
            return
        filters_of, dialect = self._permissions.required_filters, self._allowed.dialect
        for table, required in unfiltered_tables(query.reading, filters_of, dialect, plain_spelling):
            yield FilterGap(table.written, required, view.qualified_name)
        for table in query.reading.tables:
            yield from self._behind(table)


def _unknown_table(reading: QueryReading | None) -> str:
    """It may be a view over the filtered table, which this connection is not told about."""
    missing = next((table.written for table in reading.tables if table.known is None), "") if reading else ""
    return f"it reads '{missing}', which is not in the schema" if missing else ""
