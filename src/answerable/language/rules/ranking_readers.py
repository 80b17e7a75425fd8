"""Readers of rankings: superlatives, ranks, orders."""

from __future__ import annotations

from dataclasses import replace

from answerable.language.linking.mentions import Mention
from answerable.language.linking.pieces import Number
from answerable.language.question.cue_spans import Cue
from answerable.language.rules.comparison_readers import is_spending
from answerable.language.rules.cursor import Cursor
from answerable.language.rules.figure_readers import amount_ahead
from answerable.language.rules.sketch import Group, Ranking
from answerable.language.rules.value_readers import is_whole

__all__ = ["read_nth", "read_order", "read_rank", "read_superlative"]


def read_rank(cursor: Cursor, cue: Cue) -> Cursor:
    return cursor.flag("rank").set(ranking=Ranking(descending=True, sorting=True))


def read_nth(cursor: Cursor, cue: Cue) -> Cursor:
    """`second highest`; elsewhere the word is not understood."""
    return cursor.set(skip=int(cue.meaning) - 1) if cursor.cue_ahead("superlative") else cursor.release(cue)


def read_superlative(cursor: Cursor, cue: Cue) -> Cursor:
    if (after := _last_time(cursor, cue)) is not None:
        return after
    function, moment = "max" if cue.meaning == "desc" else "min", cursor.peek(Mention)
    if cue.hint == "date" and moment and moment.best.kind == "column" and cursor.roles.is_date(moment):
        return cursor.past(moment).set(function=function, measure=(moment,))
    count, cursor = _count(cursor)
    by, cursor = _superlative_object(cursor, cue)
    if by is None and cursor.outputs and is_spending(cursor.outputs[-1]):
        by, cursor = cursor.pop_output()  # `who spent the most`
    for_each = cursor.groups and "each" in cursor.flags and not cursor.function and not count
    if by and for_each and cursor.roles.is_amount(by):
        return cursor.set(function=function, measure=(by,))
    return cursor.set(ranking=Ranking(cue.meaning == "desc", count, cue.hint, by, skip=cursor.skip))


def _last_time(cursor: Cursor, cue: Cue) -> Cursor | None:
    """`When was each patient last seen?`: the latest date of each one's events."""
    event = cursor.peek(Mention)
    asks_when = cue.hint == "date" and cursor.words[:1] == ("when",)
    moment = cursor.roles.moment(event) if event and asks_when else None
    if event is None or moment is None:
        return None
    cursor = cursor.past(event).set(function="max" if cue.meaning == "desc" else "min", measure=(moment,))
    if cursor.tables and not cursor.groups:
        return cursor.add(groups=Group(cursor.tables[-1])).set(tables=cursor.tables[:-1])
    return cursor


def _count(cursor: Cursor) -> tuple[int | None, Cursor]:
    """How many are asked for: after the superlative, before it, or with an earlier one."""
    number, cursor = cursor.next(Number)
    earlier = cursor.ranking.limit if cursor.ranking else None
    count = int(number.value) if number and is_whole(number) else cursor.limit or earlier
    return count, cursor.set(limit=None)


def _superlative_object(cursor: Cursor, cue: Cue) -> tuple[Mention | None, Cursor]:
    """`highest revenue` and `most orders` rank by it; `top products` and `most expensive product` do not."""
    mention, roles = cursor.peek(Mention), cursor.roles
    if mention is None or cue.hint or roles.is_value(mention):
        return None, cursor
    following = cursor.peek(Mention, 1)
    if following and roles.owns(mention, following) and not roles.is_amount(mention):
        return amount_ahead(cursor)  # `most teaching minutes`
    named_before = bool(cursor.tables or cursor.outputs or cursor.groups)
    if roles.is_amount(mention) and not (roles.is_table(mention) and not named_before):
        return amount_ahead(cursor)
    ranks_by_rows = roles.is_table(mention) and named_before and cue.end - cue.start <= 2
    return cursor.next(Mention) if ranks_by_rows else (None, cursor)


def read_order(cursor: Cursor, cue: Cue) -> Cursor:
    if cue.meaning == "by":
        order, cursor = cursor.next(Mention)
        cursor = cursor.set(order=order)
    descending = cue.meaning == "desc"
    if cursor.ranking is None:
        return cursor.set(ranking=Ranking(descending, by=cursor.order, sorting=True))
    if cue.meaning != "by":
        return cursor.set(ranking=replace(cursor.ranking, descending=descending))
    return cursor
