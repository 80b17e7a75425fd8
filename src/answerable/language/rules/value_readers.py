"""Readers of what is named and of values: mentions, dates, numbers without a cue, texts, patterns."""

from __future__ import annotations

from answerable.language.linking.mentions import Mention
from answerable.language.linking.pieces import FreeText, Number
from answerable.language.question.cue_spans import Cue
from answerable.language.question.dates.date_spans import DateMention
from answerable.language.rules.comparison_readers import read_compared_amount
from answerable.language.rules.cursor import Cursor
from answerable.language.rules.sketch import ComparisonFilter, DateFilter, Presence, RawText, ValueFilter

__all__ = ["column_beside", "is_whole", "read_date", "read_match", "read_mention", "read_number", "read_text"]

_MOST_LIMIT = 10_000


def read_mention(cursor: Cursor, mention: Mention) -> Cursor:
    cursor, roles = cursor.take(mention), cursor.roles
    if roles.is_value(mention) and not (mention.of("column") and _value_follows(cursor)):
        column, cursor = column_beside(cursor, mention)
        return cursor.add(values=ValueFilter(mention, column=column))
    if roles.is_table(mention):
        return cursor.add(tables=mention)
    if roles.is_flag(mention):
        return cursor.add(presences=Presence(mention, True))
    return cursor if _is_measured(cursor, mention) else cursor.add(outputs=mention)


def _is_measured(cursor: Cursor, mention: Mention) -> bool:
    """`when was the last ticket opened`: the moment that is asked for is named once more."""
    measured = {(t.table, t.column) for moment in cursor.measure for t in moment.of("column")}
    return cursor.roles.is_date(mention) and any((t.table, t.column) in measured for t in mention.of("column"))


def _value_follows(cursor: Cursor) -> bool:
    """A word that is a column and a value alike names the column when a value follows it."""
    following = cursor.peek(Mention)
    return following is not None and cursor.roles.is_value(following)


def column_beside(cursor: Cursor, value: Mention) -> tuple[Mention | None, Cursor]:
    """A column named just before or after the value that may hold it."""
    named = cursor.output_before(value.start)
    if named and cursor.roles.holds(named, value):
        return cursor.pop_output()
    following = cursor.peek(Mention)
    if following and cursor.roles.holds(following, value) and not cursor.roles.is_table(following):
        return cursor.next(Mention)
    return None, cursor


def read_date(cursor: Cursor, date: DateMention) -> Cursor:
    hint, cursor = None, cursor.take(date)
    if cursor.outputs and cursor.roles.is_date(cursor.outputs[-1]):
        hint, cursor = cursor.pop_output()
    return cursor.add(dates=DateFilter(date, hint))


def read_number(cursor: Cursor, number: Number) -> Cursor:
    """A number without a cue: `order 1042`, `quantity 5`, `show 10 orders`, `20 or more`."""
    if after := cursor.cue_ahead("after_number"):
        return read_compared_amount(cursor.take(number).past(after), after.meaning, (number.value,), "", number.start)
    if cursor.outputs and cursor.outputs[-1].end == number.start:
        amount, cursor = cursor.pop_output()
        return cursor.take(number).add(comparisons=ComparisonFilter("eq", (number.value,), amount))
    if (cursor.peek(Mention) or cursor.cue_ahead("superlative")) and is_whole(number):
        return cursor.take(number).set(limit=int(number.value))
    return cursor


def is_whole(number: Number) -> bool:
    """Whether so many rows can be asked for."""
    return number.value == number.value.to_integral_value() and 0 < number.value <= _MOST_LIMIT


def read_text(cursor: Cursor, text: FreeText) -> Cursor:
    """Text of the asker's own after a column: `city Atlantis`, or a label of the subject when quoted."""
    if text.quoted and (holder := _column_holding(cursor, text)) is not None:
        return cursor.past(holder).take(text).add(texts=RawText(text.text, holder, match="contains"))
    column = None
    if cursor.outputs and not cursor.roles.is_amount(cursor.outputs[-1]):
        column, cursor = cursor.pop_output()
    elif not text.quoted:
        return cursor
    return cursor.take(text).add(texts=RawText(text.text, column))


def _column_holding(cursor: Cursor, text: FreeText) -> Mention | None:
    """`with "drop" in the name`: the column two words on, unless a value follows, which is then what it is for."""
    roles, column, after = cursor.roles, cursor.peek(Mention), cursor.peek(Mention, 1)
    if column is None or column.start - text.end != len(("in", "the")) or not column.of("column"):
        return None
    if roles.is_table(column) or roles.is_amount(column) or (after and roles.is_value(after)):
        return None
    return column


def read_match(cursor: Cursor, cue: Cue) -> Cursor:
    """`name contains "mug"`, `cities starting with "B"`."""
    text = cursor.peek(FreeText) or cursor.peek(Mention)
    if text is None:
        return cursor.release(cue)
    cursor = cursor.past(text)
    column = cursor.outputs[-1] if cursor.outputs else None
    if column is not None and cursor.output_before(cue.start) is column:
        _, cursor = cursor.pop_output()
    return cursor.add(texts=RawText(text.text, column, match=cue.meaning))
