"""Failures, written so that one command tries them again."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.policy_fuzzer.model import Case

__all__ = ["Failure", "read_failure", "shape_of", "write_failure"]


@dataclass(frozen=True)
class Failure:
    engine: str
    seed: int
    statement: str
    shortened: str
    kind: str
    detail: str
    policy: dict[str, Any]
    schema: list[str]
    """The statements that make the first database, without its rows."""
    outcomes: list[str]

    @property
    def group(self) -> tuple[str, str, str]:
        return self.engine, self.kind, self.shape

    shape: str = ""
    """The shortened statement with modes for names: failures of one shape are one leak."""


def shape_of(sql: str, case: Case) -> str:
    """Column names as their modes, all other names as one letter."""
    modes = {c.name.casefold(): case.mode(one, c) for one in case.relations for c in one.columns}
    modes |= {c.casefold(): mode for (_, c), mode in case.policy.modes.items()}

    def name(found: re.Match[str]) -> str:
        word = found[0].strip('"`')
        return modes.get(word.casefold(), "n" if found[0][0] in '"`' or not word.isascii() else word).upper()

    return re.sub(r"'[^']*'|\d+", "?", re.sub(r'"[^"]*"|`[^`]*`|[^\W\d]\w*', name, sql))[:300]


def write_failure(failure: Failure, folder: Path, number: int) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{failure.engine}-{failure.seed}-{number}.json"
    path.write_text(json.dumps(asdict(failure), ensure_ascii=False, indent=1), "utf-8")
    return path


def read_failure(path: Path) -> Failure:
    return Failure(**json.loads(path.read_text("utf-8")))
