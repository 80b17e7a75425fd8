"""From a text to findings: the rules applied in order, and every way of failing turned into a refusal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sqlglot import exp

from answerable.guard.flow.order import result_order
from answerable.guard.parse.allow_lists import allow_list_for
from answerable.guard.parse.bounded_parser import DoesNotParse, TooMuchWork, parse
from answerable.guard.policy.policy import Policy
from answerable.guard.policy.result_promise import promise_of
from answerable.guard.resolve.catalog import SchemaLike
from answerable.guard.resolve.catalog_cache import catalog_for
from answerable.guard.rules import TEXT_RULES, TREE_RULES
from answerable.guard.statement import SqlText, Statement
from answerable.guard.verdict import Finding, Handling, Layer, RowOrder, Severity, Verdict, make_verdict
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import CodedMessage, msg

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
        seen = _Seen([_refusal("does_not_parse", msg("guard.does_not_parse", dialect=dialect, reason=error))])
    except (RecursionError, TooMuchWork):
        seen = _Seen([_refusal("too_large", msg("guard.too_deeply_nested"))])
    except Exception as error:  # noqa: BLE001 - the door of the guard: whatever goes wrong inside must refuse
        seen = _Seen([_refusal("internal", msg("guard.guard_failed", kind=type(error).__name__))])
    return Judged(make_verdict(sql, dialect, tuple(seen.findings), seen.tables, seen.handling), seen.tree)


def _refusal(code: str, what: CodedMessage) -> Finding:
    return Finding(Layer.KEYWORD, code, what, advice=msg("guard.write_simply"))


@dataclass(frozen=True, slots=True)
class _Seen:
    findings: list[Finding]
    tables: tuple[str, ...] = ()
    handling: Handling | None = None
    tree: exp.Expr | None = None


def _look(sql: str, dialect: str, schema: SchemaLike | None, policy: Policy) -> _Seen:
    text = SqlText(sql, allow_list_for(dialect))
    for rule in TEXT_RULES:
        if found := list(rule.look(text)):
            return _Seen(found)
    tree = parse(sql, text.tokens, text.allow_list.dialect)
    statement = Statement(text, tree, catalog_for(schema, text.allow_list), policy)
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
    order = result_order(statement)
    masking = statement.following.masking if statement.following is not None else None
    if masking is not None and order is not None and order.is_by_hidden and _is_loose(statement, order):
        # Rows that look the same but for a missing value may change places, or fall to either side of a cut.
        masking = replace(masking, copies=())
    withholds = statement.may_meet_hidden_values
    return Handling(masking, order, statement.subtraction.controls, withholds, promise_of(statement))


def _is_loose(statement: Statement, order: RowOrder) -> bool:
    return order.sorted_by is None or bool({exp.Limit, exp.Fetch, exp.Offset} & {*statement.kinds})


def _stops(findings: Iterable[Finding]) -> bool:
    return any(finding.severity is Severity.ERROR for finding in findings)
