"""Readers of what figures are split by: `by`, `per`, grains of time, `in each`."""

from __future__ import annotations

from dataclasses import replace

from answerable.language.linking.mentions import Mention
from answerable.language.linking.pieces import GrainWord
from answerable.language.question.cue_spans import Cue
from answerable.language.rules.cursor import Cursor
from answerable.language.rules.figure_readers import list_goes_on
from answerable.language.rules.per_group import partition_of
from answerable.language.rules.presence_readers import INDEFINITE
from answerable.language.rules.sketch import Group, Ranking, ValueFilter
from answerable.language.rules.value_readers import read_mention

__all__ = ["read_grain", "read_group", "set_partition_aside"]

_HOURS = ("hour", "minute")


def read_group(cursor: Cursor, cue: Cue) -> Cursor:
    """What follows `by` or `per`; more of it after `and`."""
    if cursor.cue_ahead("aggregate"):
        return cursor if cursor.ranking else cursor.set(ranking=Ranking(descending=True, sorting=True))
    if (after := _rate(cursor, cue)) is not None:
        return after
    if _names_a_doer(cursor, cue):
        return cursor
    cursor = cursor.flag("each")
    while distinct := cursor.cue_ahead("distinct"):
        cursor = cursor.past(distinct)
    if (term := cursor.peek(Mention)) and cursor.roles.is_term(term):
        cursor = cursor.past(term).add(values=ValueFilter(term))  # `per active customer`
    return _groups(cursor, each=cue.meaning == "each")


def _groups(cursor: Cursor, each: bool) -> Cursor:
    while True:
        if grain := cursor.peek(GrainWord):
            cursor = cursor.past(grain).add(groups=Group(grain.mention, grain.grain))
        elif (mention := cursor.peek(Mention)) and not cursor.roles.is_value(mention):
            cursor = _sorted_by_metric(cursor.past(mention), mention)
            if (ranked := _ranked_by(cursor, mention)) is not None:
                return ranked
            cursor = cursor.add(groups=Group(mention, each=each))
        else:
            return cursor
        if not list_goes_on(cursor) or _figure_ahead(cursor):
            return cursor


def _names_a_doer(cursor: Cursor, cue: Cue) -> bool:
    """`seen by a doctor` splits nothing."""
    return cursor.words_of(cue) == ("by",) and cursor.between(cue.end, cue.end + 1) in INDEFINITE


def _rate(cursor: Cursor, cue: Cue) -> Cursor | None:
    """`fee per hour of teaching`: the total of the one over the total of the other."""
    unit = next(iter(cursor.between(cue.end, cue.end + 1)), "")
    if cursor.words_of(cue) != ("per",) or unit not in _HOURS:
        return None
    amounts = [mention for mention in (*cursor.measure, *cursor.outputs) if cursor.roles.is_amount(mention)]
    timed = cursor.roles.time_for(amounts[-1], unit) if amounts else None
    cursor = cursor.use(cue.end)
    while (beside := cursor.peek(Mention)) and beside.start <= cue.end + 2 and not beside.of("value"):
        cursor = cursor.past(beside)  # `of teaching`
    if timed is None:
        return cursor.add(unplaced=f"per {unit}")
    second, operator = timed
    outputs = tuple(mention for mention in cursor.outputs if mention is not amounts[-1])
    return cursor.set(outputs=outputs, measure=(amounts[-1], second), operator=operator, function="sum")


def _figure_ahead(cursor: Cursor) -> bool:
    """`for each category, revenue …`: after the comma comes what is asked of them."""
    following, end = cursor.peek(Mention), cursor.end
    return following is not None and cursor.roles.is_amount(following) and cursor.between(end, end + 1) == (",",)


def _sorted_by_metric(cursor: Cursor, mention: Mention) -> Cursor:
    if cursor.ranking is None and cursor.roles.is_metric(mention):
        return cursor.set(ranking=Ranking(descending=True, sorting=True))
    return cursor


def _ranked_by(cursor: Cursor, mention: Mention) -> Cursor | None:
    """`top 5 products by revenue`: the amount after `by` is what they are ranked by."""
    if cursor.ranking is None or cursor.ranking.by or not cursor.roles.is_amount(mention):
        return None
    return cursor.set(ranking=replace(cursor.ranking, by=mention))


def read_grain(cursor: Cursor, grain: GrainWord) -> Cursor:
    """`monthly revenue`, `which month …`; elsewhere the word may name a column, or nothing."""
    before = cursor.pieces[cursor.position - 2] if cursor.position > 1 else None
    if grain.always or (isinstance(before, Cue) and before.kind in ("list", "distinct")):
        return cursor.take(grain).add(groups=Group(grain.mention, grain.grain))
    return cursor if grain.mention is None else read_mention(cursor, grain.mention)


def set_partition_aside(cursor: Cursor) -> Cursor:
    """`the best product in each category`: the category is not what is ranked, so no reader meets it."""
    partition = None if cursor.words[:1] == ("when",) else partition_of(cursor.pieces, cursor.roles, cursor.words)
    if partition is None:
        return cursor
    start, end = partition.start, partition.end
    pieces = (*cursor.pieces[:start], *cursor.pieces[end:])
    return cursor.take(*cursor.pieces[start:end]).set(partition=partition.group, pieces=pieces)
