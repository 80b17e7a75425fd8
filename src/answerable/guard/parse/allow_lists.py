"""The allow-lists of one dialect, read once from `allowed/*.txt`.

A list file holds `[section]` headings, words apart by white space, and `#` comments. What no list names is refused.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from importlib import resources

from answerable.kernel.light_dataclass import dataclass

__all__ = ["AllowList", "allow_list_for", "node_kinds"]

DIALECTS = ("postgres", "mysql", "sqlite", "duckdb", "spark")
"""Dialects with a list of their own; any other gets what is common to all and every catalog refused."""

_SAME_AS = {"postgresql": "postgres", "mariadb": "mysql", "spark2": "spark", "databricks": "spark"}


@dataclass(frozen=True, slots=True)
class AllowList:
    """What one dialect may use. All words are lower case."""

    dialect: str
    """The name the parser knows; empty for one it does not."""
    known: bool
    """False for a dialect that has no list of its own."""
    functions: frozenset[str]
    table_functions: frozenset[str]
    row_functions: frozenset[str]
    function_homes: frozenset[str]
    syntax: frozenset[str]
    types: frozenset[str]
    hints: frozenset[str]
    catalogs: frozenset[str]
    catalog_tables: frozenset[str]
    home: frozenset[str]
    home_catalogs: frozenset[str]
    pseudo_columns: frozenset[str]
    refused_words: frozenset[str]

    def is_catalog(self, namespace: str) -> bool:
        return _listed(namespace, self.catalogs)

    def is_catalog_table(self, name: str) -> bool:
        return _listed(name, self.catalog_tables)


def _listed(word: str, patterns: frozenset[str]) -> bool:
    return word in patterns or any(p.endswith("*") and word.startswith(p[:-1]) for p in patterns)


@cache
def allow_list_for(dialect: str) -> AllowList:
    """The lists of `dialect`; for an unknown one the strictest common reading."""
    name = _SAME_AS.get(dialect.lower(), dialect.lower())
    own = [name] if name in DIALECTS else []
    lists = _merged("common", *own)
    refusing = lists if own else _merged(*DIALECTS)
    return AllowList(
        dialect=name,
        known=bool(own),
        functions=lists["functions"],
        table_functions=lists["table functions"],
        row_functions=lists["row functions"],
        function_homes=lists["function homes"],
        syntax=lists["syntax"],
        types=lists["types"],
        hints=lists["hints"],
        catalogs=refusing["catalogs"],
        catalog_tables=refusing["catalog tables"],
        home=lists["home"],
        home_catalogs=lists["home catalogs"],
        pseudo_columns=lists["pseudo columns"],
        refused_words=refusing["refused words"],
    )


@cache
def node_kinds() -> frozenset[str]:
    """Class names of the syntax-tree nodes a query may consist of."""
    lists = _merged("nodes")
    return lists["syntax"] | lists["functions"]


def _merged(*files: str) -> dict[str, frozenset[str]]:
    found: defaultdict[str, frozenset[str]] = defaultdict(frozenset)
    for file in files:
        for section, words in _read(file).items():
            found[section] |= words
    return found


@cache
def _read(file: str) -> dict[str, frozenset[str]]:
    text = resources.files("answerable.guard.parse").joinpath("allowed", f"{file}.txt").read_text(encoding="utf-8")
    sections: defaultdict[str, set[str]] = defaultdict(set)
    section = ""
    for line in text.splitlines():
        if line.startswith("["):
            section = line.strip("[] ")
        elif not line.startswith("#"):
            sections[section].update(line.split())
    return {name: frozenset(words) for name, words in sections.items()}
