"""Does a question lean on the one before it? A score from what it says, and what it leaves out."""

from __future__ import annotations

from collections.abc import Collection

from answerable.language.followups.fragment import Fragment
from answerable.language.sketch import Sketch

__all__ = ["LEANS", "leaning"]

LEANS = 0.5
_OPENING, _POINTING, _ELLIPTIC, _WHOLE = 0.5, 1.0, 0.5, -0.5
_OPENINGS = ("parallel", "narrowing", "continuing", "removing", "splitting", "sorting")
_POINTERS = ("referring", "adding", "replacing", "same", "naming", "reversing", "reason", "unlimited", "sharing")


def leaning(fragment: Fragment, tables: Collection[str]) -> float:
    """At least `LEANS` for a follow-up. `tables` are those of the earlier query: to name one of them proves nothing."""
    score = _OPENING * len({mark.kind for mark in fragment.openings if mark.kind in _OPENINGS})
    score += _OPENING if _points_outside(fragment) else 0.0
    score += _POINTING if fragment.has(*_POINTERS) else 0.0
    score += _ELLIPTIC if _is_elliptic(fragment) else 0.0
    return score + (_WHOLE if _is_whole(fragment, tables) else 0.0)


def _points_outside(fragment: Fragment) -> bool:
    """`customers that ordered` points at its own customers, `how many did they order` at those of before."""
    return fragment.has("pronoun") and (fragment.sketch.subject is None or fragment.has("parallel"))


def _is_elliptic(fragment: Fragment) -> bool:
    """Nothing is named that could be counted, added up or listed; or all of it hangs on a preposition."""
    drawn = fragment.sketch
    if drawn.subject is None and not drawn.outputs and not _figures(drawn):
        return True
    return fragment.begins_with_preposition and drawn.function is None and not drawn.listing


def _is_whole(fragment: Fragment, tables: Collection[str]) -> bool:
    """It says both what to do and with what, so it stands on its own."""
    drawn = fragment.sketch
    does = (drawn.function, drawn.listing, drawn.ranking, drawn.groups, drawn.values, drawn.dates, drawn.presences)
    named = _figures(drawn) or (drawn.outputs and drawn.function)
    subject = drawn.subject is not None and not {t.table for t in drawn.subject.of("table")} & set(tables)
    asked = drawn.subject is not None and (drawn.function is not None or drawn.listing)
    hangs = fragment.begins_with_preposition and drawn.function is None and not drawn.listing
    return any(does) and bool(named or subject or asked) and not hangs


def _figures(drawn: Sketch) -> bool:
    """A figure is named: to be computed, or to rank by."""
    ranked = drawn.ranking is not None and drawn.ranking.by is not None and not drawn.ranking.sorting
    return bool(drawn.measure) or ranked
