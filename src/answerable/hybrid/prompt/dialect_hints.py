"""What a query in a dialect must keep to, in a line or two: models mix dialects up."""

from __future__ import annotations

__all__ = ["dialect_hint"]

_HINTS = {
    "sqlite": (
        "SQLite: STRFTIME('%Y-%m', day) takes the picture first; no YEAR(), DATE_TRUNC, ILIKE or INTERVAL;"
        " divide counts with * 1.0; put text together with ||."
    ),
    "duckdb": (
        "DuckDB: DATE_TRUNC('month', day), EXTRACT(year FROM day), STRFTIME(day, '%Y-%m'), day + INTERVAL 1 MONTH;"
        " every plain column beside an aggregate stands in GROUP BY."
    ),
    "postgres": (
        "PostgreSQL: DATE_TRUNC('month', day), TO_CHAR(day, 'YYYY-MM'), day + INTERVAL '1 month';"
        " counts divided by counts are cut to whole numbers, so multiply by 1.0; names with capitals need quotes."
    ),
    "mysql": "MySQL: DATE_FORMAT(day, '%Y-%m'), YEAR(day), CONCAT(a, ' ', b), DATE_ADD(day, INTERVAL 1 MONTH).",
}


def dialect_hint(dialect: str) -> str:
    return _HINTS.get(dialect, f"Write {dialect} SQL.")
