"""Putting a failed query right: one file a strategy, listed by what they help against, in the order they are tried."""

from __future__ import annotations

from collections.abc import Collection

from answerable.agent.repair.base import Failure, Fix, Reread, Strategy
from answerable.agent.repair.candidates import next_candidate
from answerable.agent.repair.cast_types import cast
from answerable.agent.repair.dialects import other_dialect
from answerable.agent.repair.narrower import narrower
from answerable.agent.repair.rename_columns import rename_columns
from answerable.agent.repair.reread_schema import reread
from answerable.agent.repair.spell_values import spell_values

__all__ = ["MOST_ATTEMPTS", "STRATEGIES", "Failure", "Fix", "Reread", "Strategy", "first_fix"]

MOST_ATTEMPTS = 3
"""The first one counts."""

STRATEGIES: dict[str, tuple[Strategy, ...]] = {
    "missing_column": (reread, rename_columns, next_candidate),
    "type_mismatch": (cast, next_candidate),
    "sql_syntax": (other_dialect, next_candidate),
    "resource_exhausted": (narrower,),
    "empty": (spell_values,),
}


def first_fix(failure: Failure, tried: Collection[str], strategies: tuple[Strategy, ...]) -> Fix | None:
    """The first fix that the guard allows and that is none of what was tried."""
    before = {_words(sql) for sql in tried}
    fixes = (fix for strategy in strategies for fix in strategy(failure))
    return next((fix for fix in fixes if _words(fix.sql) not in before and _is_allowed(fix, failure)), None)


def _is_allowed(fix: Fix, failure: Failure) -> bool:
    """A query over a schema that was just read again is judged when it is validated."""
    return fix.translation is not None or failure.view.judge(fix.sql).allowed


def _words(sql: str) -> str:
    return " ".join(sql.rstrip("; ").split())
