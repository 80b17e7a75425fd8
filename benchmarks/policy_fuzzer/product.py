"""A database as the product reaches it: its own schema reading, its own verdicts, its own executor."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from answerable.agent.context.schema_views import View
from answerable.agent.execution.executor import Executor
from answerable.agent.proof.redacted_trail import open_trail, redactor_for
from answerable.agent.proof.run_record import RunRecord
from answerable.guard import Policy, Verdict
from answerable.kernel.errors import AnswerableError, QueryStopped
from answerable.kernel.knowledge import NOTHING_KNOWN
from answerable.kernel.settings import Settings
from answerable.kernel.workspace import Workspace
from answerable.sources import Limits, open_source

__all__ = ["LIMITS", "Opened", "Outcome", "Unsteady"]

LIMITS = Limits(rows=400, seconds=5.0, memory_mb=1_024)


class Unsteady(Exception):
    """A limit of time or memory was reached: the same statement may end otherwise the next time."""


@dataclass(frozen=True)
class Outcome:
    """Everything that leaves the executor."""

    names: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    rows: tuple[tuple[Any, ...], ...] = ()
    is_truncated: bool = False
    warnings: tuple[str, ...] = ()
    error: tuple[str, ...] = ()
    """Code, message and hint, where it failed."""

    @property
    def in_no_order(self) -> tuple[Any, ...]:
        return (self.names, self.types, sorted(map(repr, self.rows)), self.is_truncated, self.warnings, self.error)


class Opened:
    """One database, opened read-only under a policy."""

    def __init__(self, spec: str, raw_policy: dict[str, Any], folder: Path) -> None:
        settings = Settings(query_memory_mb=LIMITS.memory_mb)
        policy = Policy.from_dict(raw_policy)
        self.database = spec.rpartition("/")[2]
        self.source = open_source(spec, settings, folder=folder)
        self.view = View(self.source.schema(), policy, NOTHING_KNOWN)
        trail = open_trail(Workspace.at(settings.workspace, folder), settings)
        self._ledger = RunRecord(trail, redactor_for(policy))
        self._executor = Executor(self.source, self._ledger, str(uuid.uuid4()), has_more=True)

    def judge(self, sql: str) -> Verdict:
        return self.view.judge(sql)

    def run(self, sql: str, verdict: Verdict) -> Outcome:
        """Errors of the product are outcomes; any other passes."""
        try:
            result = self._executor.run(sql, verdict, LIMITS)
        except AnswerableError as error:
            return _failed(error, self.database)
        table = result.table
        columns = [column.to_pylist() for column in table.columns]
        rows = tuple(zip(*columns, strict=True)) if columns else ()
        types = tuple(str(field.type) for field in table.schema)
        warnings = tuple(one.replace(self.database, "database") for one in result.warnings)
        return Outcome(tuple(table.column_names), types, rows, result.is_truncated, warnings)

    def run_past_the_guard(self, sql: str) -> str:
        """Nothing where the engine runs it, else what it says; only to measure the grammar."""
        try:
            self.source.run(sql, LIMITS)
        except AnswerableError as error:
            return error.message
        return ""

    def last_columns(self, sql: str, count: int) -> list[Any] | None:
        """Past the guard, for the judge alone."""
        try:
            table = self.source.run(sql, LIMITS).table
        except AnswerableError:
            return None
        return [column.to_pylist() for column in table.columns[-count:]]

    def close(self) -> None:
        self._ledger.flush()
        self.source.close()


def _failed(error: AnswerableError, database: str) -> Outcome:
    """The name of a twin database is no news about its data."""
    if isinstance(error, QueryStopped):
        raise Unsteady(error.message) from error
    category = getattr(error, "category", "")
    words = (type(error).__name__, error.code, category, error.message, error.hint)
    return Outcome(error=tuple(word.replace(database, "database") for word in words))
