"""A question is read over every name there is, so that asking for something hidden can be refused; nothing that is told
about the reading names what is hidden.

- "Show employees" brings along every column of the table; when the policy hides some, the question is read again as if
  they were not there. That reading is taken only if it is the same query with a shorter SELECT list, and understands
  every word the first one did: whoever asks for a hidden column by name is refused, not given something else.
- What is asked back or declined, and a query that is refused although the question does not spell what it may not
  read, come from a reading over the visible names alone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from answerable.language.ask_back import coded_question
from answerable.language.decision import decide
from answerable.sql.parse import parse_to_edit

if TYPE_CHECKING:
    from answerable.agent.context.schema_views import View
    from answerable.guard import Finding
    from answerable.language import Context, Translation, Translator

__all__ = ["translate_within"]

_HIDDEN = frozenset({"column_not_allowed", "aggregate_only"})


def translate_within(text: str, view: View, context: Context, translator: Translator, threshold: float) -> Translation:
    """The translation over the schema as the policy lets it be told. `threshold` is the least confidence that is
    answered with."""
    wide = translator.translate(text, view.schema, context)
    if view.showable is not view.schema and _shows_hidden(wide, view):
        narrow = translator.translate(text, view.showable, context)
        if _is_shorter(narrow, wide, view.schema.dialect):
            return narrow
    if not view.hidden_names or _may_be_told(wide, text, view, threshold):
        return wide
    return _told(translator.translate(text, view.tellable, context), wide, view, context.lang)


def _shows_hidden(translation: Translation, view: View) -> bool:
    errors = _errors(translation, view)
    return bool(errors) and all(finding.code in _HIDDEN for finding in errors)


def _errors(translation: Translation, view: View) -> tuple[Finding, ...]:
    """What the guard has against the first candidate."""
    if translation.best is None:
        return ()
    return view.judge(view.complete(translation.best.sql)[0]).errors


def _may_be_told(wide: Translation, text: str, view: View, threshold: float) -> bool:
    """An answer may, and a refusal of what the question itself names."""
    if wide.best is None or wide.is_refused or decide(wide, threshold) != "answer":
        return False
    told = [*map(str, wide.understood), *map(str, wide.assumptions)]
    if errors := _errors(wide, view):
        told += [wide.best.sql, *(f"{one.message} {one.hint}" for one in errors)]
    names = view.hidden_names
    return names.are_spelled(names.named_in(" ".join(told)), text)


def _told(narrow: Translation, wide: Translation, view: View, lang: str) -> Translation:
    """An answer only where all that was understood still is; else what it might mean is asked."""
    if narrow.best is None or narrow.clarification is not None or narrow.decline is not None:
        return narrow
    if set(narrow.not_understood) <= set(wide.not_understood):
        return narrow
    return replace(narrow, clarification=coded_question(narrow, view.tellable, lang))


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
