"""Readers of figures: aggregates, what they are of, and arithmetic between columns."""

from __future__ import annotations

from dataclasses import replace

from answerable.language.linking.mentions import Mention
from answerable.language.linking.pieces import Number
from answerable.language.question.cue_spans import Cue
from answerable.language.question.dates.date_spans import DateMention
from answerable.language.rules.comparison_readers import compare_with_each
from answerable.language.rules.cursor import Cursor
from answerable.language.rules.sketch import ComparisonFilter, Group
from answerable.naming.word_files import word_file

__all__ = [
    "amount_ahead",
    "list_goes_on",
    "read_aggregate",
    "read_difference",
    "read_product",
    "read_ratio",
    "read_together",
]

_WORDS = word_file("answerable.language.rules")
_MORE = _WORDS.pairs("more_or_less")
_OWN_WORDS = _WORDS.words("own_names")


def read_aggregate(cursor: Cursor, cue: Cue) -> Cursor:
    for read in (_compare_groups, _compared_altogether, _than_average):
        if (after := read(cursor, cue)) is not None:
            return after
    if cursor.function == "avg" and cue.meaning in ("count", "sum") and not cursor.measure:
        cursor = cursor.flag("nested")
    ranking = cursor.ranking
    if ranking and cursor.function is None and not ranking.by:
        mention, cursor = amount_ahead(cursor)
        return cursor.set(ranking=replace(ranking, by=mention, function=cue.meaning))
    further = cursor.peek(Mention)
    if (
        cursor.function
        and cursor.measure
        and cue.meaning != cursor.function
        and further
        and not cursor.roles.is_value(further)
    ):
        return cursor.past(further).add(more=(cue.meaning, further))
    return _first_or_next_function(cursor, cue)


def _first_or_next_function(cursor: Cursor, cue: Cue) -> Cursor:
    if cue.hint == "beside" and cursor.function is None:
        cursor = _group_what_was_named(cursor)
    if cursor.function == cue.meaning and (second := cursor.peek(Mention)):
        return cursor.past(second).add(unplaced=second.text)
    nested = "nested" in cursor.flags
    if cursor.function and not nested and not cursor.measure and cue.meaning not in cursor.functions:
        cursor = cursor.add(functions=cue.meaning)
    if cursor.function is None or nested:
        cursor = cursor.set(function=cue.meaning)
    first = cursor.peek(Mention)
    return _measured(cursor, first, cue.meaning) if first else cursor


def _compare_groups(cursor: Cursor, cue: Cue) -> Cursor | None:
    """`countries with a total revenue over 100`."""
    amount, compare, number = cursor.peek(Mention), cursor.cue_ahead("compare", ahead=1), cursor.peek(Number, 2)
    if not (amount and compare and number) or cursor.function or not (cursor.tables or cursor.outputs):
        return None
    second, cursor = None, cursor.past(amount, compare, number)
    if compare.meaning == "between":
        second, cursor = cursor.next(Number)
    op = "ge" if compare.meaning == "between" and second is None else compare.meaning
    values = tuple(sorted(one.value for one in (number, second) if one))
    return cursor.add(comparisons=ComparisonFilter(op, values, amount, function=cue.meaning))


def _compared_altogether(cursor: Cursor, cue: Cue) -> Cursor | None:
    """`more than 60 in fees altogether`: what was compared is a total."""
    last = cursor.comparisons[-1] if cursor.comparisons else None
    if cue.meaning != "sum" or last is None or last.mention is None or last.function or cursor.peek(Mention):
        return None
    if not cursor.roles.is_amount(last.mention):
        return None
    return cursor.set(comparisons=(*cursor.comparisons[:-1], replace(last, function="sum", pooled=False)))


def _than_average(cursor: Cursor, cue: Cue) -> Cursor | None:
    """`who treat more patients than the average doctor`."""
    than = cue.start - 1 - (cursor.between(cue.start - 1, cue.start) == ("the",))
    ops = [(position, _MORE[word]) for position, word in enumerate(cursor.words[: max(than, 0)]) if word in _MORE]
    if cue.meaning != "avg" or cursor.between(than, than + 1) != ("than",) or not ops or than < 1:
        return None
    position, op = ops[-1]
    after = compare_with_each(cursor, replace(cue, kind="compare", meaning=op))
    return cursor.add(unplaced="than") if after is None else after.use(position, than)


def _group_what_was_named(cursor: Cursor) -> Cursor:
    """`countries and the number of customers`: a figure for each of what stands before it."""
    named = [mention for mention in cursor.outputs if mention.text.casefold() not in _OWN_WORDS]
    groups = [Group(mention) for mention in named or cursor.tables[:1]]
    return cursor.set(groups=(*cursor.groups, *groups), outputs=())


def amount_ahead(cursor: Cursor) -> tuple[Mention | None, Cursor]:
    """The next mention; a table right before an amount (`average order revenue`) only says whose."""
    first, cursor = cursor.next(Mention)
    second = cursor.peek(Mention)
    if first and second and cursor.roles.owns(first, second):
        return second, cursor.add(tables=first).past(second)
    return first, cursor


def _measured(cursor: Cursor, first: Mention, function: str) -> Cursor:
    roles = cursor.roles
    if roles.is_value(first) or roles.is_flag(first):
        return cursor
    mention, cursor = amount_ahead(cursor)
    assert mention is not None
    is_counted = function in ("count", "count_distinct")
    if roles.is_table(mention) and (is_counted or not roles.is_amount(mention)):
        return cursor.add(tables=mention)
    cursor = _further_measures(cursor.add(measure=mention))
    if "nested" in cursor.flags and roles.is_amount(mention):
        # `average number of votes`, where votes is a column of numbers
        return cursor.set(flags=cursor.flags - {"nested"}, function="avg")
    return cursor


def _further_measures(cursor: Cursor) -> Cursor:
    """`average price and quantity`; the mention before a comparison belongs to that."""
    while (
        (more := cursor.peek(Mention))
        and list_goes_on(cursor)
        and cursor.roles.is_amount(more)
        and cursor.cue_ahead("compare", "product", ahead=1) is None
    ):
        cursor = cursor.past(more).add(also=more)
    return cursor


def list_goes_on(cursor: Cursor) -> bool:
    """Whether the next piece follows closely enough to belong to the same list."""
    if cursor.position >= len(cursor.pieces):
        return False
    following = cursor.pieces[cursor.position]
    return following.start - cursor.end == 1 and not isinstance(following, DateMention)


def read_product(cursor: Cursor, cue: Cue) -> Cursor:
    """`quantity times unit price`."""
    if aggregate := cursor.cue_ahead("aggregate"):
        cursor = cursor.past(aggregate)
    second, is_amount = cursor.peek(Mention), cursor.roles.is_amount
    first = (cursor.measure or cursor.outputs or (None,))[-1]
    if second is None or first is None or not is_amount(first) or not is_amount(second):
        return cursor.release(cue)
    if not cursor.measure:
        _, cursor = cursor.pop_output()
    return cursor.past(second).set(measure=(first, second), operator=cue.meaning)


def read_together(cursor: Cursor, cue: Cue) -> Cursor:
    """`salaries and bonuses together`."""
    pool = (*cursor.measure, *cursor.also) or cursor.outputs
    if cursor.between(cue.end, cue.end + 1) == ("with",):
        return cursor
    if len(pool) != 2 or not all(map(cursor.roles.is_amount, pool)):
        return cursor.add(unplaced="together")
    return cursor.set(measure=pool, operator="plus", function=cursor.function or "sum", also=(), outputs=())


def read_difference(cursor: Cursor, cue: Cue) -> Cursor:
    """`difference between the highest and the lowest price`, `difference between amount and tax`."""
    first, second, amount = cursor.peek(Cue), cursor.peek(Cue, 1), cursor.peek(Mention, 2)
    if first and second and amount and {_extreme(first), _extreme(second)} == {"max", "min"}:
        return cursor.past(first, second, amount).set(function="range", measure=(amount,))
    return _two_amounts(cursor, "minus") or cursor.release(cue)


def read_ratio(cursor: Cursor, cue: Cue) -> Cursor:
    """`ratio of bonus to salary`, `ratio of cancelled orders to delivered orders`."""
    after = _two_amounts(cursor, "over")
    return after or cursor.flag("ratio").set(function=cursor.function or "count")


def _two_amounts(cursor: Cursor, operator: str) -> Cursor | None:
    first, second = cursor.peek(Mention), cursor.peek(Mention, 1)
    if not (first and second and cursor.roles.is_amount(first) and cursor.roles.is_amount(second)):
        return None
    return cursor.past(first, second).set(measure=(first, second), operator=operator)


def _extreme(cue: Cue) -> str:
    """max or min, as an aggregate or a superlative says it; empty for other cues."""
    if cue.kind not in ("aggregate", "superlative"):
        return ""
    return {"desc": "max", "asc": "min"}.get(cue.meaning, cue.meaning)
