"""The documentation page of the guard, made from the rules themselves and from the allow-lists.

python -m answerable.guard.rules_page > docs/guard.md
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable, Iterator
from textwrap import fill

from answerable.guard.parse.allow_lists import DIALECTS, AllowList, allow_list_for
from answerable.guard.rules import RULES, GuardRule
from answerable.guard.verdict import Layer

__all__ = ["page"]

_WIDTH = 120
_LABELS = {
    "postgres": "PostgreSQL",
    "mysql": "MySQL and MariaDB",
    "sqlite": "SQLite",
    "duckdb": "DuckDB",
    "spark": "Spark",
}

_INTRODUCTION = """\
# The guard

What may run. Every statement is parsed in its engine's own dialect and judged by its syntax tree, in three layers:
**keyword** (is it one harmless query), **schema** (does it read what exists and may be read) and **semantic** (can
its result be right). A layer is looked at only when the one before found no error. An `error` stops the statement;
a `warning` is told with the answer. What does not parse, what can be read in two ways, and what nobody has looked
at yet is refused.

    answerable guard --batch statements.jsonl

Each finding has a layer, a code (the headings below), a message, a severity and a hint. This page is made by
`python -m answerable.guard.rules_page` from the rules' own words.
"""

_LAYERS = {
    Layer.KEYWORD: "Is it exactly one query that cannot do harm, whatever the account that is connected may do?",
    Layer.SCHEMA: "Does it read tables and columns that exist, and that the policy lets this person read?",
    Layer.SEMANTIC: "Does it end, and can what it gives be right?",
}

_LISTS = """\
## The allow-lists

Functions, table functions, types and kinds of syntax are allowed by list and never forbidden by list: what is new,
rare or somebody's own is refused until somebody has looked at it. A function is on a list when its engine documents
it as computing a value from its arguments alone (or telling the time, or drawing a random number). Left out, on
purpose, is whatever reads or writes files, reaches the network, runs text as SQL, waits, locks, moves sequences,
changes or tells about the session, the server or its users, loads code, or raises errors at will.

The lists live in `src/answerable/guard/parse/allowed/`, one file a dialect: adding a function is adding a word. A
dialect that has no list gets the functions common to all and every catalog refused.
"""


def page() -> str:
    return "\n".join([_INTRODUCTION, *_layers(), _LISTS, *_dialects()]).rstrip() + "\n"


def _layers() -> Iterator[str]:
    for layer in Layer:
        yield f"## Layer: {layer}\n\n{_LAYERS[layer]}\n"
        yield from (_rule(rule) for rule in RULES if rule.layer is layer)


def _rule(rule: GuardRule) -> str:
    example = rule.bad.replace("\x00", "␀")
    return (
        f"### `{rule.code}`: {rule.title} ({rule.severity})\n\n"
        f"{_wrapped(inspect.getdoc(rule) or '')}\n\n"
        f"- Why: {rule.why}\n- What to do: {rule.fix}\n\n```sql\n{example}\n```\n"
    )


def _wrapped(text: str) -> str:
    paragraphs = text.split("\n\n")
    return "\n\n".join(fill(" ".join(paragraph.split()), _WIDTH) for paragraph in paragraphs)


def _dialects() -> Iterator[str]:
    common = allow_list_for("")
    yield f"### Every dialect\n\n{_listed('Functions', common.functions)}"
    for dialect in DIALECTS:
        yield f"### {_LABELS[dialect]}\n\n{_of_dialect(allow_list_for(dialect), common)}"


def _of_dialect(own: AllowList, common: AllowList) -> str:
    parts = (
        ("Functions, besides the common ones", own.functions - common.functions),
        ("Functions that may stand in FROM", own.table_functions),
        ("Optimizer hints", own.hints),
        ("Refused schemas", own.catalogs),
        ("Refused tables", own.catalog_tables),
    )
    return "\n".join(_listed(title, words) for title, words in parts if words)


def _listed(title: str, words: Iterable[str]) -> str:
    found = sorted(words)
    listing = fill(" ".join(found), _WIDTH, break_on_hyphens=False, break_long_words=False)
    return f"{title} ({len(found)}):\n\n```\n{listing}\n```\n"


if __name__ == "__main__":
    sys.stdout.write(page())
