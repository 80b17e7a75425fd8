"""From a text to findings: the rules applied in order, and every way of failing turned into a refusal."""

from __future__ import annotations

from collections.abc import Iterable

from answerable.errors import one_line
from answerable.guard.catalog import SchemaLike
from answerable.guard.catalogs import catalog_for
from answerable.guard.lists import allowed_for
from answerable.guard.parser import DoesNotParse, TooMuchWork, parse
from answerable.guard.policy import Policy
from answerable.guard.rules import TEXT_RULES, TREE_RULES
from answerable.guard.statement import Statement, Text
from answerable.guard.verdict import Finding, Layer, Masking, Severity, Verdict, make_verdict

__all__ = ["judge"]

_OPEN = Policy()


def judge(sql: str, dialect: str, schema: SchemaLike | None, policy: Policy | None) -> Verdict:
    """The verdict on exactly this text. Never raises on account of the text."""
    tables: tuple[str, ...] = ()
    masking: Masking | None = None
    try:
        findings, tables, masking = _look(sql, dialect, schema, policy or _OPEN)
    except DoesNotParse as error:
        findings = [_refusal("does_not_parse", f"The text is not a {dialect} query that can be read: {error}.")]
    except (RecursionError, TooMuchWork):
        findings = [_refusal("too_large", "The statement is too deeply nested, or can be read in too many ways.")]
    except Exception as error:  # noqa: BLE001 - the door of the guard: whatever goes wrong inside must refuse
        findings = [_refusal("internal", f"The guard failed on this statement ({type(error).__name__}).")]
    return make_verdict(sql, dialect, tuple(findings), tables, masking)


def _refusal(code: str, message: str) -> Finding:
    return Finding(Layer.KEYWORD, code, one_line(message), hint="Write it more simply.")


_Found = tuple[list[Finding], tuple[str, ...], Masking | None]


def _look(sql: str, dialect: str, schema: SchemaLike | None, policy: Policy) -> _Found:
    text = Text(sql, allowed_for(dialect))
    for rule in TEXT_RULES:
        if found := list(rule.look(text)):
            return found, (), None
    statement = Statement(
        text, parse(sql, text.tokens, text.allowed.dialect), catalog_for(schema, text.allowed), policy
    )
    findings: list[Finding] = []
    for layer in Layer:
        for tree_rule in TREE_RULES:
            if tree_rule.layer is layer:
                findings += tree_rule.look(statement)
        if _stops(findings):
            break
    tables = tuple(dict.fromkeys(table.written for table in statement.reading.tables))
    following = statement.following
    return findings, tables, following.masking if following is not None else None


def _stops(findings: Iterable[Finding]) -> bool:
    return any(finding.severity is Severity.ERROR for finding in findings)
