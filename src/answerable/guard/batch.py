"""The line format of `answerable guard --batch`: one JSON object in, one out, in order, as they come."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from answerable.guard.policy.policy import Policy
from answerable.guard.verdict import Finding, Layer, Verdict
from answerable.kernel.errors import AnswerableError
from answerable.kernel.messages import msg, verbatim

__all__ = ["batch"]


def batch(lines: Iterable[str]) -> Iterator[str]:
    """A verdict line for every line that is not blank. A line that cannot be read is rejected, never skipped."""
    for line in lines:
        if line.strip():
            yield json.dumps(_answer(line), ensure_ascii=False)


class _BadLine(Exception):
    pass


def _answer(line: str) -> dict[str, Any]:
    identity: Any = None
    try:
        request = _object(line)
        identity = request.get("id")
        verdict = _verdict(request)
    except (_BadLine, AnswerableError) as error:
        finding = Finding(Layer.KEYWORD, "bad_line", verbatim(str(error)), advice=msg("guard.send_line_keys"))
        return {"id": identity, "verdict": "reject", "errors": [finding.as_dict()]}
    word = "allow" if verdict.allowed else "reject"
    return {"id": identity, "verdict": word, "errors": [finding.as_dict() for finding in verdict.findings]}


def _object(line: str) -> Mapping[str, Any]:
    try:
        request = json.loads(line)
    except (ValueError, RecursionError):
        raise _BadLine("The line is not JSON.") from None
    if not isinstance(request, dict):
        raise _BadLine("The line is not a JSON object.")
    return request


def _verdict(request: Mapping[str, Any]) -> Verdict:
    from answerable.guard.judge import judge

    sql, dialect = request.get("sql"), request.get("dialect")
    if not isinstance(sql, str) or not isinstance(dialect, str):
        raise _BadLine("'sql' and 'dialect' must both be given, as text.")
    return judge(sql, dialect, _schema(request.get("schema")), _policy(request.get("policy"))).verdict


def _policy(raw: Any) -> Policy | None:
    if raw is None:
        return None
    if not isinstance(raw, dict):
        raise _BadLine("'policy' is not an object.")
    return Policy.from_dict(raw)


def _schema(raw: Any) -> dict[str, list[str] | dict[str, str]] | None:
    if raw is None:
        return None
    if not isinstance(raw, dict):
        raise _BadLine("'schema' is not an object.")
    for table, columns in raw.items():
        if not isinstance(columns, list | dict) or not all(isinstance(name, str) for name in columns):
            raise _BadLine(f"'schema' does not list the columns of {table}.")
        if isinstance(columns, dict) and not all(isinstance(kind, str) for kind in columns.values()):
            raise _BadLine(f"'schema' gives a type of {table} that is not text.")
    return raw
