"""A policy that names nothing is an error wherever a source is opened: a misspelt name would protect nothing."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from answerable.errors import BadSetting
from answerable.settings import FILE_NAME

if TYPE_CHECKING:
    from answerable.guard import Policy
    from answerable.schema import DatabaseSchema

__all__ = ["OtherSchemas", "demand_matched_names"]

OtherSchemas = Callable[[], tuple[Sequence["DatabaseSchema"], Sequence[str]]]
"""Schemas of the other sources a policy is written for, and the names of those that could not be opened."""

_MOST_REMEMBERED = 256
_matched: OrderedDict[tuple[str, ...], None] = OrderedDict()
"""Policies and schemas that went together; what is wrong is looked at anew each time."""
_lock = threading.Lock()


def demand_matched_names(
    policy: Policy | None, schemas: Sequence[DatabaseSchema], others: OtherSchemas | None = None
) -> None:
    """Raises BadSetting for the first entry that no source has. `others` are asked only where the schemas lack one."""
    if policy is None or not schemas:
        return
    key = ("alone" if others is None else "", policy.fingerprint, *(schema.fingerprint for schema in schemas))
    with _lock:
        if key in _matched:
            return
    _look(policy, schemas, others)
    with _lock:
        _matched[key] = None
        while len(_matched) > _MOST_REMEMBERED:
            _matched.popitem(last=False)


def _look(policy: Policy, schemas: Sequence[DatabaseSchema], others: OtherSchemas | None) -> None:
    from answerable.guard import policy_problems

    problems = policy_problems(policy, *schemas)
    closed: Sequence[str] = ()
    if problems and others is not None:
        beside, closed = others()
        problems = policy_problems(policy, *schemas, *beside)
    if problems:
        raise BadSetting(problems[0], hint=_hint(len(problems) - 1, closed))


def _hint(more: int, closed: Sequence[str]) -> str:
    also = f" {more} more of its entries {'match' if more > 1 else 'matches'} nothing." if more else ""
    unseen = f" '{closed[0]}' could not be opened to look there." if closed else ""
    return f"Correct [policy] in {FILE_NAME}.{also}{unseen}"
