from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from answerable.agent.checks.base import Outcome
from answerable.kernel.knowledge import CanonicalMetric
from answerable.kernel.messages import CodedMessage, msg

ALIKE = Decimal("0.000001")
"""Relative difference that is only rounding."""
_WORD = re.compile(r"\w+")


def metric(outcome: Outcome) -> Iterator[CodedMessage]:
    """A total that goes by a metric's name and is not what the metric gives.

    Only plain totals are compared: a period or a group makes another number of the same metric."""
    if outcome.path in ("metric", "verified_query") or not outcome.metrics or not _is_plain_total(outcome):
        return
    for one in outcome.metrics:
        defined = outcome.probe(one.sql_template) if _is_meant(one, outcome) else None
        if defined is not None and _differ(outcome.total, defined):
            yield _contradiction(one, str(defined), str(outcome.total))


def _contradiction(one: CanonicalMetric, defined: str, total: str) -> CodedMessage:
    return msg("checks.metric_differs", metric=one.name, defined=defined, total=total, definition=one.definition)


def _is_meant(one: CanonicalMetric, outcome: Outcome) -> bool:
    """Its name, or another for it, is said in the question or heads the column; and it needs no period."""
    said = _words(f"{outcome.question} {outcome.result.table.column_names[0].replace('_', ' ')}")
    names = (_words(name) for name in (one.name, *one.synonyms))
    return "{{" not in one.sql_template and any(name and name <= said for name in names)


def _words(text: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(text)}


def _is_plain_total(outcome: Outcome) -> bool:
    """One number over all there is: no period, no group, nothing picked out."""
    from sqlglot import exp

    tree = outcome.tree
    if _number(outcome.total) is None or not isinstance(tree, exp.Select):
        return False
    return not any(tree.args.get(part) for part in ("where", "group", "having", "joins", "limit"))


def _differ(one: object, other: object) -> bool:
    first, second = _number(one), _number(other)
    if first is None or second is None:
        return False
    return abs(first - second) > ALIKE * max(abs(first), abs(second))


def _number(value: object) -> Decimal | None:
    return Decimal(str(value)) if isinstance(value, int | float | Decimal) and value == value else None
