"""Readers of filters: values, texts, numbers, comparisons, what is there and what is not."""

from __future__ import annotations

from decimal import Decimal

from answerable.language.cues import Cue
from answerable.language.dates import DateMention
from answerable.language.link import Mention
from answerable.language.pieces import Number, Text
from answerable.language.sketch import Comparison, DateFilter, Presence, RawText, ValueFilter
from answerable.language.walk import Walk

__all__ = ["FilterReader"]

_MOST_LIMIT = 10_000
_ORDERED = ("gt", "ge", "lt", "le")


class FilterReader(Walk):
    """Each reader takes its piece and those that belong to it."""

    def _mention(self, mention: Mention) -> None:
        self._take(mention)
        if self._roles.is_value(mention) and not (mention.of("column") and self._named_value(mention)):
            self._values.append(ValueFilter(mention, column=self._column_beside(mention)))
        elif self._roles.is_table(mention):
            self._tables.append(mention)
        elif self._roles.is_flag(mention):
            self._presences.append(Presence(mention, True))
        else:
            self._outputs.append(mention)

    def _named_value(self, mention: Mention) -> bool:
        """A word that is a column and a value alike names the column when a value follows it."""
        following = self._peek(Mention)
        return following is not None and self._roles.is_value(following)

    def _column_beside(self, value: Mention) -> Mention | None:
        """A column named just before or after the value that may hold it."""
        named = self._named_before(value.start)
        if named and self._roles.holds(named, value):
            return self._outputs.pop()
        following = self._peek(Mention)
        if following and self._roles.holds(following, value) and not self._roles.is_table(following):
            return self._next(Mention)
        return None

    def _date(self, date: DateMention) -> None:
        self._take(date)
        hint = self._outputs.pop() if self._outputs and self._roles.is_date(self._outputs[-1]) else None
        self._dates.append(DateFilter(date, hint))

    def _number(self, number: Number) -> None:
        """A number without a cue: `order 1042`, `quantity 5`, `show 10 orders`, `20 or more`."""
        if after := self._cue_ahead("after_number"):
            self._take(number)
            self._take(after)
            self._at += 1
            self._comparisons.append(self._compared(after.meaning, (number.value,), "", number.start))
        elif (before := self._amount_before(number)) is not None:
            self._take(number)
            self._comparisons.append(Comparison("eq", (number.value,), before))
        elif (self._peek(Mention) or self._cue_ahead("superlative")) and self._whole(number):
            self._take(number)
            self._limit = int(number.value)

    def _whole(self, number: Number) -> bool:
        return number.value == number.value.to_integral_value() and 0 < number.value <= _MOST_LIMIT

    def _amount_before(self, number: Number) -> Mention | None:
        if self._outputs and self._outputs[-1].end == number.start:
            return self._outputs.pop()
        return None

    def _text(self, text: Text) -> None:
        """Text of the asker's own after a column: `city Atlantis`, or a label of the subject when quoted."""
        if text.quoted and (holder := self._column_holding(text)) is not None:
            self._take(text)
            self._texts.append(RawText(text.text, holder, match="contains"))
            return
        column = self._outputs[-1] if self._outputs and not self._roles.is_amount(self._outputs[-1]) else None
        if column is not None:
            self._outputs.pop()
        elif not text.quoted:
            return
        self._take(text)
        self._texts.append(RawText(text.text, column))

    def _column_holding(self, text: Text) -> Mention | None:
        """`with "drop" in the name`: the column two words on, unless a value follows, which is then what it is for."""
        column, after = self._peek(Mention), self._peek(Mention, 1)
        if column is None or column.start - text.end != len(("in", "the")) or not column.of("column"):
            return None
        if self._roles.is_table(column) or self._roles.is_amount(column) or (after and self._roles.is_value(after)):
            return None
        return self._next(Mention)

    def _compare(self, cue: Cue) -> None:
        first = self._peek(Number)
        if first is None:
            if cue.meaning in _ORDERED and self._compare_with_others(cue):
                return
            if cue.meaning not in ("eq", "ne"):
                self._used.difference_update(range(cue.start, cue.end))
            elif cue.meaning == "ne":
                self._negate(cue)
            return
        self._next(Number)
        values = [first.value]
        if cue.meaning == "between" and (second := self._next(Number)):
            values.append(second.value)
        op = "ge" if cue.meaning == "between" and len(values) == 1 else cue.meaning
        self._comparisons.append(self._compared(op, tuple(sorted(values)), cue.hint, cue.start))

    def _compare_with_others(self, cue: Cue) -> bool:
        """`above average`, `more than the average salary`, `more than their manager`, `before their manager`."""
        whole, other = self._cue_ahead("aggregate"), self._peek(Mention)
        if whole and whole.meaning in ("avg", "max", "min"):
            self._take(whole)
            self._at += 1
            following = self._peek(Mention)
            before = self._compared_before()
            named = self._next(Mention) if following and self._roles.is_amount(following) else before
            self._comparisons.append(Comparison(cue.meaning, (), named, cue.hint, whole=whole.meaning))
            return True
        if other and self._roles.is_role(other):
            self._next(Mention)
            self._comparisons.append(
                Comparison(cue.meaning, (), self._compared_before(cue.hint), cue.hint, other=other)
            )
            return True
        return False

    def _compared_before(self, hint: str = "") -> Mention | None:
        """The amount (or moment) named last, if any was."""
        fits = self._roles.is_date if hint == "date" else self._roles.is_amount
        return self._outputs.pop() if self._outputs and fits(self._outputs[-1]) else None

    def _compared(self, op: str, values: tuple[Decimal, ...], hint: str, start: int) -> Comparison:
        """The amount named just before the comparison, else the amount or table named just after the number."""
        if hint:
            return Comparison(op, values, None, hint)
        before = self._outputs[-1] if self._outputs and self._roles.is_amount(self._outputs[-1]) else None
        if before and start - before.end <= 1:
            return Comparison(op, values, self._outputs.pop())
        following = self._peek(Mention)
        near = following is not None and following.start - self._pieces[self._at - 1].end <= 1
        if following and near and (self._roles.is_amount(following) or self._roles.is_table(following)):
            return Comparison(op, values, self._next(Mention))
        return Comparison(op, values, self._outputs.pop() if before else None)

    def _negate(self, cue: Cue) -> None:
        """`not cancelled`, `without a discount`, `never shipped`, `customers without orders`."""
        if text := self._next(Text):
            self._texts.append(RawText(text.text, self._outputs.pop() if self._outputs else None, negated=True))
            return
        mention = self._next(Mention)
        if mention is None:
            self._stray(cue)
        elif self._roles.is_value(mention):
            self._values.append(ValueFilter(mention, True, self._column_beside(mention)))
        elif (value := self._peek(Mention)) and self._roles.is_value(value) and self._roles.holds(mention, value):
            self._next(Mention)
            self._values.append(ValueFilter(value, True, mention))
        else:
            self._presences.append(Presence(mention, False))

    def _present(self, cue: Cue) -> None:
        """`with a discount`, `were deleted`; but `with a price over 5` is a comparison."""
        mention = self._peek(Mention)
        if cue.meaning == "been" and not (mention and self._roles.tells_when(mention)):
            self._stray(cue)
            return
        following = self._peek(Cue, 1)
        compared = following is not None and following.kind in ("compare", "superlative")
        if mention and not compared and not self._roles.is_value(mention) and not self._peek(Number, 1):
            self._next(Mention)
            self._presences.append(Presence(mention, True))

    def _match(self, cue: Cue) -> None:
        """`name contains "mug"`, `cities starting with "B"`."""
        text = self._next(Text) or self._next(Mention)
        if text is None:
            self._stray(cue)
            return
        column = self._outputs[-1] if self._outputs else None
        if column is not None and self._named_before(cue.start) is column:
            self._outputs.pop()
        self._texts.append(RawText(text.text, column, match=cue.meaning))
