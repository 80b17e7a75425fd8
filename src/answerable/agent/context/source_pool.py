"""Open sources and one translator for many requests at a time.

A source does one job at a time, so it is lent to one request at a time. Whoever comes when all are out waits in line.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import field
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from answerable.agent.context.cancellation import Stop
from answerable.agent.context.folder_knowledge import folder_knowledge
from answerable.agent.context.folder_policy import load_policy
from answerable.agent.context.lent_source import LentSource
from answerable.agent.context.model_seat import open_seat
from answerable.agent.context.open_sources import group_specs, open_translator
from answerable.agent.context.policies.all_sources import read_schemas
from answerable.agent.context.policy_record import note_policy
from answerable.agent.context.run_context import RunContext
from answerable.agent.context.schema_views import Schemas
from answerable.agent.proof.redacted_trail import open_trail
from answerable.kernel.errors import SourceUnavailable
from answerable.kernel.knowledge import Known
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg
from answerable.kernel.settings import mask
from answerable.kernel.workspace import Workspace
from answerable.sources import open_source

if TYPE_CHECKING:
    from answerable.agent.approval_rules import Approve
    from answerable.agent.context.model_seat import ModelSeat
    from answerable.agent.translators import TranslatorPool
    from answerable.guard import Policy
    from answerable.kernel.schema import DatabaseSchema
    from answerable.kernel.settings import Settings
    from answerable.language import Context, Translation, Translator
    from answerable.sources import Progress, Source

__all__ = ["OneAtATime", "SourcePool"]

_LOOK_SECONDS = 0.1
"""How often someone who waits in line looks whether the request was cancelled."""


_LONG_AGO = float("-inf")


class OneAtATime:
    """A translator that many threads may ask: it is busy on the processor anyway, and keeps what it prepared."""

    def __init__(self, translator: Translator) -> None:
        self._translator = translator
        self._lock = threading.Lock()

    def translate(self, question: str, schema: DatabaseSchema, context: Context) -> Translation:
        with self._lock:
            return self._translator.translate(question, schema, context)


@dataclass(slots=True)
class _Shelf:
    """The sources of one spec: those at hand with the time they came back, and how many there are in all."""

    idle: list[tuple[Source, float]] = field(default_factory=list)
    opened: int = 0
    line: deque[object] = field(default_factory=deque)
    """Who waits, first come first served."""


class SourcePool:
    """One a process. Threads may share it; what a request is lent is its own until the `with` block ends."""

    def __init__(
        self,
        *,
        folder: Path | None = None,
        most_per_spec: int = 4,
        idle_seconds: float = 300.0,
        wait_seconds: float = 60.0,
        keeps_locks: bool = True,
        translators: TranslatorPool | None = None,
        spec_in_receipts: Callable[[str], str] = str,
    ) -> None:
        """With `translators` questions are read in processes of their own, by turns; else in this one.

        Without `keeps_locks`, a source that keeps others from writing while it is open is closed after each use.
        `spec_in_receipts` says how a receipt calls the place of a source."""
        self._spec_in_receipts = spec_in_receipts
        self._folder = folder
        self._keeps_locks = keeps_locks
        self._most = most_per_spec
        self._idle_seconds = idle_seconds
        self._wait_seconds = wait_seconds
        self._shelves: dict[tuple[object, ...], _Shelf] = {}
        self._changed = threading.Condition()
        self._translators: dict[tuple[str, Workspace], OneAtATime] = {}
        self._translator_pool = translators
        self._schemas = Schemas()
        self._closing = threading.Event()
        self._sweeper: threading.Thread | None = None

    @contextmanager
    def open_context(
        self,
        specs: Sequence[str],
        settings: Settings,
        *,
        policy: Policy | None = None,
        known: Known | None = None,
        approve: Approve | None = None,
        progress: Progress | None = None,
        today: date | None = None,
        stop: Stop | None = None,
        others: Callable[[], Sequence[str]] | None = None,
        person: Hashable = None,
        project: str = "default",
        seat: ModelSeat | None = None,
        demands_names: bool = True,
    ) -> Iterator[RunContext]:
        """Everything for one request of a person; the only place that makes a RunContext.

        Without a `policy` that of the folder holds, for the role in the settings; without `known` what the folders of
        knowledge beside the data say. `others` gives the specs of other
        sources that the policy is written for too. Every name in the policy must be one of these sources', unless
        `demands_names` is False: then they are not all that the policy is written for. A model has the keys and the
        budget of `project`; `seat` is asked in the place of the one in the settings."""
        stop = stop or Stop()
        policy = policy if policy is not None else load_policy(self._folder, settings.role)
        with self.lease(specs, settings, stop=stop, progress=progress) as sources:
            trail = open_trail(Workspace.at(settings.workspace, self._folder), settings)
            note_policy(trail, self._folder)
            context = RunContext(
                sources=sources,
                translator=self.translator(settings, person),
                trail=trail,
                settings=settings,
                policy=policy,
                approve=approve,
                progress=progress,
                today=today or date.today(),
                known=known if known is not None else folder_knowledge(specs, settings, self._folder),
                stop=stop,
                schemas=self._schemas,
                seat=seat or self._seat(settings, project),
                other_schemas=None if others is None else lambda: self._schemas_of(others(), settings),
                demands_names=demands_names,
            )
            context.demand_policy_names()
            yield context

    def _schemas_of(self, specs: Sequence[str], settings: Settings) -> tuple[Sequence[DatabaseSchema], Sequence[str]]:
        """Not through the pool: who holds one source of it must not wait for another."""
        return read_schemas(specs, settings, self._folder)

    @contextmanager
    def lease(
        self,
        specs: Sequence[str],
        settings: Settings,
        *,
        stop: Stop | None = None,
        progress: Progress | None = None,
    ) -> Iterator[tuple[Source, ...]]:
        """Open sources as `group_specs` orders them: data files are one source, and come first. Raises
        SourceUnavailable when none comes free in time, QueryStopped when the request is cancelled meanwhile."""
        groups = group_specs(specs)
        with ExitStack() as stack:
            lent = {
                tuple(group): stack.enter_context(self._lent(group, settings, stop or Stop(), progress))
                for group in sorted(groups)  # in one order for everybody, so that no two wait for each other
            }
            yield tuple(lent[tuple(group)] for group in groups)

    def _seat(self, settings: Settings, project: str) -> ModelSeat | None:
        """Opened anew for each run: nothing is reached by that, and its settings may have changed."""
        return open_seat(settings, Workspace.at(settings.workspace, self._folder), self._folder, project)

    def translator(self, settings: Settings, person: Hashable = None) -> Translator:
        """The process's one translator of this kind, or the person's turns at those that have processes."""
        key = settings.engine, Workspace.at(settings.workspace, self._folder)
        if self._translator_pool is not None:
            # A model reads beside it; what is none is said.
            open_translator(settings.engine, settings.reading_seconds)
            return self._translator_pool.for_person(person)
        with self._changed:
            if key not in self._translators:
                self._translators[key] = OneAtATime(open_translator(settings.engine, settings.reading_seconds, key[1]))
            return self._translators[key]

    def close_idle(self, older_than: float = 0.0) -> int:
        """Close what has not been used for so many seconds; how many were closed."""
        before = time.monotonic() - older_than
        with self._changed:
            old = [source for shelf in self._shelves.values() for source in _taken_before(shelf, before)]
            self._changed.notify_all()
        for source in old:
            source.close()
        return len(old)

    def close(self) -> None:
        """Close everything; what is lent out is closed when it comes back."""
        self._closing.set()
        self.close_idle()
        if self._translator_pool is not None:
            self._translator_pool.close()
        if self._sweeper:
            self._sweeper.join()

    @contextmanager
    def _lent(self, group: list[str], settings: Settings, stop: Stop, progress: Progress | None) -> Iterator[Source]:
        shelf = self._shelf(group, settings)

        def take() -> Source:
            return self._wait_for(shelf, group, stop) or self._opened(shelf, group, settings, progress)

        source = LentSource(take, lambda held: self._give_back(shelf, held))
        try:
            yield source
        finally:
            source.rest()

    def _shelf(self, group: list[str], settings: Settings) -> _Shelf:
        limits = (settings.connect_seconds, settings.query_seconds, settings.query_memory_mb)
        key = (*group, settings.workspace, settings.schema_cache_seconds, *limits)
        with self._changed:
            if self._sweeper is None:
                self._sweeper = threading.Thread(target=self._sweep, daemon=True)
                self._sweeper.start()
            return self._shelves.setdefault(key, _Shelf())

    def _wait_for(self, shelf: _Shelf, group: list[str], stop: Stop) -> Source | None:
        """An idle source; None where another may be opened, whose place is then taken."""
        me, ends = object(), time.monotonic() + self._wait_seconds
        with self._changed:
            shelf.line.append(me)
            try:
                while shelf.line[0] is not me or not (shelf.idle or shelf.opened < self._most):
                    self._look_round(group, stop, ends)
                if shelf.idle:
                    return shelf.idle.pop()[0]
                shelf.opened += 1
                return None
            finally:
                shelf.line.remove(me)
                self._changed.notify_all()

    def _look_round(self, group: list[str], stop: Stop, ends: float) -> None:
        stop.raise_if_cancelled()
        if time.monotonic() >= ends:
            raise SourceUnavailable(
                msg("agent.connections_busy", source=_label(group), seconds=self._wait_seconds),
                hint=msg("common.ask_again_soon"),
            )
        self._changed.wait(_LOOK_SECONDS)

    def _opened(self, shelf: _Shelf, group: list[str], settings: Settings, progress: Progress | None) -> Source:
        try:
            shown = [self._spec_in_receipts(spec) for spec in group]
            return open_source(group, settings, folder=self._folder, progress=progress, shown=shown)
        except BaseException:
            with self._changed:
                shelf.opened -= 1
                self._changed.notify_all()
            raise

    def _give_back(self, shelf: _Shelf, source: Source) -> None:
        came_back = time.monotonic() if self._keeps_locks or not source.is_locking else _LONG_AGO
        with self._changed:
            shelf.idle.append((source, came_back))
            self._changed.notify_all()
        if self._closing.is_set() or came_back == _LONG_AGO:
            self.close_idle(0.0 if self._closing.is_set() else self._idle_seconds)

    def _sweep(self) -> None:
        while not self._closing.wait(self._idle_seconds / 2):
            self.close_idle(self._idle_seconds)


def _taken_before(shelf: _Shelf, before: float) -> list[Source]:
    old = [source for source, since in shelf.idle if since <= before]
    shelf.idle = [(source, since) for source, since in shelf.idle if since > before]
    shelf.opened -= len(old)
    return old


def _label(group: list[str]) -> str:
    return ", ".join(mask(spec) if "://" in spec else Path(spec).name for spec in group)
