"""Readers of figures: aggregates, what they are of, and arithmetic between columns."""

from __future__ import annotations

from dataclasses import replace

from answerable.language.cues import Cue
from answerable.language.dates import DateMention
from answerable.language.link import Mention
from answerable.language.pieces import Number
from answerable.language.reading_filters import FilterReader
from answerable.language.sketch import Comparison, Group

__all__ = ["FigureReader"]

_MORE = {"more": "gt", "higher": "gt", "larger": "gt", "fewer": "lt", "less": "lt", "lower": "lt"}
_OWN_WORDS = ("name", "names", "id", "ids")


class FigureReader(FilterReader):
    """Reads what is computed."""

    def _compare_groups(self, cue: Cue) -> bool:
        """`countries with a total revenue over 100`."""
        amount, compare, number = self._peek(Mention), self._cue_ahead("compare", ahead=1), self._peek(Number, 2)
        if not (amount and compare and number) or self._function or not (self._tables or self._outputs):
            return False
        for piece in (amount, compare, number):
            self._take(piece)
        self._at += 3
        second = self._next(Number) if compare.meaning == "between" else None
        op = "ge" if compare.meaning == "between" and second is None else compare.meaning
        values = tuple(sorted(one.value for one in (number, second) if one))
        self._comparisons.append(Comparison(op, values, amount, function=cue.meaning))
        return True

    def _compared_altogether(self, cue: Cue) -> bool:
        """`more than 60 in fees altogether`: what was compared is a total."""
        last = self._comparisons[-1] if self._comparisons else None
        if cue.meaning != "sum" or last is None or last.mention is None or last.function or self._peek(Mention):
            return False
        if not self._roles.is_amount(last.mention):
            return False
        self._comparisons[-1] = replace(last, function="sum", pooled=False)
        return True

    def _than_average(self, cue: Cue) -> bool:
        """`who treat more patients than the average doctor`."""
        than = cue.start - 1 - (self._between(cue.start - 1, cue.start) == ("the",))
        ops = [(p, _MORE[word]) for p, word in enumerate(self._words[: max(than, 0)]) if word in _MORE]
        if cue.meaning != "avg" or self._between(than, than + 1) != ("than",) or not ops or than < 1:
            return False
        place, op = ops[-1]
        if self._compare_with_each(replace(cue, kind="compare", meaning=op)):
            self._used.update((place, than))
        else:
            self._unplaced.append("than")
        return True

    def _aggregate(self, cue: Cue) -> None:
        if self._compare_groups(cue) or self._compared_altogether(cue) or self._than_average(cue):
            return
        if self._function == "avg" and cue.meaning in ("count", "sum") and not self._measure:
            self._flags.add("nested")
        if self._ranking and self._function is None and not self._ranking.by:
            self._ranked_by(cue)
            return
        further = self._peek(Mention)
        if (
            self._function
            and self._measure
            and cue.meaning != self._function
            and further
            and not self._roles.is_value(further)
        ):
            self._next(Mention)
            self._more.append((cue.meaning, further))
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

    def _goes_on(self) -> bool:
        """Whether the next piece follows closely enough to belong to the same list."""
        if self._at >= len(self._pieces):
            return False
        gap = self._pieces[self._at].start - self._pieces[self._at - 1].end
        return gap == 1 and not isinstance(self._pieces[self._at], DateMention)

    def _product(self, cue: Cue) -> None:
        """`quantity times unit price`."""
        if aggregate := self._cue_ahead("aggregate"):
            self._take(aggregate)
            self._at += 1
        second = self._peek(Mention)
        pool = self._measure or self._outputs
        if second and pool and self._roles.is_amount(pool[-1]) and self._roles.is_amount(second):
            first = pool.pop()
            self._next(Mention)
            self._measure, self._operator = [first, second], cue.meaning
        else:
            self._stray(cue)

    def _together(self, cue: Cue) -> None:
        """`salaries and bonuses together`."""
        pool = [*self._measure, *self._also] or self._outputs
        if self._between(cue.end, cue.end + 1) == ("with",):
            return
        if len(pool) != 2 or not all(map(self._roles.is_amount, pool)):
            self._unplaced.append("together")
            return
        self._measure, self._operator = list(pool), "plus"
        self._function = self._function or "sum"
        self._also.clear()
        self._outputs.clear()

    def _difference(self, cue: Cue) -> None:
        """`difference between the highest and the lowest price`, `difference between amount and tax`."""
        first, second, amount = self._peek(Cue), self._peek(Cue, 1), self._peek(Mention, 2)
        if first and second and amount and {_extreme(first), _extreme(second)} == {"max", "min"}:
            for piece in (first, second, amount):
                self._take(piece)
            self._at += 3
            self._function, self._measure = "range", [amount]
        elif not self._two_amounts("minus"):
            self._stray(cue)

    def _ratio(self, cue: Cue) -> None:
        """`ratio of bonus to salary`, `ratio of cancelled orders to delivered orders`."""
        if not self._two_amounts("over"):
            self._flags.add("ratio")
            self._function = self._function or "count"

    def _two_amounts(self, operator: str) -> bool:
        first, second = self._peek(Mention), self._peek(Mention, 1)
        if not (first and second and self._roles.is_amount(first) and self._roles.is_amount(second)):
            return False
        self._next(Mention)
        self._next(Mention)
        self._measure, self._operator = [first, second], operator
        return True


def _extreme(cue: Cue) -> str:
    """max or min, as an aggregate or a superlative says it; empty for other cues."""
    if cue.kind not in ("aggregate", "superlative"):
        return ""
    return {"desc": "max", "asc": "min"}.get(cue.meaning, cue.meaning)
