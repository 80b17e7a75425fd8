"""`python -m benchmarks.semantic_truth DATABASES TRUTH [--missed]`: the semantic model against truth written by hand.

DATABASES holds a folder a domain with `<domain>.sqlite`; TRUTH a file `<domain>.json` for each, written from schema and
rows by somebody who knew nothing of the engine: `tables` with `row_label`, `also_called`, `display`, `main_date`,
`measures` (`divide_by` is its scale) and `flags`, and `relationships`. Declared keys are hidden from the model.
Prints precision, recall and F1 of each kind. `--missed` lists what went wrong: not for domains that are set aside.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from answerable.naming.inflection import lemma
from answerable.semantics import SemanticModel, build_semantics
from benchmarks.semantics import read_schema, without_foreign_keys

Fact = tuple[object, ...]


@dataclass
class Matches:
    right: int = 0
    inferred: int = 0
    true: int = 0
    missed: list[str] = field(default_factory=list)

    def note(self, domain: str, inferred: set[Fact], true: set[Fact]) -> None:
        self.right += len(inferred & true)
        self.inferred += len(inferred)
        self.true += len(true)
        self.missed += [f"{domain}: not found {one}" for one in sorted(true - inferred, key=str)]
        self.missed += [f"{domain}: found {one}" for one in sorted(inferred - true, key=str)]

    def __str__(self) -> str:
        precision, recall = self.right / max(self.inferred, 1), self.right / max(self.true, 1)
        balanced = 2 * precision * recall / max(precision + recall, 1e-9)
        return f"precision {precision:6.1%}  recall {recall:6.1%}  F1 {balanced:6.1%}  ({self.right} of {self.true})"


def main(arguments: list[str]) -> None:
    databases, folder = (Path(one) for one in arguments if not one.startswith("--"))
    counts: dict[str, Matches] = defaultdict(Matches)
    for file in sorted(folder.glob("*.json")):
        truth = json.loads(file.read_text(encoding="utf-8"))
        schema = without_foreign_keys(read_schema(databases / file.stem / f"{file.stem}.sqlite"))
        for kind, inferred, true in _facts(build_semantics(schema), truth):
            counts[kind].note(file.stem, inferred, true)
            counts["all"].note(file.stem, inferred, true)
    for kind, matches in counts.items():
        print(f"{kind:14} {matches}")
        if "--missed" in arguments and kind != "all":
            print(*matches.missed, sep="\n")


def _facts(model: SemanticModel, truth: dict[str, Any]) -> Iterator[tuple[str, set[Fact], set[Fact]]]:
    """Kind, what the model says, and what is so: of tables that the truth knows."""
    tables = {name: one for name, one in truth["tables"].items() if one.get("kind") != "view"}
    yield "row label", _labels(model, tables), {("label", name) for name in tables}
    displayed = {name: one for name, one in tables.items() if one["display"]}
    yield (
        "display",
        {("display", one.table, frozenset(one.display)) for one in model.entities if one.table in displayed},
        {("display", name, _display(model, name, one)) for name, one in displayed.items()},
    )
    dated = {one.table: one.column for one in model.dates if one.is_main and one.table in tables}
    yield (
        "main date",
        {("date", name, column) for name, column in dated.items()},
        {("date", name, _date(dated.get(name), one)) for name, one in tables.items() if one["main_date"]},
    )
    measured = {(name, column): one for name, table in tables.items() for column, one in table["measures"].items()}
    yield (
        "measure",
        {("measure", one.table, one.column, _scale(one.scale)) for one in model.measures if one.table in tables},
        {("measure", *place, _scale(1 / (one.get("divide_by") or 1))) for place, one in measured.items()},
    )
    yield (
        "flag",
        {("flag", one.table, one.column, str(one.yes[0])) for one in model.flags if one.table in tables and one.yes},
        {("flag", name, column, str(one["yes"])) for name, t in tables.items() for column, one in t["flags"].items()},
    )
    yield (
        "relationship",
        {
            ("key", one.table, one.columns, one.target, one.target_columns)
            for one in model.relationships
            if one.table in tables and one.target in tables
        },
        {
            ("key", one["table"], tuple(one["columns"]), one["target"], tuple(one["target_columns"]))
            for one in truth["relationships"]
            if one["table"] in tables and one["target"] in tables
        },
    )


def _labels(model: SemanticModel, tables: dict[str, Any]) -> set[Fact]:
    """A label counts as right where it is one of those that people use; another one is a fact of its own."""
    found: set[Fact] = set()
    for name, table in tables.items():
        entity = model.entity(name)
        said = {_plain(word) for word in (table["row_label"], *table["also_called"])}
        if entity is not None:
            is_right = bool({_plain(entity.noun), _plain(entity.native)} & said)
            found.add(("label", name) if is_right else ("label", name, entity.noun))
    return found


def _plain(label: str) -> str:
    return " ".join(lemma(word) for word in label.casefold().replace("-", " ").replace("_", " ").split())


def _display(model: SemanticModel, name: str, table: dict[str, Any]) -> frozenset[str]:
    """The columns of a person's name are as good as the one column that the truth names."""
    entity = model.entity(name)
    shown = frozenset(entity.display) if entity else frozenset()
    choices = [frozenset(table["display"]), frozenset(table.get("person_name") or table["display"])]
    return shown if shown in choices else choices[0]


def _date(inferred: str | None, table: dict[str, Any]) -> str:
    is_as_good = inferred in table.get("main_date_also", ())
    return inferred if inferred is not None and is_as_good else str(table["main_date"])


def _scale(scale: float) -> float:
    return round(scale, 6)


if __name__ == "__main__":
    main(sys.argv[1:])
