"""A query in plain words, once the guard has said that it is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from answerable.agent.opening import open_desk
from answerable.errors import Refused

if TYPE_CHECKING:
    from answerable.settings import Settings
    from answerable.sources import Progress

__all__ = ["explain_query"]


def explain_query(sql: str, specs: Sequence[str], settings: Settings, progress: Progress | None = None) -> str:
    """Raises Refused for what the guard would not let run."""
    from answerable import guard
    from answerable.language import explain

    with open_desk(specs, settings, progress=progress) as desk:
        schema = guard.seen_through(desk.policy, desk.sources[0].schema(progress=progress)).without_values()
        verdict = guard.check(sql, dialect=schema.dialect, schema=schema, policy=desk.policy)
        if not verdict.allowed:
            first = verdict.errors[0]
            raise Refused(
                f"The guard refuses this query ({first.layer}/{first.code}): {first.message}", hint=first.hint
            )
        return explain(sql, dialect=schema.dialect, schema=schema, lang=settings.language)
