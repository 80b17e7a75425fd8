"""How a sketch is made: one walk over the pieces, one reader for each kind of piece."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from decimal import Decimal

from answerable.language.cues import Cue
from answerable.language.dates import DateMention
from answerable.language.link import Mention
from answerable.language.pieces import Grain, Number, Piece, Text
from answerable.language.schema_index import SchemaIndex
from answerable.language.sketch import Comparison, DateFilter, Group, Presence, Ranking, RawText, Sketch, ValueFilter
from answerable.language.walk import Walk

__all__ = ["sketch"]

_MOST_LIMIT = 10_000
_OWN_WORDS = ("name", "names", "id", "ids")


def sketch(pieces: Sequence[Piece], index: SchemaIndex) -> Sketch:
    """What the pieces ask for, as a whole."""
    return _Sketcher(pieces, index).run()


class _Sketcher(Walk):
    """One pass from left to right. Each reader takes its piece and those that belong to it."""

    def __init__(self, pieces: Sequence[Piece], index: SchemaIndex) -> None:
        super().__init__(pieces, index)
        self._readers: dict[str, Callable[[Cue], None]] = {
            "aggregate": self._aggregate,
            "group": self._group,
            "superlative": self._superlative,
            "compare": self._compare,
            "after_number": self._stray,
            "negate": self._negate,
            "absent": self._negate,
            "present": self._present,
            "share": self._flag,
            "distinct": self._flag,
            "list": self._flag,
            "order": self._ordering,
            "product": self._product,
            "versus": self._flag,
            "match": self._match,
        }

    def run(self) -> Sketch:
        while self._at < len(self._pieces):
            piece = self._pieces[self._at]
            self._at += 1
            self._read(piece)
        return self.gathered()

    def _read(self, piece: Piece) -> None:
        if isinstance(piece, Cue):
            self._take(piece)
            self._readers[piece.kind](piece)
        elif isinstance(piece, DateMention):
            self._date(piece)
        elif isinstance(piece, Grain):
            self._grain(piece)
        elif isinstance(piece, Number):
            self._number(piece)
        elif isinstance(piece, Text):
            self._text(piece)
        else:
            self._mention(piece)

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
        if self._outputs and self._roles.holds(self._outputs[-1], value):
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

    def _aggregate(self, cue: Cue) -> None:
        if self._function == "avg" and cue.meaning in ("count", "sum") and not self._measure:
            self._flags.add("nested")
        if self._ranking and self._function is None and not self._ranking.by:
            self._ranked_by(cue)
            return
        if cue.hint == "beside" and self._function is None:
            self._group_what_was_named()
        if self._function == cue.meaning and (second := self._next(Mention)):
            self._unplaced.append(second.text)
            return
        if self._function and "nested" not in self._flags and not self._measure and cue.meaning not in self._functions:
            self._functions.append(cue.meaning)
        self._function = cue.meaning if self._function is None or "nested" in self._flags else self._function
        if self._peek(Mention):
            self._measured(cue.meaning)

    def _group_what_was_named(self) -> None:
        """`countries and the number of customers`: a figure for each of what stands before it."""
        named = [mention for mention in self._outputs if mention.text.casefold() not in _OWN_WORDS]
        self._groups += [Group(mention) for mention in named or self._tables[:1]]
        self._outputs.clear()

    def _ranked_by(self, cue: Cue) -> None:
        mention = self._amount_ahead()
        assert self._ranking is not None
        self._ranking = replace(self._ranking, by=mention, function=cue.meaning)

    def _amount_ahead(self) -> Mention | None:
        """The next mention; a table right before an amount (`average order revenue`) only says whose."""
        first, second = self._next(Mention), self._peek(Mention)
        if first and second and self._roles.owns(first, second):
            self._tables.append(first)
            return self._next(Mention)
        return first

    def _measured(self, function: str) -> None:
        first = self._peek(Mention)
        assert first is not None
        if self._roles.is_value(first) or self._roles.is_flag(first):
            return
        mention = self._amount_ahead()
        assert mention is not None
        if self._roles.is_table(mention) and not (
            function not in ("count", "count_distinct") and self._roles.is_amount(mention)
        ):
            self._tables.append(mention)
        else:
            self._measure.append(mention)
            self._further_measures()
            if "nested" in self._flags and self._roles.is_amount(mention):
                self._flags.discard("nested")  # `average number of votes`, where votes is a column of numbers
                self._function = "avg"

    def _further_measures(self) -> None:
        """`average price and quantity`."""
        while (
            (more := self._peek(Mention))
            and self._goes_on()
            and self._roles.is_amount(more)
            and not self._named_ahead()
        ):
            self._next(Mention)
            self._also.append(more)

    def _named_ahead(self) -> bool:
        """Whether the mention after this one belongs to a comparison."""
        return self._cue_ahead("compare", "product", ahead=1) is not None

    def _group(self, cue: Cue) -> None:
        """What follows `by` or `per`; more of it after `and`."""
        if aggregate := self._cue_ahead("aggregate"):
            self._order_by_measure(aggregate)
            return
        self._flags.add("each")
        while distinct := self._cue_ahead("distinct"):
            self._take(distinct)
            self._at += 1
        while True:
            if grain := self._next(Grain):
                self._groups.append(Group(grain.mention, grain.grain))
            elif (mention := self._peek(Mention)) and not self._roles.is_value(mention):
                self._next(Mention)
                if self._ranks_by(mention):
                    return
                self._groups.append(Group(mention))
            else:
                return
            if not self._goes_on():
                return

    def _order_by_measure(self, aggregate: Cue) -> None:
        """`… by number of orders`: the groups are what was named before."""
        if self._ranking is None:
            self._ranking = Ranking(descending=True, sorting=True)

    def _ranks_by(self, mention: Mention) -> bool:
        """`top 5 products by revenue`: the amount after `by` is what they are ranked by."""
        if self._ranking is None or self._ranking.by or not self._roles.is_amount(mention):
            return False
        self._ranking = replace(self._ranking, by=mention)
        return True

    def _goes_on(self) -> bool:
        """Whether the next piece follows closely enough to belong to the same list."""
        if self._at >= len(self._pieces):
            return False
        gap = self._pieces[self._at].start - self._pieces[self._at - 1].end
        return gap == 1 and not isinstance(self._pieces[self._at], DateMention)

    def _grain(self, grain: Grain) -> None:
        """`monthly revenue`, `which month …`; elsewhere the word may name a column, or nothing."""
        before = self._pieces[self._at - 2] if self._at > 1 else None
        if grain.always or (isinstance(before, Cue) and before.kind in ("list", "distinct")):
            self._take(grain)
            self._groups.append(Group(grain.mention, grain.grain))
        elif grain.mention is not None:
            self._mention(grain.mention)

    def _superlative(self, cue: Cue) -> None:
        limit = self._next(Number)
        earlier = self._ranking.limit if self._ranking else None
        count = int(limit.value) if limit and self._whole(limit) else self._limit or earlier
        self._limit = None
        by = self._superlative_object(cue)
        for_each = self._groups and "each" in self._flags and not self._function and not count
        if by and for_each and self._roles.is_amount(by):
            self._function, self._measure = ("max" if cue.meaning == "desc" else "min"), [by]
            return
        self._ranking = Ranking(cue.meaning == "desc", count, cue.hint, by)

    def _superlative_object(self, cue: Cue) -> Mention | None:
        """`highest revenue` and `most orders` rank by it; `top products` and `most expensive product` do not."""
        mention = self._peek(Mention)
        if mention is None or cue.hint or self._roles.is_value(mention):
            return None
        words = cue.end - cue.start
        named_before = bool(self._tables or self._outputs or self._groups)
        if self._roles.is_amount(mention) and not (self._roles.is_table(mention) and not named_before):
            return self._amount_ahead()
        return self._next(Mention) if self._roles.is_table(mention) and named_before and words <= 2 else None

    def _compare(self, cue: Cue) -> None:
        first = self._peek(Number)
        if first is None:
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

    def _stray(self, cue: Cue) -> None:
        self._used.difference_update(range(cue.start, cue.end))

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

    def _flag(self, cue: Cue) -> None:
        self._flags.add(cue.kind)

    def _ordering(self, cue: Cue) -> None:
        if cue.meaning == "by":
            self._order = self._next(Mention)
        descending = cue.meaning == "desc"
        if self._ranking is None:
            self._ranking = Ranking(descending, by=self._order, sorting=True)
        elif cue.meaning != "by":
            self._ranking = replace(self._ranking, descending=descending)

    def _product(self, cue: Cue) -> None:
        """`quantity times unit price`."""
        second = self._peek(Mention)
        pool = self._measure or self._outputs
        if second and pool and self._roles.is_amount(pool[-1]) and self._roles.is_amount(second):
            first = pool.pop()
            self._next(Mention)
            self._measure = [first, second]

    def _match(self, cue: Cue) -> None:
        """`name contains "mug"`, `cities starting with "B"`."""
        text = self._next(Text) or self._next(Mention)
        if text is None:
            self._stray(cue)
            return
        column = self._outputs.pop() if self._outputs else None
        self._texts.append(RawText(text.text, column, match=cue.meaning))
