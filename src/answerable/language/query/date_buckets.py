"""Dates in each dialect's SQL: a moment cut down to its day, week, month, quarter or year, and bounds of a period.

Buckets come out the same everywhere: day and week (its Monday) `YYYY-MM-DD`, month `YYYY-MM`, quarter `YYYY-Qn`,
year an integer, a fiscal year (`fiscal_year_4` begins in April) too. A template's `c` is replaced by the column.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import cache

import sqlglot
from sqlglot import exp

__all__ = ["bound_literal", "bucket", "moment"]

_BUCKETS = {
    "sqlite": {
        "day": "STRFTIME('%Y-%m-%d', c)",
        "week": "DATE(c, 'weekday 0', '-6 days')",
        "month": "STRFTIME('%Y-%m', c)",
        "quarter": "STRFTIME('%Y', c) || '-Q' || ((CAST(STRFTIME('%m', c) AS INTEGER) + 2) / 3)",
        "year": "CAST(STRFTIME('%Y', c) AS INTEGER)",
    },
    "duckdb": {
        "day": "STRFTIME(c, '%Y-%m-%d')",
        "week": "STRFTIME(DATE_TRUNC('week', c), '%Y-%m-%d')",
        "month": "STRFTIME(c, '%Y-%m')",
        "quarter": "STRFTIME(c, '%Y') || '-Q' || CAST(EXTRACT(QUARTER FROM c) AS TEXT)",
        "year": "CAST(EXTRACT(YEAR FROM c) AS INTEGER)",
    },
    "postgres": {
        "day": "TO_CHAR(c, 'YYYY-MM-DD')",
        "week": "TO_CHAR(DATE_TRUNC('week', c), 'YYYY-MM-DD')",
        "month": "TO_CHAR(c, 'YYYY-MM')",
        "quarter": "TO_CHAR(c, 'YYYY-\"Q\"Q')",
        "year": "CAST(EXTRACT(YEAR FROM c) AS INTEGER)",
    },
    "mysql": {
        "day": "DATE_FORMAT(c, '%Y-%m-%d')",
        "week": "DATE_FORMAT(DATE_SUB(c, INTERVAL (WEEKDAY(c)) DAY), '%Y-%m-%d')",
        "month": "DATE_FORMAT(c, '%Y-%m')",
        "quarter": "CONCAT(YEAR(c), '-Q', QUARTER(c))",
        "year": "YEAR(c)",
    },
    "spark": {
        "day": "DATE_FORMAT(c, 'yyyy-MM-dd')",
        "week": "DATE_FORMAT(DATE_TRUNC('week', c), 'yyyy-MM-dd')",
        "month": "DATE_FORMAT(c, 'yyyy-MM')",
        "quarter": "CONCAT(YEAR(c), '-Q', QUARTER(c))",
        "year": "YEAR(c)",
    },
}
_MONTH = {
    "sqlite": "CAST(STRFTIME('%m', c) AS INTEGER)",
    "duckdb": "EXTRACT(MONTH FROM c)",
    "postgres": "EXTRACT(MONTH FROM c)",
    "mysql": "MONTH(c)",
    "spark": "MONTH(c)",
}
_MOMENTS = {
    "sqlite": {
        "epoch_ms": "DATETIME(c / 1000, 'unixepoch')",
        "epoch_s": "DATETIME(c, 'unixepoch')",
    },
    "duckdb": {
        "text": "CAST(c AS TIMESTAMP)",
        "epoch_ms": "EPOCH_MS(c)",
        "epoch_s": "EPOCH_MS(c * 1000)",
    },
    "postgres": {
        "text": "CAST(c AS TIMESTAMP)",
        "epoch_ms": "TO_TIMESTAMP(c / 1000.0) AT TIME ZONE 'UTC'",
        "epoch_s": "TO_TIMESTAMP(c) AT TIME ZONE 'UTC'",
    },
    "mysql": {
        "text": "CAST(c AS DATETIME)",
        "epoch_ms": "DATE_ADD('1970-01-01', INTERVAL (FLOOR(c / 1000)) SECOND)",
        "epoch_s": "DATE_ADD('1970-01-01', INTERVAL (c) SECOND)",
    },
    "spark": {
        "text": "CAST(c AS TIMESTAMP)",
        "epoch_ms": "TIMESTAMP_MILLIS(c)",
        "epoch_s": "TIMESTAMP_SECONDS(c)",
    },
}
_ALIKE = {"databricks": "spark", "spark2": "spark", "redshift": "postgres", "mariadb": "mysql", "doris": "mysql"}


def bucket(column: exp.Expr, how: str, grain: str, dialect: str) -> exp.Expr:
    """The column's moments cut down to `grain`; `how` is what `traits.clock` says of it."""
    if (how, grain) in (("year_number", "year"), ("month_text", "month")):
        return column
    family = _family(dialect)
    if grain.startswith("fiscal_year"):
        return _filled(family, _fiscal_year(family, int(grain.rsplit("_", 1)[1])), moment(column, how, dialect))
    return _filled(family, _BUCKETS[family][grain], moment(column, how, dialect))


def _fiscal_year(family: str, start: int) -> str:
    """Named for the calendar year in which it ends."""
    return f"{_BUCKETS[family]['year']} + CASE WHEN {_MONTH[family]} >= {start} THEN 1 ELSE 0 END"


def moment(column: exp.Expr, how: str, dialect: str) -> exp.Expr:
    """The column as something date functions take."""
    template = _MOMENTS[_family(dialect)].get(how)
    return _filled(_family(dialect), template, column) if template else column


def bound_literal(day: date, how: str, dialect: str) -> exp.Expr:
    """The first moment of a day as a literal that the column can be compared with."""
    if how in ("epoch_ms", "epoch_s"):
        seconds = int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())
        return exp.Literal.number(seconds * 1000 if how == "epoch_ms" else seconds)
    if how == "year_number":
        return exp.Literal.number(day.year)
    text = exp.Literal.string(day.isoformat()[:7] if how == "month_text" else day.isoformat())
    return text if how in ("text", "month_text") or _family(dialect) in ("sqlite", "mysql") else exp.cast(text, "DATE")


def _family(dialect: str) -> str:
    known = _ALIKE.get(dialect, dialect)
    return known if known in _BUCKETS else "postgres"


def _filled(dialect: str, template: str, column: exp.Expr) -> exp.Expr:
    tree = _parsed(dialect, template).copy()
    for position in list(tree.find_all(exp.Column)):
        if position.name == "c":
            position.replace(column.copy())
    return tree


@cache
def _parsed(dialect: str, template: str) -> exp.Expr:
    return sqlglot.parse_one(template, dialect=dialect)
