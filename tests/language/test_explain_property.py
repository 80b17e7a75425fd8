"""Whatever a SELECT names, its explanation names too: tables, filter values, aggregates, in both languages."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from answerable.language import explain, facts

AGGREGATES = {
    "SUM": ("total", "합계"),
    "AVG": ("average", "평균"),
    "MIN": ("minimum", "최솟값"),
    "MAX": ("maximum", "최댓값"),
    "COUNT": ("number", "개수"),
}
OPERATORS = ("=", "<>", "<", "<=", ">", ">=")
DIALECTS = ("sqlite", "postgres", "mysql", "duckdb", "spark")


@dataclass
class Query:
    """SQL in the making, and what must be named when it is told."""

    tables: list[str] = field(default_factory=list)
    values: list[str] = field(default_factory=list)
    aggregates: list[str] = field(default_factory=list)
    sql: str = ""


names = st.text("abcdefghij", min_size=2, max_size=6)
texts = st.text("abc XYZ0123äö한글-&", min_size=1, max_size=12)
numbers = st.integers(-9999, 99999)


@st.composite
def filters(draw: st.DrawFn, query: Query, columns: list[str], depth: int) -> str:
    column = draw(st.sampled_from(columns))
    kind = draw(st.sampled_from(("compare", "text", "in", "between", "null", "like", "not", "query")))
    if kind == "text":
        value = draw(texts)
        query.values.append(value)
        return f"{column} = '{value}'"
    if kind == "in":
        chosen = draw(st.lists(texts, min_size=1, max_size=3))
        query.values.extend(chosen)
        return f"{column} {draw(st.sampled_from(('IN', 'NOT IN')))} ({', '.join(repr(value) for value in chosen)})"
    if kind == "between":
        low, high = draw(numbers), draw(numbers)
        query.values.extend((str(low), str(high)))
        return f"{column} BETWEEN {low} AND {high}"
    if kind == "null":
        return f"{column} IS {draw(st.sampled_from(('', 'NOT ')))}NULL"
    if kind == "like":
        value = draw(st.text("abcXYZ", min_size=1, max_size=8))
        query.values.append(value)
        return f"{column} {draw(st.sampled_from(('LIKE', 'NOT LIKE')))} '%{value}%'"
    if kind == "not" and depth:
        return f"NOT ({draw(filters(query, columns, depth - 1))})"
    if kind == "query" and depth:
        return f"{column} IN ({draw(selects(query, depth - 1))})"
    value = str(draw(numbers))
    query.values.append(value)
    return f"{column} {draw(st.sampled_from(OPERATORS))} {value}"


@st.composite
def selects(draw: st.DrawFn, query: Query, depth: int) -> str:
    tables = [f"t_{name}" for name in draw(st.lists(names, min_size=1, max_size=3, unique=True))]
    query.tables.extend(tables)
    columns = [f"{table}.c_{draw(names)}" for table in tables]
    source = tables[0] + "".join(
        f" {draw(st.sampled_from(('JOIN', 'LEFT JOIN')))} {table} ON {table}.id = {tables[0]}.{table}_id"
        for table in tables[1:]
    )
    grouped = draw(st.lists(st.sampled_from(columns), max_size=2, unique=True))
    chosen = draw(st.lists(st.sampled_from(sorted(AGGREGATES)), min_size=0 if not grouped else 1, max_size=2))
    query.aggregates.extend(chosen)
    shown = [*grouped, *(f"{name}({draw(st.sampled_from(columns))})" for name in chosen)] or columns
    sql = f"SELECT {', '.join(shown)} FROM {source}"
    parts = [draw(filters(query, columns, depth)) for _ in range(draw(st.integers(0, 3)))]
    if parts:
        sql += f" WHERE {draw(st.sampled_from((' AND ', ' OR '))).join(parts)}"
    return sql + (f" GROUP BY {', '.join(grouped)}" if grouped else "")


@st.composite
def queries(draw: st.DrawFn) -> Query:
    query = Query()
    query.sql = draw(selects(query, 2))
    if draw(st.booleans()):
        limit = str(draw(st.integers(1, 500)))
        query.values.append(limit)
        query.sql += f" ORDER BY 1 DESC LIMIT {limit}"
    return query


@settings(max_examples=150, deadline=None)
@given(query=queries(), dialect=st.sampled_from(DIALECTS))
def test_everything_named_in_the_query_is_named_in_the_words(query: Query, dialect: str) -> None:
    for place, lang in enumerate(("en", "ko")):
        text = explain(query.sql, dialect=dialect, lang=lang)
        assert text.endswith(".") and len(text) >= 10
        assert "`" not in text, "every part of these queries has words of its own"
        for name in (*query.tables, *query.values):
            assert name in text
        for aggregate in query.aggregates:
            assert AGGREGATES[aggregate][place] in text


@settings(max_examples=50, deadline=None)
@given(query=queries(), dialect=st.sampled_from(DIALECTS))
def test_the_same_query_is_always_told_the_same_way(query: Query, dialect: str) -> None:
    assert explain(query.sql, dialect=dialect) == explain(query.sql, dialect=dialect)
    assert facts(query.sql, dialect).tables == tuple(dict.fromkeys(facts(query.sql, dialect).tables))
    assert set(facts(query.sql, dialect).tables) == set(query.tables)
