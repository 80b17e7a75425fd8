"""Readers of filters: values, texts, numbers, comparisons, what is there and what is not."""

from __future__ import annotations

from decimal import Decimal

from answerable.language.cues import Cue
from answerable.language.dates import DateMention
from answerable.language.link import Mention
from answerable.language.pieces import Number, Text
from answerable.language.sketch import Comparison, DateFilter, Presence, RawText, ValueFilter
from answerable.language.vocabulary import spending_words
from answerable.language.walk import Walk

__all__ = ["FilterReader"]

_MOST_LIMIT = 10_000
_ORDERED = ("gt", "ge", "lt", "le")
_OWN = frozenset(("own", "their", "its", "his", "her"))
_OF_AN_AMOUNT = (("in",), ("worth", "of"), ("in", "total"))


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
        elif not self._is_measured(mention):
            self._outputs.append(mention)

    def _is_measured(self, mention: Mention) -> bool:
        """`when was the last ticket opened`: the moment that is asked for is named once more."""
        measured = {(t.table, t.column) for moment in self._measure for t in moment.of("column")}
        return self._roles.is_date(mention) and any((t.table, t.column) in measured for t in mention.of("column"))

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
        group = self._own_group()
        whole, other = self._cue_ahead("aggregate"), self._peek(Mention)
        if whole and whole.meaning in ("avg", "max", "min"):
            self._take(whole)
            self._at += 1
            if whole.meaning == "avg" and self._compare_with_each(cue):
                return True
            following = self._peek(Mention)
            before = self._compared_before()
            named = self._next(Mention) if following and self._roles.is_amount(following) else before
            within = group or self._own_group()
            self._comparisons.append(Comparison(cue.meaning, (), named, cue.hint, whole=whole.meaning, within=within))
            return True
        if other and self._roles.is_role(other):
            self._next(Mention)
            self._comparisons.append(
                Comparison(cue.meaning, (), self._compared_before(cue.hint), cue.hint, other=other)
            )
            return True
        return False

    def _compare_with_each(self, cue: Cue) -> bool:
        """`customers who spend more than the average customer`: each one's total with the average of all totals."""
        each = self._peek(Mention)
        if not (each and self._tables and self._roles.is_table(each) and each.best == self._tables[0].best):
            return False
        counted = self._tables.pop() if len(self._tables) > 1 else None
        self._comparisons.append(
            Comparison(cue.meaning, (), self._compared_before() or counted, whole="avg", each=each)
        )
        self._next(Mention)
        return True

    def _own_group(self) -> Mention | None:
        """`… of their own office`, `their department's …`: those like the row itself."""
        group, start = self._peek(Mention), self._pieces[self._at - 1].end
        words = self._between(start, group.start) if group else ()
        if group is None or not _OWN.intersection(words) or self._roles.is_value(group) or self._roles.is_role(group):
            return None
        self._used.update(range(start, group.start))
        return self._next(Mention)

    def _alike(self, cue: Cue) -> None:
        """`a manager in a different office`, `origin and destination in the same country`."""
        shared = self._peek(Mention)
        after = self._peek(Mention, 1)
        said = [*self._tables, *(presence.mention for presence in self._presences if presence.present)]
        roles = [mention for mention in (*said, *([after] if after else [])) if self._roles.is_role(mention)][:2]
        if shared is None or not roles or self._roles.is_value(shared):
            self._unplaced.append(" ".join(self._between(cue.start, cue.end)))
            return
        self._next(Mention)
        if after in roles:
            self._next(Mention)
        self._presences = [presence for presence in self._presences if presence.mention not in roles]
        each = roles[0] if len(roles) == 2 else None
        self._comparisons.append(Comparison(cue.meaning, (), shared, other=roles[-1], each=each))

    def _compared_before(self, hint: str = "") -> Mention | None:
        """The amount (or moment) named last, if any was."""
        fits = self._roles.is_date if hint == "date" else self._roles.is_amount
        return self._outputs.pop() if self._outputs and fits(self._outputs[-1]) else None

    def _compared(self, op: str, values: tuple[Decimal, ...], hint: str, start: int) -> Comparison:
        """The amount named just before the comparison, else the amount or table named just after the number."""
        before = self._outputs[-1] if self._outputs and self._roles.is_amount(self._outputs[-1]) else None
        following = self._peek(Mention)
        if following and self._is_pooled(following):
            if before and before.start + 1 == start and not before.of("table"):
                self._outputs.pop()  # `paid more than 60 in fees`
            return Comparison(op, values, self._next(Mention), pooled=True)
        if hint:
            return Comparison(op, values, None, hint)
        if before and start - before.end <= 1:
            return Comparison(op, values, self._outputs.pop(), pooled=self._is_doing(before))
        near = following is not None and following.start - self._pieces[self._at - 1].end <= 1
        if following and near and (self._roles.is_amount(following) or self._roles.is_table(following)):
            return Comparison(op, values, self._next(Mention))
        return Comparison(op, values, self._outputs.pop() if before else None)

    def _is_pooled(self, amount: Mention) -> bool:
        """`60 in fees`, `100 euros worth of expenses`: an amount that is the number's unit."""
        between = self._between(self._pieces[self._at - 1].end, amount.start)
        return between in _OF_AN_AMOUNT and (self._roles.is_amount(amount) or self._roles.is_money(amount))

    def _is_doing(self, mention: Mention) -> bool:
        """`spent`: a verb for many payments, of which the total is compared."""
        return mention.text.casefold() in spending_words().verbs

    def _negate(self, cue: Cue) -> None:
        """`not cancelled`, `without a discount`, `never shipped`, `customers without orders`."""
        if text := self._next(Text):
            self._texts.append(RawText(text.text, self._outputs.pop() if self._outputs else None, negated=True))
            return
        if self._negated_date() or self._left_out():
            return
        self._pass_by()
        mention = self._next(Mention)
        if mention is not None and self._pass_by() and (doer := self._next(Mention)):
            mention = doer  # `never reviewed by Ann`
        if mention is None:
            self._stray(cue)
        elif self._roles.is_value(mention):
            self._values.append(ValueFilter(mention, True, self._column_beside(mention)))
        elif (value := self._peek(Mention)) and self._roles.is_value(value) and self._roles.holds(mention, value):
            self._next(Mention)
            self._values.append(ValueFilter(value, True, mention))
        else:
            self._presences.append(Presence(mention, False))

    def _pass_by(self) -> bool:
        """The `by` of `never used by any product`, which splits nothing; a value or `a …` says so."""
        by, doer = self._cue_ahead("group"), self._peek(Mention, 1)
        if by is None or doer is None or self._between(by.start, by.end) != ("by",):
            return False
        indefinite = self._between(by.end, by.end + 1) in (("a",), ("an",), ("any",))
        if not indefinite and not self._roles.is_value(doer):
            return False
        self._take(by)
        self._at += 1
        return True

    def _negated_date(self) -> bool:
        """`ordered in 2024 but not in 2025`, `but did not order in 2025`."""
        date = self._peek(DateMention) or self._peek(DateMention, 1)
        if date is None or not self._dates:
            return False
        event = self._next(Mention)
        hint = self._dates[-1].hint
        known = [*(table.best.table for table in self._tables), *([hint.best.table] if hint else [])]
        if event is not None and event.best.table not in known:
            self._unplaced.append(event.text)
        self._at = self._pieces.index(date) + 1
        self._take(date)
        self._dates.append(DateFilter(date, negated=True))
        return True

    def _left_out(self) -> bool:
        """`leaving out people who have left`: those to whom it has happened."""
        whose, said, happened = self._peek(Mention), self._cue_ahead("present", ahead=1), self._peek(Mention, 2)
        if not (whose and said and happened and self._roles.is_table(whose) and self._roles.tells_when(happened)):
            return False
        for piece in (whose, said, happened):
            self._take(piece)
        self._at += 3
        self._presences.append(Presence(happened, False))
        return True

    def _present(self, cue: Cue) -> None:
        """`with a discount`, `were deleted`; but `with a price over 5` is a comparison."""
        mention = self._peek(Mention)
        if cue.meaning == "been" and not (mention and self._roles.tells_when(mention)):
            self._stray(cue)
            return
        if cue.meaning == "been" and mention and (role := self._role_before(cue)):
            self._next(Mention)
            self._presences.append(Presence(self._roles.of(role, mention), True))
            return
        following = self._peek(Cue, 1)
        compared = following is not None and following.kind in ("compare", "superlative")
        if mention and not compared and not self._roles.is_value(mention) and not self._peek(Number, 1):
            self._next(Mention)
            self._presences.append(Presence(mention, True))

    def _role_before(self, cue: Cue) -> Mention | None:
        """`agents whose mentor has left`: it happened to the one named last."""
        last = self._tables[-1] if self._tables else None
        return last if last and last.end == cue.start and self._roles.is_role(last) else None

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
