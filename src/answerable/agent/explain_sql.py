"""A query in plain words, once the guard has said that it is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from answerable import guard
from answerable.agent.context.open_context import open_run_context
from answerable.kernel.errors import Refused
from answerable.kernel.knowledge import NOTHING_KNOWN
from answerable.kernel.messages import msg
from answerable.language import explain
from answerable.words.languages import chosen_language

if TYPE_CHECKING:
    from answerable.kernel.settings import Settings
    from answerable.sources import Progress

__all__ = ["explain_query"]


def explain_query(sql: str, specs: Sequence[str], settings: Settings, progress: Progress | None = None) -> str:
    """Raises Refused for what the guard would not let run."""
    with open_run_context(specs, settings, progress=progress, known=NOTHING_KNOWN) as run_context:
        schema = guard.seen_through(
            run_context.policy, run_context.sources[0].schema(progress=progress)
        ).without_values()
        verdict = guard.check(sql, dialect=schema.dialect, schema=schema, policy=run_context.policy)
        if not verdict.allowed:
            first = verdict.errors[0]
            raise Refused(
                msg("agent.guard_refuses", layer=first.layer, code=first.code, problem=first.what), hint=first.advice
            )
        return explain(sql, dialect=schema.dialect, schema=schema, lang=chosen_language(settings.language))
