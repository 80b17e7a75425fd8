"""The file of a run with a model: a line a question, written when it is done, so that the run may be stopped and gone
on with. All lines are of one set-up; a line that was cut off when the run was killed is taken off."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["RunFile", "read_lines"]

_IN_A_ROW = 3
"""So many questions without a reply mean that the model is not there, not that it could not do them."""


@dataclass
class RunFile:
    path: Path
    setup: Mapping[str, Any]
    """What the figures depend on: engine, what it sees, blind or not, pairs."""
    done: set[str] = field(default_factory=set)
    _held: list[dict[str, Any]] = field(default_factory=list)

    def begin(self) -> None:
        """Exits where the file holds a run of another set-up."""
        lines = read_lines(self.path)
        if self.path.exists():
            self.path.write_text("".join(_text(line) for line in lines), encoding="utf-8")
        for line in lines:
            if line.get("setup") != dict(self.setup):
                sys.exit(f"{self.path} holds a run of {line.get('setup')}, not of {dict(self.setup)}: name another.")
        self.done = {line["id"] for line in lines}

    def add(self, line: dict[str, Any]) -> None:
        """A question without a reply is held back until the next one has one. Exits where none has."""
        self._held.append({**line, "setup": dict(self.setup)})
        failure = line.get("use", {}).get("failure")
        if not failure:
            self.end()
        elif len(self._held) >= _IN_A_ROW:
            sys.exit(f"{line['id']}: {failure} {_IN_A_ROW} in a row; they are asked again when the run goes on.")

    def end(self) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            for line in self._held:
                file.write(_text(line))
        self._held = []


def read_lines(path: Path) -> list[dict[str, Any]]:
    """Whole lines only."""
    if not path.exists():
        return []
    texts = path.read_text(encoding="utf-8").split("\n")
    return [json.loads(text) for text in texts[:-1] if text]


def _text(line: Mapping[str, Any]) -> str:
    return json.dumps(line, ensure_ascii=False) + "\n"
