"""The questions that a run with a model asks: a folder a domain, or the layout of the Spider training set."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

from benchmarks.spider import part_of

__all__ = ["QuestionSet"]

Asked = dict[str, Any]


@dataclass(frozen=True)
class QuestionSet:
    folder: Path
    is_spider: bool = False
    lang: str | None = None
    pairs: int = 0
    """So many questions of each domain are verified pairs, and not asked."""
    limit: int | None = None
    """Questions of a domain."""
    most: int | None = None
    """Questions in all."""

    def chosen(self, domains: list[str]) -> Iterator[tuple[str, Asked]]:
        """Domain by domain, taken evenly from all; all domains where none is named."""
        domains = domains or self._all_domains()
        asked = {domain: [(domain, one) for one in self._to_ask(domain)] for domain in domains}
        rounds = [one for turn in zip_longest(*asked.values()) for one in turn if one is not None]
        yield from sorted(rounds[: self.most], key=lambda one: domains.index(one[0]))

    def verified(self, domain: str) -> list[Asked]:
        return [one for one in self._questions(domain) if one.get("query")][: self.pairs]

    def database(self, domain: str) -> Path:
        folder = self.folder / "database" if self.is_spider else self.folder
        return folder / domain / f"{domain}.sqlite"

    def _to_ask(self, domain: str) -> list[Asked]:
        pairs = {one["id"] for one in self.verified(domain)}
        return [one for one in self._questions(domain) if one["id"] not in pairs][: self.limit]

    def _all_domains(self) -> list[str]:
        if self.is_spider:
            return sorted({one["db_id"] for one in _spider(self.folder) if part_of(one["db_id"]) == "held_out"})
        return sorted(path.parent.name for path in self.folder.glob("*/questions.jsonl"))

    def _questions(self, domain: str) -> list[Asked]:
        if self.is_spider:
            found = [one for one in _spider(self.folder) if one["db_id"] == domain]
            return [{**one, "id": f"{domain}-{number}"} for number, one in enumerate(found)]
        lines = (self.folder / domain / "questions.jsonl").read_text(encoding="utf-8").splitlines()
        return [one for one in map(json.loads, lines) if self.lang in (None, one.get("lang", "en"))]


@cache
def _spider(folder: Path) -> list[Asked]:
    found: list[Asked] = json.loads((folder / "questions.json").read_text(encoding="utf-8"))
    return found
