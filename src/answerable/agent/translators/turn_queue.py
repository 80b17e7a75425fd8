"""A fair queue: people take turns (round robin), whatever number of things each of them wants done."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

__all__ = ["TurnQueue"]

Start = Callable[[], object]


class TurnQueue:
    """At most `most` run at once, and at most `most_each` of one person."""

    def __init__(self, most: int, most_each: int) -> None:
        self._free = most
        self._most_each = most_each
        self._running: Counter[Hashable] = Counter()
        self._waiting: OrderedDict[Hashable, deque[Start]] = OrderedDict()
        """Whose turn is next comes first; their own in the order of asking."""
        self._lock = threading.Lock()

    def join(self, person: Hashable, start: Start) -> None:
        """`start` is called when it is the person's turn, in any thread; it must return at once."""
        with self._lock:
            self._waiting.setdefault(person, deque()).append(start)
        self._begin()

    def leave(self, person: Hashable) -> None:
        """What was started for the person is over."""
        with self._lock:
            self._free += 1
            self._running[person] -= 1
            if not self._running[person]:
                del self._running[person]
        self._begin()

    @contextmanager
    def turn(self, person: Hashable) -> Iterator[None]:
        """Waits in this thread until it is the person's turn."""
        begun = threading.Event()
        self.join(person, begun.set)
        begun.wait()
        try:
            yield
        finally:
            self.leave(person)

    def _begin(self) -> None:
        while (start := self._next()) is not None:
            start()

    def _next(self) -> Start | None:
        with self._lock:
            may_start = (person for person in self._waiting if self._running[person] < self._most_each)
            person = next(may_start, None) if self._free else None
            if person is None:
                return None
            return self._taken(person)

    def _taken(self, person: Hashable) -> Start:
        """Who has had a turn goes to the end of the line."""
        starts = self._waiting.pop(person)
        start = starts.popleft()
        if starts:
            self._waiting[person] = starts
        self._free -= 1
        self._running[person] += 1
        return start
