"""A policy that names nothing is an error wherever a source is opened: a misspelt name would protect nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from answerable.guard import policy_problems
from answerable.kernel.cache import BoundedCache
from answerable.kernel.errors import BadSetting
from answerable.kernel.messages import CodedMessage, msg
from answerable.kernel.settings import FILE_NAME

if TYPE_CHECKING:
    from answerable.guard import Policy
    from answerable.kernel.schema import DatabaseSchema

__all__ = ["OtherSchemas", "demand_matched_names"]

OtherSchemas = Callable[[], tuple[Sequence["DatabaseSchema"], Sequence[str]]]
"""Schemas of the other sources a policy is written for, and the names of those that could not be opened."""

_MATCHES_KEPT = 256
_matched: BoundedCache[tuple[str, ...], bool] = BoundedCache(_MATCHES_KEPT)
"""Policies and schemas that went together; what is wrong is looked at anew each time."""


def demand_matched_names(
    policy: Policy | None, schemas: Sequence[DatabaseSchema], others: OtherSchemas | None = None
) -> None:
    """Raises BadSetting for the first entry that no source has. `others` are asked only where the schemas lack one."""
    if policy is None or not schemas:
        return
    key = ("alone" if others is None else "", policy.fingerprint, *(schema.fingerprint for schema in schemas))
    if _matched.get(key):
        return
    _look(policy, schemas, others)
    _matched.put(key, True)


def _look(policy: Policy, schemas: Sequence[DatabaseSchema], others: OtherSchemas | None) -> None:
    problems = policy_problems(policy, *schemas)
    closed: Sequence[str] = ()
    if problems and others is not None:
        beside, closed = others()
        problems = policy_problems(policy, *schemas, *beside)
    if problems:
        raise BadSetting(problems[0], hint=_hint(len(problems) - 1, closed))


def _hint(more: int, closed: Sequence[str]) -> CodedMessage:
    hint = msg("common.correct_policy", file=FILE_NAME)
    if more:
        hint = msg("agent.more_match_nothing", hint=hint, count=more)
    return msg("agent.source_not_looked_at", hint=hint, source=closed[0]) if closed else hint
