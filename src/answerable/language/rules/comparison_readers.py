"""Readers of comparisons: with a number, with an average, with another row."""

from __future__ import annotations

from decimal import Decimal

from answerable.language.linking.mentions import Mention
from answerable.language.linking.pieces import Number
from answerable.language.question.cue_spans import Cue
from answerable.language.question.word_lists import spending_words
from answerable.language.rules.cursor import Cursor
from answerable.language.rules.sketch import ComparisonFilter
from answerable.naming.word_files import word_file

__all__ = ["compare_with_each", "is_spending", "read_alike", "read_compared_amount", "read_comparison", "unequal"]

_ORDERED = ("gt", "ge", "lt", "le")
_WORDS = word_file("answerable.language.rules")
_OWN = _WORDS.word_set("own")
_UNIT_OF_A_NUMBER = _WORDS.phrases("unit_of_a_number")


def unequal(cursor: Cursor, cue: Cue) -> bool:
    """`is not cancelled`: a comparison with no number, which is a negation."""
    return cue.meaning == "ne" and cursor.peek(Number) is None


def read_comparison(cursor: Cursor, cue: Cue) -> Cursor:
    first = cursor.peek(Number)
    if first is None:
        return _compare_without_number(cursor, cue)
    values, cursor = [first.value], cursor.past(first)
    if cue.meaning == "between" and (second := cursor.peek(Number)):
        values, cursor = [*values, second.value], cursor.past(second)
    op = "ge" if cue.meaning == "between" and len(values) == 1 else cue.meaning
    return read_compared_amount(cursor, op, tuple(sorted(values)), cue.hint, cue.start)


def _compare_without_number(cursor: Cursor, cue: Cue) -> Cursor:
    if cue.meaning in _ORDERED:
        group, cursor = _own_group(cursor)
        if (after := _compare_with_others(cursor, cue, group)) is not None:
            return after
    return cursor if cue.meaning == "eq" else cursor.release(cue)


def _compare_with_others(cursor: Cursor, cue: Cue, group: Mention | None) -> Cursor | None:
    """`above average`, `more than the average salary`, `more than their manager`, `before their manager`."""
    whole, other = cursor.cue_ahead("aggregate"), cursor.peek(Mention)
    if whole and whole.meaning in ("avg", "max", "min"):
        return _compare_with_whole(cursor.past(whole), cue, whole.meaning, group)
    if other and cursor.roles.is_role(other):
        named, cursor = _compared_before(cursor.past(other), cue.hint)
        return cursor.add(comparisons=ComparisonFilter(cue.meaning, (), named, cue.hint, other=other))
    return None


def _compare_with_whole(cursor: Cursor, cue: Cue, whole: str, group: Mention | None) -> Cursor:
    if whole == "avg" and (after := compare_with_each(cursor, cue)) is not None:
        return after
    following = cursor.peek(Mention)
    named, cursor = _compared_before(cursor)
    if following and cursor.roles.is_amount(following):
        named, cursor = following, cursor.past(following)
    if group is None:
        group, cursor = _own_group(cursor)
    return cursor.add(comparisons=ComparisonFilter(cue.meaning, (), named, cue.hint, whole=whole, within=group))


def compare_with_each(cursor: Cursor, cue: Cue) -> Cursor | None:
    """`customers who spend more than the average customer`: each one's total with the average of all totals."""
    each, tables = cursor.peek(Mention), cursor.tables
    if not (each and tables and cursor.roles.is_table(each) and each.best == tables[0].best):
        return None
    counted = tables[-1] if len(tables) > 1 else None
    named, cursor = _compared_before(cursor.set(tables=tables[:-1] if counted else tables))
    comparison = ComparisonFilter(cue.meaning, (), named or counted, whole="avg", each=each)
    return cursor.add(comparisons=comparison).past(each)


def _own_group(cursor: Cursor) -> tuple[Mention | None, Cursor]:
    """`… of their own office`, `their department's …`: those like the row itself."""
    group, start, roles = cursor.peek(Mention), cursor.end, cursor.roles
    words = cursor.between(start, group.start) if group else ()
    if group is None or not _OWN.intersection(words) or roles.is_value(group) or roles.is_role(group):
        return None, cursor
    return group, cursor.use(*range(start, group.start)).past(group)


def read_alike(cursor: Cursor, cue: Cue) -> Cursor:
    """`a manager in a different office`, `origin and destination in the same country`."""
    shared, after = cursor.peek(Mention), cursor.peek(Mention, 1)
    named = [*cursor.tables, *(presence.mention for presence in cursor.presences if presence.present)]
    roles = [mention for mention in (*named, *([after] if after else [])) if cursor.roles.is_role(mention)][:2]
    if shared is None or not roles or cursor.roles.is_value(shared):
        return cursor.add(unplaced=" ".join(cursor.words_of(cue)))
    cursor = cursor.past(shared, after) if after and after in roles else cursor.past(shared)
    presences = tuple(presence for presence in cursor.presences if presence.mention not in roles)
    each = roles[0] if len(roles) == 2 else None
    comparison = ComparisonFilter(cue.meaning, (), shared, other=roles[-1], each=each)
    return cursor.set(presences=presences).add(comparisons=comparison)


def _compared_before(cursor: Cursor, hint: str = "") -> tuple[Mention | None, Cursor]:
    """The amount (or moment) named last, if any was."""
    fits = cursor.roles.is_date if hint == "date" else cursor.roles.is_amount
    return cursor.pop_output() if cursor.outputs and fits(cursor.outputs[-1]) else (None, cursor)


def read_compared_amount(cursor: Cursor, op: str, values: tuple[Decimal, ...], hint: str, start: int) -> Cursor:
    """The amount named just before the comparison, else the amount or table named just after the number."""
    before = cursor.outputs[-1] if cursor.outputs and cursor.roles.is_amount(cursor.outputs[-1]) else None
    following = cursor.peek(Mention)
    if following and _is_unit(cursor, following):
        if before and before.start + 1 == start and not before.of("table"):
            _, cursor = cursor.pop_output()  # `paid more than 60 in fees`
        return cursor.past(following).add(comparisons=ComparisonFilter(op, values, following, pooled=True))
    if hint:
        return cursor.add(comparisons=ComparisonFilter(op, values, None, hint))
    if before and start - before.end <= 1:
        _, cursor = cursor.pop_output()
        return cursor.add(comparisons=ComparisonFilter(op, values, before, pooled=is_spending(before)))
    near = following is not None and following.start - cursor.end <= 1
    if following and near and (cursor.roles.is_amount(following) or cursor.roles.is_table(following)):
        return cursor.past(following).add(comparisons=ComparisonFilter(op, values, following))
    if before:
        _, cursor = cursor.pop_output()
    return cursor.add(comparisons=ComparisonFilter(op, values, before))


def _is_unit(cursor: Cursor, amount: Mention) -> bool:
    """`60 in fees`, `100 euros worth of expenses`: an amount that is the number's unit."""
    between = cursor.between(cursor.end, amount.start)
    return between in _UNIT_OF_A_NUMBER and (cursor.roles.is_amount(amount) or cursor.roles.is_money(amount))


def is_spending(mention: Mention) -> bool:
    """`spent`: a verb for many payments, of which the total is compared."""
    return mention.text.casefold() in spending_words().verbs
