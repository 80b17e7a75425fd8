"""A question that would show hidden columns nobody asked for is answered without them.

"Show employees" brings along every column of the table; when the policy hides some, the question is read again as if
they were not there. That reading is taken only if it is the same query with a shorter SELECT list, and understands
every word the first one did: whoever asks for a hidden column by name is refused, not given something else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from answerable.sql.parse import parse_to_edit

if TYPE_CHECKING:
    from answerable.agent.context.run_context import RunContext
    from answerable.agent.context.schema_views import View
    from answerable.language import Context, Translation

__all__ = ["translate_within"]

_HIDDEN = frozenset({"column_not_allowed", "aggregate_only"})


def translate_within(text: str, view: View, context: Context, run_context: RunContext) -> Translation:
    """The translation over the schema as the policy lets it be told."""
    wide = run_context.translator.translate(text, view.schema, context)
    if view.showable is view.schema or not _shows_hidden(wide, view):
        return wide
    narrow = run_context.translator.translate(text, view.showable, context)
    return narrow if _is_shorter(narrow, wide, view.schema.dialect) else wide


def _shows_hidden(translation: Translation, view: View) -> bool:
    if translation.best is None:
        return False
    errors = view.judge(view.complete(translation.best.sql)[0]).errors
    return bool(errors) and all(finding.code in _HIDDEN for finding in errors)


def _is_shorter(narrow: Translation, wide: Translation, dialect: str) -> bool:
    if narrow.best is None or wide.best is None or not set(narrow.not_understood) <= set(wide.not_understood):
        return False
    from sqlglot import exp

    short, long = (parse_to_edit(item.best.sql, dialect) for item in (narrow, wide) if item.best)
    if not isinstance(short, exp.Select) or not isinstance(long, exp.Select):
        return False
    kept, all_ = ([item.sql() for item in tree.expressions] for tree in (short, long))
    short.set("expressions", [])
    long.set("expressions", [])
    return set(kept) < set(all_) and short == long
