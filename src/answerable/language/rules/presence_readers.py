"""Readers of what is there and what is not: `with`, `without`, `never`, `not`."""

from __future__ import annotations

from answerable.language.linking.mentions import Mention
from answerable.language.linking.pieces import FreeText, Number
from answerable.language.question.cue_spans import Cue
from answerable.language.question.dates.date_spans import DateMention
from answerable.language.rules.cursor import Cursor
from answerable.language.rules.sketch import DateFilter, Presence, RawText, ValueFilter
from answerable.language.rules.value_readers import column_beside
from answerable.naming.word_files import word_file

__all__ = ["INDEFINITE", "read_negation", "read_presence"]

INDEFINITE = word_file("answerable.language.rules").phrases("indefinite")
"""Articles after which `by` names a doer and splits nothing."""


def read_negation(cursor: Cursor, cue: Cue) -> Cursor:
    """`not cancelled`, `without a discount`, `never shipped`, `customers without orders`."""
    if text := cursor.peek(FreeText):
        return _negated_text(cursor.past(text), text)
    after = _negated_date(cursor) or _left_out(cursor)
    return after if after is not None else _negated_mention(cursor, cue)


def _negated_text(cursor: Cursor, text: FreeText) -> Cursor:
    column = None
    if cursor.outputs:
        column, cursor = cursor.pop_output()
    return cursor.add(texts=RawText(text.text, column, negated=True))


def _negated_mention(cursor: Cursor, cue: Cue) -> Cursor:
    mention, cursor = (_pass_by(cursor) or cursor).next(Mention)
    if mention is None:
        return cursor.release(cue)
    if (behind := _pass_by(cursor)) and (doer := behind.peek(Mention)):
        mention, cursor = doer, behind.past(doer)  # `never reviewed by Ann`
    if cursor.roles.is_value(mention):
        column, cursor = column_beside(cursor, mention)
        return cursor.add(values=ValueFilter(mention, True, column))
    if (value := cursor.peek(Mention)) and cursor.roles.is_value(value) and cursor.roles.holds(mention, value):
        return cursor.past(value).add(values=ValueFilter(value, True, mention))
    return cursor.add(presences=Presence(mention, False))


def _pass_by(cursor: Cursor) -> Cursor | None:
    """Behind the `by` of `never used by any product`, which splits nothing; a value or `a …` says so."""
    by, doer = cursor.cue_ahead("group"), cursor.peek(Mention, 1)
    if by is None or doer is None or cursor.words_of(by) != ("by",):
        return None
    indefinite = cursor.between(by.end, by.end + 1) in INDEFINITE
    return cursor.past(by) if indefinite or cursor.roles.is_value(doer) else None


def _negated_date(cursor: Cursor) -> Cursor | None:
    """`ordered in 2024 but not in 2025`, `but did not order in 2025`."""
    date = cursor.peek(DateMention) or cursor.peek(DateMention, 1)
    if date is None or not cursor.dates:
        return None
    event, cursor = cursor.next(Mention)
    hint = cursor.dates[-1].hint
    known = [*(table.best.table for table in cursor.tables), *([hint.best.table] if hint else [])]
    if event is not None and event.best.table not in known:
        cursor = cursor.add(unplaced=event.text)
    behind = cursor.set(position=cursor.pieces.index(date) + 1).take(date)
    return behind.add(dates=DateFilter(date, negated=True))


def _left_out(cursor: Cursor) -> Cursor | None:
    """`leaving out people who have left`: those to whom it has happened."""
    whose, have, happened = cursor.peek(Mention), cursor.cue_ahead("present", ahead=1), cursor.peek(Mention, 2)
    if not (whose and have and happened and cursor.roles.is_table(whose) and cursor.roles.tells_when(happened)):
        return None
    return cursor.past(whose, have, happened).add(presences=Presence(happened, False))


def read_presence(cursor: Cursor, cue: Cue) -> Cursor:
    """`with a discount`, `were deleted`; but `with a price over 5` is a comparison."""
    mention, roles = cursor.peek(Mention), cursor.roles
    if cue.meaning == "been" and not (mention and roles.tells_when(mention)):
        return cursor.release(cue)
    if cue.meaning == "been" and mention and (role := _role_before(cursor, cue)):
        return cursor.past(mention).add(presences=Presence(roles.of(role, mention), True))
    following = cursor.peek(Cue, 1)
    is_compared = following is not None and following.kind in ("compare", "superlative")
    if mention and not is_compared and not roles.is_value(mention) and not cursor.peek(Number, 1):
        return cursor.past(mention).add(presences=Presence(mention, True))
    return cursor


def _role_before(cursor: Cursor, cue: Cue) -> Mention | None:
    """`agents whose mentor has left`: it happened to the one named last."""
    last = cursor.tables[-1] if cursor.tables else None
    return last if last and last.end == cue.start and cursor.roles.is_role(last) else None
