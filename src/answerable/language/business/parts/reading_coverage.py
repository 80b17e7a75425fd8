"""What a question says and a reading does not use: the reading loses for it."""

from __future__ import annotations

from collections.abc import Iterator

from answerable.language.business.business_query import (
    Attribute,
    BusinessQuery,
    ColumnTest,
    DateGrain,
    EntityRow,
    Existence,
    QueryFigure,
    RowTest,
)
from answerable.language.business.links.link_question import WordLink
from answerable.language.business.links.source_lexicon import LinkKind
from answerable.language.business.parts.question_parts import QuestionParts
from answerable.language.business.parts.question_subjects import place_of
from answerable.semantics import SemanticModel

__all__ = ["uncovered_cost"]

_LINK = {
    LinkKind.ENTITY: 0.5,
    LinkKind.ROLE: 0.5,
    LinkKind.EVENT: 0.25,
    LinkKind.DATE: 0.35,
    LinkKind.DIMENSION: 0.7,
    LinkKind.MEASURE: 0.7,
    LinkKind.DERIVED: 0.7,
}
_CUE = 0.6

_Name = tuple[str, str]


def uncovered_cost(query: BusinessQuery, parts: QuestionParts, model: SemanticModel) -> float:
    """0 where every link and every cue has its part in the query."""
    names = {*_names(query), *_shown_names(query, model)}
    tables = {query.base, *(table for table, _ in names), *_tied_tables(query, model)}
    unused = [link for link in parts.linked.links if not (_is_used(link, names, tables) or parts.names_group(link))]
    links = sum(_LINK.get(link.target.kind, 0.0) for link in unused)
    return links + _CUE * sum(_unused_cues(query, parts))


def _is_used(link: WordLink, names: set[_Name], tables: set[str]) -> bool:
    target = link.target
    if target.kind in (LinkKind.ENTITY, LinkKind.ROLE, LinkKind.EVENT):
        return place_of(link)[0] in tables
    return (target.table, target.detail if target.kind is LinkKind.DERIVED else target.column) in names


def _tied_tables(query: BusinessQuery, model: SemanticModel) -> Iterator[str]:
    """`charters without a skipper`: the key tells whether there is one."""
    tests = [test for test in (*query.tests, *(query.share_of or ())) if isinstance(test, ColumnTest)]
    keys = {test.column for test in tests if test.table == query.base and test.operator in ("is_null", "is_not_null")}
    if keys:
        yield from (one.target for one in model.relationships_of(query.base) if keys & {*one.columns})


def _shown_names(query: BusinessQuery, model: SemanticModel) -> Iterator[_Name]:
    """The columns that show a row: `name and price` is answered by the row and its price."""
    for row in (*query.groups, *query.outputs):
        entity = model.entity(row.table) if isinstance(row, EntityRow) else None
        yield from ((row.table, column) for column in (entity.display if entity else ()))


def _names(query: BusinessQuery) -> Iterator[_Name]:
    for part in (*query.groups, *query.outputs):
        yield from _part_names(part)
    for figure in _figures(query):
        yield figure.table, figure.column
        yield figure.table, figure.derived
        yield figure.per, ""
        if figure.until:
            yield figure.until.table, figure.until.column
    for test in (*query.tests, *(query.share_of or ()), *(query.growth or ())):
        yield from _test_names(test)
    if query.ranking and query.ranking.by:
        yield query.ranking.by.table, query.ranking.by.column


def _figures(query: BusinessQuery) -> Iterator[QueryFigure]:
    compared = [figure for one in query.having for figure in (one.figure, one.other) if figure]
    planned = [query.plan.figure] if query.plan else []
    for figure in (*query.figures, *compared, *planned):
        yield figure
        yield from (other for other in (figure.minus, figure.out_of, figure.over) if other)


def _part_names(part: Attribute | EntityRow | DateGrain) -> Iterator[_Name]:
    yield part.table, "" if isinstance(part, EntityRow) else part.column


def _test_names(test: RowTest) -> Iterator[_Name]:
    if isinstance(test, Existence):
        yield test.table, ""
        for inner in test.tests:
            yield from _test_names(inner)
    else:
        yield test.table, getattr(test, "derived", "") or test.column


def _unused_cues(query: BusinessQuery, parts: QuestionParts) -> Iterator[bool]:
    functions = {figure.function for figure in query.figures}
    cues = parts.cues
    compares = bool(query.having)
    if parts.superlative and not cues.has("above_average", "below_average"):
        yield query.ranking is None and not functions & {"min", "max"}
    if cues.has("count") and not _counts_otherwise(query) and not _counts_beside(query, parts):
        yield not functions & {"count", "count_distinct"} and query.share_of is None and not _is_counted(query, parts)
    if parts.aggregate and not parts.superlative:
        yield not _computes(query, parts.aggregate.meaning, functions)
    if (parts.grouped or parts.grain) and not (parts.lists_each and query.outputs):
        is_first_of_each = query.ranking is not None and bool(query.ranking.per)
        yield not query.groups and not is_first_of_each and not any(figure.per for figure in query.figures)
    if cues.has("order_desc", "order_asc"):
        yield not (query.groups or query.outputs)
    if cues.has("share"):
        yield query.share_of is None and not any(figure.out_of for figure in query.figures)
    if cues.has("growth", "compare") and len(parts.compared_periods) == 2:
        yield query.growth is None and not any(figure.tests for figure in query.figures)
    if cues.has("running"):
        yield not query.is_running
    if cues.has("duration"):
        yield not any(figure.until or figure.derived in ("span", "age") for figure in query.figures)
    if parts.number_tests:
        yield not compares and not any(_is_comparison(test) for test in query.tests)
    if cues.has("none", "none_after"):
        yield not any(_is_negative(test) for test in (*query.tests, *(query.share_of or ())))


def _counts_beside(query: BusinessQuery, parts: QuestionParts) -> bool:
    """`plans with price and number of seats`: a list."""
    return bool(query.outputs) and all(parts.is_beside(span.start) for span in parts.cues.all("count"))


def _counts_otherwise(query: BusinessQuery) -> bool:
    """Groups or periods are counted; `how many items on average` adds up pieces."""
    is_plan = query.plan is not None and query.plan.is_counted
    return query.counts_groups or is_plan or any(figure.per for figure in query.figures)


def _computes(query: BusinessQuery, meaning: str, functions: set[str]) -> bool:
    is_total = meaning == "sum" and bool(functions & {"count", "count_distinct"})
    is_ratio = meaning == "avg" and any(figure.per for figure in query.figures)
    return meaning in functions or is_total or is_ratio or bool(query.having) or query.growth is not None


def _is_counted(query: BusinessQuery, parts: QuestionParts) -> bool:
    """`how many beds` is answered by the column that holds the number."""
    link = parts.counted_measure
    is_days = any(figure.until for figure in query.figures)
    return is_days or (link is not None and (link.target.table, link.target.column) in set(_names(query)))


def _is_comparison(test: RowTest) -> bool:
    if isinstance(test, ColumnTest):
        return test.operator[0] in "<>" or any(isinstance(value, int | float) for value in test.values)
    return isinstance(test, Existence)


def _is_negative(test: RowTest) -> bool:
    if isinstance(test, ColumnTest):
        return test.operator in ("not_in", "is_null") and not test.is_default
    return isinstance(test, Existence) and test.is_negated
