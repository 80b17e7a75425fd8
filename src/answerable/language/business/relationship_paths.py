"""Ways from one table to another over the relationships of a source, cheapest first."""

from __future__ import annotations

import heapq
from collections import defaultdict
from functools import cached_property

from answerable.kernel.light_dataclass import dataclass
from answerable.semantics import Relationship, SemanticModel

__all__ = ["PathStep", "RelationshipPaths"]

_UP, _DOWN, _TURN = 1.0, 2.2, 1.5
_MOST_STEPS = 5


@dataclass(frozen=True, slots=True)
class PathStep:
    """From a row of `source` to one row of `target` (up), or to several (down)."""

    source: str
    target: str
    relationship: Relationship
    is_up: bool

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Columns of the source and of the target that are equal."""
        ends = self.relationship.columns, self.relationship.target_columns
        return tuple(zip(*(ends if self.is_up else reversed(ends)), strict=True))


class RelationshipPaths:
    def __init__(self, model: SemanticModel) -> None:
        self._model = model
        self._found: dict[tuple[str, str, tuple[str, ...], bool], tuple[PathStep, ...] | None] = {}

    @cached_property
    def _steps(self) -> dict[str, list[PathStep]]:
        steps: dict[str, list[PathStep]] = defaultdict(list)
        for one in self._model.relationships:
            steps[one.table].append(PathStep(one.table, one.target, one, is_up=True))
            steps[one.target].append(PathStep(one.target, one.table, one, is_up=False))
        return steps

    def steps_from(self, table: str) -> list[PathStep]:
        return self._steps.get(table, [])

    def parents(self, table: str) -> list[str]:
        """Tables to a row of which each row belongs."""
        steps = self.steps_from(table)
        required = [step.target for step in steps if step.is_up and not step.relationship.is_optional]
        return [target for target in dict.fromkeys(required) if target != table]

    def path(
        self, start: str, goal: str, via: tuple[str, ...] = (), only_up: bool = False
    ) -> tuple[PathStep, ...] | None:
        """() where they are the same and no role is named; None where there is no way. `via` is the first key."""
        key = start, goal, via, only_up
        if key not in self._found:
            self._found[key] = self._search(start, goal, via, only_up)
        return self._found[key]

    def distance(self, start: str, goal: str) -> float:
        """The cost of the way; large where there is none."""
        path = self.path(start, goal)
        return 9.0 if path is None else sum(_cost(step) for step in path)

    def _search(self, start: str, goal: str, via: tuple[str, ...], only_up: bool) -> tuple[PathStep, ...] | None:
        if start == goal and not via:
            return ()
        queue: list[tuple[float, int, str, tuple[PathStep, ...]]] = [(0.0, 0, start, ())]
        count, done = 0, set[str]()
        while queue:
            cost, _, table, path = heapq.heappop(queue)
            if table == goal and path:
                return path
            if (table in done and path) or len(path) >= _MOST_STEPS:
                continue
            done.add(table)
            for step in self._steps.get(table, []):
                if (only_up and not step.is_up) or (not path and via and step.relationship.columns != via):
                    continue
                # What belongs to the same parent is further away than what belongs to the row itself.
                turn = _TURN if path and path[-1].is_up and not step.is_up else 0.0
                count += 1
                heapq.heappush(queue, (cost + _cost(step) + turn, count, step.target, (*path, step)))
        return None


def _cost(step: PathStep) -> float:
    doubt = 1.0 - step.relationship.probability
    role = 0.0 if step.relationship.role == "" else 0.01 * len(step.relationship.role.split())
    return (_UP if step.is_up else _DOWN) + doubt + role
