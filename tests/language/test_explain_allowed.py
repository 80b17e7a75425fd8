"""Whatever the guard lets through is told whole, in both languages: every table, filter value, column and aggregate.

What must be named is read off the tree here, by other code than the explainer's. And what is changed in a statement
changes what is said of it, so nothing is told by words that would do for another statement too."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import sqlglot
from sqlglot import ErrorLevel, exp

from answerable.language import explain
from tests.guard.case_files import common, own

BESIDE = Path(__file__).parents[3] / "shared" / "guard" / "statements.jsonl"
"""A longer list, which may lie beside the clone."""

FILTERS = (exp.Where, exp.Having, exp.Qualify, exp.Join, exp.Filter, exp.Limit, exp.Offset)
CLOCK_WORDS = re.compile(r"now|[+-]?\d+ \w+|start of \w+|localtime|unixepoch")
"""Told in words of their own: `date('now', '-5 years')` is `today minus 5 years`."""

AGGREGATES: dict[type[exp.Func], tuple[str, str]] = {
    exp.Count: ("number of", "수"),
    exp.Sum: ("total|number of", "합계|수"),
    exp.Avg: ("average", "평균"),
    exp.Min: ("minimum|earliest", "최솟값"),
    exp.Max: ("maximum|latest", "최댓값"),
    exp.Median: ("median", "중앙값"),
    exp.Stddev: ("deviation", "표준편차"),
    exp.Variance: ("variance", "분산"),
    exp.GroupConcat: ("join", "이어 붙인"),
}
OPPOSITES: dict[type[exp.Expr], type[exp.Expr]] = {
    exp.EQ: exp.NEQ, exp.NEQ: exp.EQ, exp.LT: exp.GTE, exp.GTE: exp.LT, exp.GT: exp.LTE, exp.LTE: exp.GT,
    exp.And: exp.Or, exp.Or: exp.And, exp.Add: exp.Sub, exp.Sub: exp.Add,
    exp.Sum: exp.Avg, exp.Avg: exp.Max, exp.Min: exp.Max, exp.Max: exp.Min,
}  # fmt: skip
CLAUSES = (
    "where",
    "having",
    "qualify",
    "order",
    "limit",
    "distinct",
    "group",
    "partition_by",
    "spec",
    "joins",
    "sample",
)


def allowed() -> list[tuple[str, str]]:
    found = [*own("allow"), *common("policy-allow")]
    if BESIDE.exists():
        cases = map(json.loads, BESIDE.read_text("utf-8").splitlines())
        found += [(case["dialect"], case["sql"]) for case in cases if case["expected"] == "allow"]
    return list(dict.fromkeys(found))


def parsed(dialect: str, sql: str) -> exp.Expr:
    return next(tree for tree in sqlglot.parse(sql, dialect=dialect) if tree and not isinstance(tree, exp.Semicolon))


def missing(tree: exp.Expr, text: str, place: int) -> Iterator[str]:
    """What the tree names and the text does not; inside backticks the text is SQL."""
    lower, sql = text.casefold(), " ".join(re.findall("`[^`]*`", text)).casefold()
    for table in tree.find_all(exp.Table):
        yield from (part.name for part in table.parts if part.name.casefold() not in lower)
    for column in tree.find_all(exp.Column):
        if not isinstance(column.this, exp.Star) and column.name.casefold() not in lower:
            yield column.name
    for clause in tree.find_all(*FILTERS):
        for literal in clause.find_all(exp.Literal):
            value = literal.name.strip("%").replace("\n", " ")
            if value not in text and not CLOCK_WORDS.fullmatch(literal.name):
                yield literal.name
    for kind, words in AGGREGATES.items():
        for aggregate in tree.find_all(kind):
            if not re.search(words[place], text) and aggregate.sql_name().casefold() not in sql:
                yield aggregate.sql_name()


@pytest.mark.parametrize("lang", ["en", "ko"])
@pytest.mark.slow
def test_everything_an_allowed_statement_names_is_in_its_explanation(lang: str) -> None:
    lost: list[tuple[str, str, list[str]]] = []
    for dialect, sql in allowed():
        text = explain(sql, dialect=dialect, lang=lang)
        assert text.endswith(".") and "\n" not in text
        if names := list(missing(parsed(dialect, sql), text, ("en", "ko").index(lang))):
            lost.append((dialect, sql, names))
    assert lost == []


def mutants(tree: exp.Expr) -> Iterator[exp.Expr]:
    """The statement with one thing changed: a value, an operator, an aggregate, a direction, or a clause dropped."""
    for number, node in enumerate(tree.walk()):
        if node.find_ancestor(exp.Hint):
            continue  # advice to the engine, without meaning for the result
        if isinstance(node, exp.Literal):
            yield _changed(tree, number, this="zqz" if node.is_string else "98765")
        elif type(node) in OPPOSITES:
            copy = tree.copy()
            changed = list(copy.walk())[number]
            changed.replace(OPPOSITES[type(node)](**changed.args))
            yield copy
        elif isinstance(node, exp.Ordered):
            yield _changed(tree, number, desc=not node.args.get("desc"))
        for clause in CLAUSES:
            if node.args.get(clause):
                yield _changed(tree, number, **{clause: None})


def _changed(tree: exp.Expr, number: int, **values: object) -> exp.Expr:
    copy = tree.copy()
    node = list(copy.walk())[number]
    for name, value in values.items():
        node.set(name, value)
    return copy


def _written(tree: exp.Expr, dialect: str) -> str:
    return tree.sql(dialect=dialect, unsupported_level=ErrorLevel.IGNORE)


@pytest.mark.parametrize(("lang", "first"), [("en", 0), ("ko", 1)])
@pytest.mark.slow
def test_no_change_of_meaning_goes_untold(lang: str, first: int) -> None:
    """Every other statement in each language."""
    same: list[tuple[str, str]] = []
    for dialect, sql in own("allow")[first::2]:
        tree = parsed(dialect, sql)
        written = _written(tree, dialect)
        changes = [_written(mutant, dialect) for mutant in mutants(tree)] if _parses(written, dialect) else []
        told = explain(sql, dialect=dialect, lang=lang)
        for changed in changes:
            if changed != written and _parses(changed, dialect):
                same += [(sql, changed)] * (explain(changed, dialect=dialect, lang=lang) == told)
    assert same == []


def _parses(sql: str, dialect: str) -> bool:
    try:
        return len(sqlglot.parse(sql, dialect=dialect)) == 1
    except sqlglot.errors.SqlglotError:
        return False
