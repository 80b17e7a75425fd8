"""Readings of questions over one schema, tried on its few rows; each text once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from answerable.language.sample_runs.outcome_words import in_sqlite
from answerable.language.sample_runs.run_outcome import RunOutcome, outcome_of
from answerable.language.sample_runs.sample_database import SampleDatabase

if TYPE_CHECKING:
    from answerable.kernel.schema import DatabaseSchema, Table

__all__ = ["SampleRuns"]

_KEPT = 256
_NAME = re.compile(r'"((?:[^"]|"")*)"|(\w+)')
_NOW = "'now'"
_MEANS_ELSE = re.compile(
    r"[/\\]|\|\||::|\bINTERVAL\b|(?:CAST|STRFTIME|EXTRACT|\b(?:DATE|DAY|TO_|TIME|MAKE_|YEAR|QUARTER|MONTH|HOUR)\w*)\(",
    re.IGNORECASE,
)
"""Divided, escaped, put together, cast and dated is otherwise in every dialect."""


class SampleRuns:
    """Only tables that some reading names are ever filled."""

    def __init__(self, schema: DatabaseSchema) -> None:
        self._schema = schema
        self._has_cells = any(column.cells for _, column in schema.columns())
        self._database: SampleDatabase | None = None
        self._tried: dict[str, RunOutcome | None] = {}

    def outcome(self, sql: str) -> RunOutcome | None:
        """None where the reading cannot be tried: it is too costly, or needs what SQLite or the rows do not have."""
        if not self._has_cells:
            return None
        if sql not in self._tried:
            while len(self._tried) >= _KEPT:
                self._tried.pop(next(iter(self._tried)))
            self._tried[sql] = self._run(sql)
        return self._tried[sql]

    def _run(self, sql: str) -> RunOutcome | None:
        """Most queries mean the same in every dialect, and putting them in other words costs more than running them."""
        if self._schema.dialect == "sqlite":
            return self._outcome(sql)
        result = None if _MEANS_ELSE.search(sql) else self._outcome(sql)
        return result or self._outcome_in_sqlites_words(sql)

    def _outcome_in_sqlites_words(self, sql: str) -> RunOutcome | None:
        text = in_sqlite(sql, self._schema)
        return None if text is None else self._outcome(text)

    def _outcome(self, text: str) -> RunOutcome | None:
        # What today decides gives other rows tomorrow: no ground to compare readings by.
        if _NOW in text.casefold():
            return None
        database = self._database = self._database or SampleDatabase()
        named = self._named(text)
        for table in named:
            database.add(table.qualified, table)
        result = database.run(text)
        is_whole = all(table.cells_are_all for table in named)
        return outcome_of(result.rows, result.columns, is_whole=is_whole) if result else None

    def _named(self, text: str) -> list[Table]:
        """Every table whose name stands in the text, if only as a column's."""
        names = dict.fromkeys(quoted.replace('""', '"') or plain for quoted, plain in _NAME.findall(text))
        return [table for name in names if (table := self._schema.table(name))]
