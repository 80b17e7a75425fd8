"""What models took, by day, project and model: a small database in the workspace that several processes write."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.kernel.light_dataclass import dataclass
from answerable.providers.chat_model import TokenUsage

if TYPE_CHECKING:
    from answerable.kernel.workspace import Workspace

__all__ = ["DayUsage", "UsageLedger"]

_FILE = "model_usage.db"
_TABLE = """
CREATE TABLE IF NOT EXISTS usage (
  day TEXT NOT NULL, project TEXT NOT NULL, model TEXT NOT NULL,
  calls INTEGER NOT NULL, prompt_tokens INTEGER NOT NULL, reply_tokens INTEGER NOT NULL,
  seconds REAL NOT NULL, cost REAL NOT NULL,
  PRIMARY KEY (day, project, model)
) WITHOUT ROWID
"""
_ADD = """
INSERT INTO usage VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (day, project, model) DO UPDATE SET
  calls = calls + excluded.calls, prompt_tokens = prompt_tokens + excluded.prompt_tokens,
  reply_tokens = reply_tokens + excluded.reply_tokens, seconds = seconds + excluded.seconds,
  cost = cost + excluded.cost
"""
_SUMS = "calls, prompt_tokens, reply_tokens, seconds, cost"
_WAIT_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class DayUsage:
    day: str
    """As 2026-11-18, UTC."""
    project: str
    model: str
    usage: TokenUsage


@dataclass(frozen=True, slots=True)
class UsageLedger:
    path: Path

    @classmethod
    def of(cls, workspace: Workspace) -> UsageLedger:
        return cls(workspace.root / _FILE)

    def add(self, project: str, model: str, usage: TokenUsage, day: date | None = None) -> None:
        """Raises sqlite3.Error or OSError where it cannot be written."""
        row = (_named(day), project, model, usage.calls, usage.prompt_tokens, usage.reply_tokens, usage.seconds)
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with self._open() as connection:
            connection.execute(_TABLE)
            connection.execute(_ADD, (*row, usage.cost))

    def of_day(self, project: str, day: date | None = None) -> TokenUsage:
        """The project's sums of today, or of a day."""
        found = self._rows("WHERE day = ? AND project = ?", (_named(day), project))
        return sum((row.usage for row in found), TokenUsage())

    def history(self, project: str, since: date) -> tuple[DayUsage, ...]:
        """By day and model, the latest first."""
        return tuple(self._rows("WHERE day >= ? AND project = ? ORDER BY day DESC, model", (_named(since), project)))

    def _rows(self, condition: str, values: tuple[str, ...]) -> list[DayUsage]:
        if not self.path.exists():
            return []
        with self._open() as connection:
            connection.execute(_TABLE)
            rows = connection.execute(f"SELECT day, project, model, {_SUMS} FROM usage {condition}", values).fetchall()
        return [DayUsage(day, project, model, TokenUsage(*sums)) for day, project, model, *sums in rows]

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self.path, timeout=_WAIT_SECONDS)) as connection, connection:
            yield connection


def _named(day: date | None) -> str:
    return (day or datetime.now(UTC).date()).isoformat()
