"""The seam between a database engine and everything above it.

An `Engine` lives inside a worker process (see `worker`), where it may be killed. `Source` is what the rest of the house
holds: the same abilities, on the safe side of the process border.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from answerable.kernel.light_dataclass import dataclass

if TYPE_CHECKING:
    import pyarrow as pa

    from answerable.kernel.schema import DatabaseSchema, Table
    from answerable.sources.sampled_rows import Pick
    from answerable.sources.source_rights import Rights

__all__ = ["Engine", "Estimate", "Limits", "Progress", "Result", "ServerEngine", "Source", "Widened"]

Progress = Callable[[str, float | None], None]
"""Called with what is being done and the share done (0 to 1), or None where the engine cannot tell."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Every limit is finite."""

    rows: int = 10_000
    seconds: float = 30.0
    memory_mb: int = 2_048


@dataclass(frozen=True, slots=True)
class Estimate:
    """What the engine's own planner expects; None where it does not say."""

    rows: int | None
    cost: float | None


@dataclass(frozen=True, slots=True)
class Result:
    """What a query gave, within its limits."""

    table: pa.Table
    is_truncated: bool
    """True when there was at least one row more than the limit."""
    elapsed_ms: int
    fingerprint: str
    """SHA-256 over the column names, types and values, in the order they came."""
    warnings: tuple[str, ...] = ()
    """What the engine itself warned of while it ran the query."""
    kept_since: datetime | None = None
    """When it was read, where it was not read just now: nothing has changed since."""
    ran_under: Mapping[str, Any] | None = None
    """What the caller's own record says of the run that it is from."""


class Widened(Exception):
    """Raised while batches are read: a column needs a wider type than it had in the batches already given.

    Forget these; `reader` gives all rows from the first."""

    def __init__(self, reader: pa.RecordBatchReader) -> None:
        super().__init__("the result is given anew with wider types")
        self.reader = reader


class Engine(Protocol):
    """One file an engine. Runs in the worker; may raise `AnswerableError`s, which cross the border as they are."""

    dialect: str

    def open(self) -> None:
        """Connect read-only. Raises SourceUnavailable, BadSource or MissingExtra."""

    def read_schema(self, progress: Progress) -> DatabaseSchema:
        """Tables, views, columns, keys, comments, row estimates, common values; declared foreign keys only."""

    def stream(self, sql: str, limits: Limits) -> pa.RecordBatchReader:
        """Start the query in a fresh read-only session; batches come as the engine makes them.

        May give up to `limits.rows + 1` rows (the probe for truncation), never more."""

    def sample(self, table: str, column: str, count: int) -> list[object]:
        """Up to `count` distinct non-null values of a column, for inferring keys and finding sensitive content."""

    def rows(self, table: Table, pick: Pick) -> list[Sequence[object]]:
        """A few rows of a table in the engine's natural order, all columns, long texts cut; see `few_rows`."""

    def estimate(self, sql: str) -> Estimate | None:
        """The engine's own EXPLAIN, where it has one. Never runs the query."""

    def rights(self) -> Rights | None:
        """What the connection may do beyond reading; None where the engine cannot tell."""

    def interrupt(self) -> None:
        """Stop the running query in the engine. Called from another thread while `stream` is being read."""

    def progress(self) -> float | None:
        """Share of the running query that is done, where the engine tells. Called from another thread."""

    def close(self) -> None: ...


@runtime_checkable
class ServerEngine(Protocol):
    """An engine whose queries run in a server, where they can outlive the worker that sent them."""

    @property
    def session(self) -> int | None:
        """The server's number for the session that runs a query now. Asked from another thread."""

    def end_session(self, number: int, seconds: float) -> bool:
        """Tell the server, once more, to stop what that session runs, and look for so long whether it did."""


class Source(Protocol):
    """One place where data lives, opened read-only."""

    name: str
    """Short label for people, secrets masked."""
    dialect: str
    kind: str
    """What is behind it: `sqlite`, `duckdb_file`, `files`, `postgres`, `mysql`, `sqlalchemy_url`."""
    specs: tuple[str, ...]
    """What was given to open it, secrets masked; references to variables stay."""

    @property
    def is_locking(self) -> bool:
        """Whether others cannot write to it while it is open."""

    def schema(self, *, refresh: bool = False, progress: Progress | None = None) -> DatabaseSchema:
        """From the cache if it is younger than an hour; foreign keys include inferred ones."""

    def run(
        self,
        sql: str,
        limits: Limits,
        progress: Progress | None = None,
        under: Mapping[str, Any] | None = None,
    ) -> Result:
        """Run one query. Only `agent.executor` calls this. `under` stays with the result."""

    def cached_result(self, sql: str, limits: Limits) -> Result | None:
        """What the same query gave before, where it is certain that no data has changed since."""

    def estimate(self, sql: str) -> Estimate | None: ...

    def rights(self) -> Rights | None:
        """What the connection may do beyond reading; None where the engine cannot tell."""

    def sample(self, table: str, column: str, count: int) -> list[str]:
        """The texts of up to `count` distinct values of a column; never shown to anybody."""

    def cancel(self) -> None:
        """Stop what runs now, in the engine; `run` then raises QueryStopped(reason='cancelled')."""

    def close(self) -> None: ...
