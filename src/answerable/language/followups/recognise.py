"""Does a question lean on the one before it? A score from what it says, and what it leaves out."""

from __future__ import annotations

from collections.abc import Collection

from answerable.language.followups.fragment import Fragment
from answerable.language.rules.sketch import Sketch

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
    sketch = fragment.sketch
    if sketch.subject is None and not sketch.outputs and not _figures(sketch):
        return True
    return fragment.begins_with_preposition and sketch.function is None and not sketch.listing


def _is_whole(fragment: Fragment, tables: Collection[str]) -> bool:
    """It says both what to do and with what, so it stands on its own."""
    sketch = fragment.sketch
    does = (
        sketch.function,
        sketch.listing,
        sketch.ranking,
        sketch.groups,
        sketch.values,
        sketch.dates,
        sketch.presences,
    )
    named = _figures(sketch) or (sketch.outputs and sketch.function)
    subject = sketch.subject is not None and not {t.table for t in sketch.subject.of("table")} & set(tables)
    asked = sketch.subject is not None and (sketch.function is not None or sketch.listing)
    hangs = fragment.begins_with_preposition and sketch.function is None and not sketch.listing
    return any(does) and bool(named or subject or asked) and not hangs


def _figures(sketch: Sketch) -> bool:
    """A figure is named: to be computed, or to rank by."""
    ranked = sketch.ranking is not None and sketch.ranking.by is not None and not sketch.ranking.sorting
    return bool(sketch.measure) or ranked
