"""From a text to findings: the rules applied in order, and every way of failing turned into a refusal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from sqlglot import exp

from answerable.errors import one_line
from answerable.guard.catalog import SchemaLike
from answerable.guard.catalogs import catalog_for
from answerable.guard.lists import allowed_for
from answerable.guard.parser import DoesNotParse, TooMuchWork, parse
from answerable.guard.policy import Policy
from answerable.guard.rules import TEXT_RULES, TREE_RULES
from answerable.guard.statement import Statement, Text
from answerable.guard.verdict import Finding, Handling, Layer, RowOrder, Severity, Verdict, make_verdict

__all__ = ["Judged", "judge"]

_OPEN = Policy()


@dataclass(frozen=True, slots=True)
class Judged:
    verdict: Verdict
    tree: exp.Expr | None
    """Of the text, where it parsed; the guard is done with it and never takes one from anybody."""


def judge(sql: str, dialect: str, schema: SchemaLike | None, policy: Policy | None) -> Judged:
    """The verdict on exactly this text. Never raises on account of the text."""
    seen = _Seen([])
    try:
        seen = _look(sql, dialect, schema, policy or _OPEN)
    except DoesNotParse as error:
        seen = _Seen([_refusal("does_not_parse", f"The text is not a {dialect} query that can be read: {error}.")])
    except (RecursionError, TooMuchWork):
        seen = _Seen([_refusal("too_large", "The statement is too deeply nested, or can be read in too many ways.")])
    except Exception as error:  # noqa: BLE001 - the door of the guard: whatever goes wrong inside must refuse
        seen = _Seen([_refusal("internal", f"The guard failed on this statement ({type(error).__name__}).")])
    return Judged(make_verdict(sql, dialect, tuple(seen.findings), seen.tables, seen.handling), seen.tree)


def _refusal(code: str, message: str) -> Finding:
    return Finding(Layer.KEYWORD, code, one_line(message), hint="Write it more simply.")


@dataclass(frozen=True, slots=True)
class _Seen:
    findings: list[Finding]
    tables: tuple[str, ...] = ()
    handling: Handling | None = None
    tree: exp.Expr | None = None


def _look(sql: str, dialect: str, schema: SchemaLike | None, policy: Policy) -> _Seen:
    text = Text(sql, allowed_for(dialect))
    for rule in TEXT_RULES:
        if found := list(rule.look(text)):
            return _Seen(found)
    tree = parse(sql, text.tokens, text.allowed.dialect)
    statement = Statement(text, tree, catalog_for(schema, text.allowed), policy)
    findings: list[Finding] = []
    for layer in Layer:
        for tree_rule in TREE_RULES:
            if tree_rule.layer is layer:
                findings += tree_rule.look(statement)
        if _stops(findings):
            break
    tables = tuple(dict.fromkeys(table.written for table in statement.reading.tables))
    return _Seen(findings, tables, None if _stops(findings) else _handling(statement), tree)


def _handling(statement: Statement) -> Handling:
    """What the executor does with a statement that may run."""
    from answerable.guard.order import result_order
    from answerable.guard.promises import promise_of

    order = result_order(statement)
    masking = statement.following.masking if statement.following is not None else None
    if masking is not None and order is not None and order.is_by_hidden and _is_loose(statement, order):
        # Rows that look the same but for a missing value may change places, or fall to either side of a cut.
        masking = replace(masking, copies=())
    withholds = statement.reads_restricted_tables
    return Handling(masking, order, statement.subtraction.controls, withholds, promise_of(statement))


def _is_loose(statement: Statement, order: RowOrder) -> bool:
    return order.sorted_by is None or bool({exp.Limit, exp.Fetch, exp.Offset} & {*statement.kinds})


def _stops(findings: Iterable[Finding]) -> bool:
    return any(finding.severity is Severity.ERROR for finding in findings)
