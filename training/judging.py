"""Whether SQL gives what the gold SQL gives, by the rules of a scorer given as a script; gold runs once a question."""

from __future__ import annotations

import importlib.util
import re
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

__all__ = ["Judge", "scorer_module"]

_SECONDS = 5.0
_ORDERED = re.compile(r"order\s+by", re.IGNORECASE)


class Judge:
    def __init__(self, scorer: Path, databases: Path) -> None:
        self._scorer = scorer_module(scorer)
        self._databases = databases
        self._gold = lru_cache(maxsize=4)(self._run)

    def is_right(self, database: str, gold: str, sql: str) -> bool:
        expected, found = self._gold(database, gold), self._run(database, sql)
        if expected is None or found is None:
            return False
        return bool(self._scorer.same_result(expected, found, _ORDERED.search(gold) is not None))

    def is_telling(self, database: str, gold: str) -> bool:
        """Where the right answer is empty, wrong readings give it too."""
        rows = self._gold(database, gold)
        return bool(rows) and tuple(rows[0]) not in ((0,), (None,))

    def _run(self, database: str, sql: str) -> Any:
        plain = self._scorer.drop_distinct(self._scorer.tidy(sql))
        rows, problem, _ = self._scorer.run_sql(str(self._databases / database / f"{database}.sqlite"), plain, _SECONDS)
        return None if problem else rows


def scorer_module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("scorer", path)
    if spec is None or spec.loader is None:
        raise SystemExit(f"{path} is no Python file.")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
