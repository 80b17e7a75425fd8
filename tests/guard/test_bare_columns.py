"""A column beside an aggregate that is not grouped by has the value of some row; a hidden key may choose which."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest

from answerable.guard import Policy, check
from answerable.kernel.schema import Column, DatabaseSchema, Table

POLICY = Policy.from_dict({"blocked_columns": ["members.card"]})
MEMBERS = tuple(
    Column(name, "INTEGER" if name in ("card", "level") else "TEXT") for name in ("card", "name", "level", "team")
)
TEAMS = tuple(Column(name, "TEXT" if name == "name" else "INTEGER") for name in ("id", "name", "level"))
TABLES = (Table("members", MEMBERS, primary_key=("card",)), Table("teams", TEAMS, primary_key=("id",)))
LOOSE = ("sqlite", "mysql")
"""Dialects that let such columns stand."""

IN_SUB_QUERIES = (
    "SELECT team, (SELECT t.level) AS q FROM members t GROUP BY team",
    "SELECT team, (SELECT min(t.team) FROM teams s WHERE s.id = t.level AND s.id IN (1, 6)) AS q"
    " FROM members t GROUP BY team",
    "SELECT team, 1 IN (SELECT t.level FROM teams) AS q FROM members t GROUP BY team",
    "SELECT team, (SELECT max(x.level) FROM (SELECT t.level) x) AS q FROM members t GROUP BY team",
    "SELECT team, (WITH w AS (SELECT t.level AS l) SELECT max(l) FROM w) AS q FROM members t GROUP BY team",
    "SELECT team, (SELECT (SELECT s.name || t.level) FROM teams s WHERE s.id = 1) AS q FROM members t GROUP BY team",
    "SELECT team FROM members t GROUP BY team HAVING (SELECT count(*) FROM teams s WHERE s.id < t.level) > 1",
    "SELECT team FROM members t GROUP BY team"
    " HAVING EXISTS (SELECT 1 FROM teams s WHERE s.id = t.level AND s.id IN (1, 6))",
    "SELECT sum(level) + (SELECT t.level) AS q FROM members t",
    "SELECT (SELECT min(t.team)) AS a, (SELECT t.level) AS b FROM members t",
)
IN_WINDOWS = (
    "SELECT team, sum(level) OVER () AS q FROM members GROUP BY team",
    "SELECT team, lag(level) OVER (ORDER BY team) AS q FROM members GROUP BY team",
    "SELECT team, count(*) OVER (PARTITION BY level > 2) AS q FROM members GROUP BY team",
    "SELECT team, sum((SELECT t.level)) OVER () AS q FROM members t GROUP BY team",
)
UNDER_OTHER_NAMES = (
    "SELECT level AS team, count(*) AS q FROM members GROUP BY team",
    "SELECT level + 1 AS team FROM members GROUP BY team",
    "SELECT m.name, count(*) AS q FROM members m JOIN teams t ON t.name = m.team GROUP BY t.name",
    "SELECT m.level, count(*) AS q FROM members m JOIN teams t ON t.id <> m.level GROUP BY t.level",
    "SELECT * FROM (SELECT name, level, team FROM members) x GROUP BY team",
    "SELECT (SELECT max(t.team) FROM teams WHERE id = 1) AS q, t.name FROM members t",
)
OF_ONE_DIALECT = {
    "sqlite": (
        "SELECT level, total(level) AS q FROM members",
        "SELECT team, (SELECT total(t.level)) AS q, t.name FROM members t",
        "SELECT count(*) AS level FROM members GROUP BY team HAVING level > 2",
        "SELECT team, count(*) OVER w AS q FROM members GROUP BY team WINDOW w AS (PARTITION BY level > 2)",
    ),
    "mysql": (
        "SELECT name FROM members HAVING count(*) > 1",
        "SELECT name, count(*) AS q FROM members ORDER BY (SELECT s.id FROM teams s WHERE s.id = members.level)",
        "SELECT std(level) AS q, name FROM members",
    ),
}
NOT_BARE = (
    "SELECT team, count(*) AS n FROM members m GROUP BY team"
    " HAVING (SELECT count(*) FROM teams s WHERE s.name = m.team) > 1",
    "SELECT m.team, (SELECT count(*) FROM teams s WHERE s.name = m.team) AS n FROM members m GROUP BY m.team",
    "SELECT team, (SELECT max(level) FROM teams) AS q, count(*) AS n FROM members GROUP BY team",
    "SELECT m.name, (SELECT count(*) FROM teams s WHERE s.level = m.level) AS n FROM members m",
    "SELECT (SELECT count(*) + t.level FROM members m WHERE m.level < t.level) AS q FROM teams t",
    "SELECT (SELECT s.name FROM teams s WHERE s.id = m.level) AS n, count(*) AS q FROM members m GROUP BY n",
    "SELECT upper(team) AS t, count(*) AS n FROM members GROUP BY t ORDER BY t",
    "SELECT upper(team) AS team, count(*) AS n FROM members GROUP BY team ORDER BY team",
    "SELECT upper(team), count(*) AS n FROM members GROUP BY 1",
    "SELECT m.team, count(*) AS n FROM members m JOIN teams t ON t.name = m.team GROUP BY team ORDER BY m.team",
    "SELECT team, max(level) AS n FROM members GROUP BY team HAVING n > 3 ORDER BY n",
    "SELECT team, count(*) AS n, sum(count(*)) OVER () AS s FROM members GROUP BY team",
    "SELECT team, rank() OVER (ORDER BY count(*)) AS r FROM members GROUP BY team",
    "SELECT t.id, count(m.name) AS n FROM teams t LEFT JOIN members m ON m.team = t.name GROUP BY t.id ORDER BY t.id",
    "SELECT * FROM (SELECT level, team FROM members) x GROUP BY x.team, x.level",
    "SELECT sum(level), avg(level), max(name) FROM members",
)


def codes(sql: str, dialect: str, policy: Policy = POLICY) -> set[str]:
    verdict = check(sql, dialect=dialect, schema=DatabaseSchema(dialect, TABLES), policy=policy)
    return {finding.code for finding in verdict.errors}


@pytest.mark.parametrize("dialect", LOOSE)
@pytest.mark.parametrize("sql", [*IN_SUB_QUERIES, *IN_WINDOWS, *UNDER_OTHER_NAMES])
def test_the_value_of_some_row_is_refused(sql: str, dialect: str) -> None:
    assert codes(sql, dialect) == {"unsorted_rows"}


@pytest.mark.parametrize(("dialect", "sql"), [(one, sql) for one in LOOSE for sql in OF_ONE_DIALECT[one]])
def test_the_value_of_some_row_is_refused_in_the_words_of_one_dialect(dialect: str, sql: str) -> None:
    assert codes(sql, dialect) == {"unsorted_rows"}


@pytest.mark.parametrize("dialect", LOOSE)
@pytest.mark.parametrize("sql", NOT_BARE)
def test_what_is_the_same_for_the_whole_group_is_answered(sql: str, dialect: str) -> None:
    assert codes(sql, dialect) == set()


@pytest.mark.parametrize("sql", [*IN_SUB_QUERIES, *IN_WINDOWS, *UNDER_OTHER_NAMES])
def test_nothing_is_refused_where_nothing_is_restricted(sql: str) -> None:
    assert codes(sql, "sqlite", Policy()) == set()


def test_conditions_of_an_aggregate_are_inside_it() -> None:
    assert codes("SELECT team, count(*) FILTER (WHERE level > 2) AS n FROM members GROUP BY team", "sqlite") == set()


@pytest.mark.parametrize("end", ["LIMIT 1", "ORDER BY team LIMIT 2", "ORDER BY length(team)"])
def test_rows_of_a_query_that_cannot_be_followed_are_not_picked(end: str) -> None:
    sql = f"WITH few AS (SELECT level FROM teams WHERE id < 5) SELECT name FROM members WHERE level IN few {end}"
    assert codes(sql, "sqlite") == {"unsorted_rows"}


@pytest.mark.parametrize("items", ["name", "count(*)", "team, count(*)"])
def test_all_rows_of_a_query_that_cannot_be_followed_are_answered(items: str) -> None:
    group = " GROUP BY team" if items.startswith("team") else ""
    sql = f"WITH few AS (SELECT level FROM teams WHERE id < 5) SELECT {items} FROM members WHERE level IN few{group}"
    assert codes(sql, "sqlite") == set()


@pytest.fixture(scope="module")
def twins() -> Iterator[list[sqlite3.Connection]]:
    """Two databases that differ in the blocked key alone."""
    with closing(sqlite3.connect(":memory:")) as one, closing(sqlite3.connect(":memory:")) as two:
        for connection, keys in ((one, range(6)), (two, range(6, 0, -1))):
            connection.execute("CREATE TABLE members (card INTEGER PRIMARY KEY, name TEXT, level INTEGER, team TEXT)")
            connection.execute("CREATE TABLE teams (id INTEGER PRIMARY KEY, name TEXT, level INTEGER)")
            for place, key in enumerate(keys):
                row = (key, "abcdef"[place], place + 1, "xxxyyy"[place])
                connection.execute("INSERT INTO members VALUES (?, ?, ?, ?)", row)
                connection.execute("INSERT INTO teams VALUES (?, ?, ?)", (place + 1, "xyxyxy"[place], place + 1))
        yield [one, two]


@pytest.mark.parametrize("sql", [*IN_SUB_QUERIES, *IN_WINDOWS, *UNDER_OTHER_NAMES, *OF_ONE_DIALECT["sqlite"]])
def test_sqlite_itself_tells_the_twins_apart(sql: str, twins: list[sqlite3.Connection]) -> None:
    first, second = (sorted(map(repr, one.execute(sql).fetchall())) for one in twins)
    assert first != second


@pytest.mark.parametrize("sql", NOT_BARE)
def test_what_is_answered_is_the_same_for_the_twins(sql: str, twins: list[sqlite3.Connection]) -> None:
    first, second = (sorted(map(repr, one.execute(sql).fetchall())) for one in twins)
    assert first == second
