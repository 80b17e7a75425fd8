"""Readers of groups and rankings: `by`, `per`, grains of time, superlatives, ranks, orders."""

from __future__ import annotations

from dataclasses import replace

from answerable.language.cues import Cue
from answerable.language.link import Mention
from answerable.language.per_group import partition_of
from answerable.language.pieces import Grain, Number
from answerable.language.reading_figures import FigureReader
from answerable.language.sketch import Group, Ranking, ValueFilter

__all__ = ["RankingReader"]


_HOURS = ("hour", "minute")


class RankingReader(FigureReader):
    """Reads by what figures are split and in which order they come."""

    def _group(self, cue: Cue) -> None:
        """What follows `by` or `per`; more of it after `and`."""
        if aggregate := self._cue_ahead("aggregate"):
            self._order_by_measure(aggregate)
            return
        if self._rate(cue) or self._done_by(cue):
            return
        self._flags.add("each")
        while distinct := self._cue_ahead("distinct"):
            self._take(distinct)
            self._at += 1
        if (term := self._peek(Mention)) and self._roles.is_term(term):
            self._next(Mention)  # `per active customer`
            self._values.append(ValueFilter(term))
        while True:
            if grain := self._next(Grain):
                self._groups.append(Group(grain.mention, grain.grain))
            elif (mention := self._peek(Mention)) and not self._roles.is_value(mention):
                self._next(Mention)
                if self._ranks_by(mention):
                    return
                self._groups.append(Group(mention, each=cue.meaning == "each"))
            else:
                return
            if not self._goes_on() or self._figure_ahead():
                return

    def _done_by(self, cue: Cue) -> bool:
        """`seen by a doctor` splits nothing."""
        after = self._between(cue.end, cue.end + 1)
        return self._between(cue.start, cue.end) == ("by",) and after in (("a",), ("an",), ("any",))

    def _rate(self, cue: Cue) -> bool:
        """`fee per hour of teaching`: the total of the one over the total of the other."""
        unit = next(iter(self._between(cue.end, cue.end + 1)), "")
        if self._between(cue.start, cue.end) != ("per",) or unit not in _HOURS:
            return False
        self._used.add(cue.end)
        amounts = [mention for mention in (*self._measure, *self._outputs) if self._roles.is_amount(mention)]
        timed = self._roles.timed(amounts[-1], unit) if amounts else None
        while (beside := self._peek(Mention)) and beside.start <= cue.end + 2 and not beside.of("value"):
            self._next(Mention)  # `of teaching`
        if timed is None:
            self._unplaced.append(f"per {unit}")
            return True
        self._outputs = [mention for mention in self._outputs if mention is not amounts[-1]]
        self._measure, (second, self._operator) = [amounts[-1]], timed
        self._measure.append(second)
        self._function = "sum"
        return True

    def _figure_ahead(self) -> bool:
        """`for each category, revenue …`: after the comma comes what is asked of them."""
        following, end = self._peek(Mention), self._pieces[self._at - 1].end
        return following is not None and self._roles.is_amount(following) and self._between(end, end + 1) == (",",)

    def _order_by_measure(self, aggregate: Cue) -> None:
        """`… by number of orders`: the groups are what was named before."""
        if self._ranking is None:
            self._ranking = Ranking(descending=True, sorting=True)

    def _ranks_by(self, mention: Mention) -> bool:
        """`top 5 products by revenue`: the amount after `by` is what they are ranked by."""
        if self._roles.is_metric(mention) and self._ranking is None:
            self._ranking = Ranking(descending=True, sorting=True)
        if self._ranking is None or self._ranking.by or not self._roles.is_amount(mention):
            return False
        self._ranking = replace(self._ranking, by=mention)
        return True

    def _grain(self, grain: Grain) -> None:
        """`monthly revenue`, `which month …`; elsewhere the word may name a column, or nothing."""
        before = self._pieces[self._at - 2] if self._at > 1 else None
        if grain.always or (isinstance(before, Cue) and before.kind in ("list", "distinct")):
            self._take(grain)
            self._groups.append(Group(grain.mention, grain.grain))
        elif grain.mention is not None:
            self._mention(grain.mention)

    def _set_partition_aside(self) -> None:
        """`the best product in each category`: the category is not what is ranked, so the walk never meets it."""
        found = None if self._words[:1] == ("when",) else partition_of(self._pieces, self._roles, self._words)
        if found is not None:
            self._partition = found.group
            for piece in self._pieces[found.start : found.end]:
                self._take(piece)
            del self._pieces[found.start : found.end]

    def _rank(self, cue: Cue) -> None:
        self._flags.add("rank")
        self._ranking = Ranking(descending=True, sorting=True)

    def _nth(self, cue: Cue) -> None:
        """`second highest`; elsewhere the word is not understood."""
        if self._cue_ahead("superlative"):
            self._skip = int(cue.meaning) - 1
        else:
            self._stray(cue)

    def _last_time(self, cue: Cue) -> bool:
        """`When was each patient last seen?`: the latest date of each one's events."""
        event = self._peek(Mention)
        moment = self._roles.moment(event) if event and cue.hint == "date" and self._words[:1] == ("when",) else None
        if moment is None:
            return False
        self._next(Mention)
        self._function, self._measure = ("max" if cue.meaning == "desc" else "min"), [moment]
        if self._tables and not self._groups:
            self._groups.append(Group(self._tables.pop()))
        return True

    def _superlative(self, cue: Cue) -> None:
        if self._last_time(cue):
            return
        moment = self._peek(Mention)
        if cue.hint == "date" and moment and moment.best.kind == "column" and self._roles.is_date(moment):
            self._next(Mention)
            self._function, self._measure = ("max" if cue.meaning == "desc" else "min"), [moment]
            return
        limit = self._next(Number)
        earlier = self._ranking.limit if self._ranking else None
        count = int(limit.value) if limit and self._whole(limit) else self._limit or earlier
        self._limit = None
        by = self._superlative_object(cue) or self._spent_before()
        for_each = self._groups and "each" in self._flags and not self._function and not count
        if by and for_each and self._roles.is_amount(by):
            self._function, self._measure = ("max" if cue.meaning == "desc" else "min"), [by]
            return
        self._ranking = Ranking(cue.meaning == "desc", count, cue.hint, by, skip=self._skip)

    def _spent_before(self) -> Mention | None:
        """`who spent the most`."""
        return self._outputs.pop() if self._outputs and self._is_doing(self._outputs[-1]) else None

    def _superlative_object(self, cue: Cue) -> Mention | None:
        """`highest revenue` and `most orders` rank by it; `top products` and `most expensive product` do not."""
        mention = self._peek(Mention)
        if mention is None or cue.hint or self._roles.is_value(mention):
            return None
        following = self._peek(Mention, 1)
        if following and self._roles.owns(mention, following) and not self._roles.is_amount(mention):
            return self._amount_ahead()  # `most teaching minutes`
        words = cue.end - cue.start
        named_before = bool(self._tables or self._outputs or self._groups)
        if self._roles.is_amount(mention) and not (self._roles.is_table(mention) and not named_before):
            return self._amount_ahead()
        return self._next(Mention) if self._roles.is_table(mention) and named_before and words <= 2 else None

    def _ordering(self, cue: Cue) -> None:
        if cue.meaning == "by":
            self._order = self._next(Mention)
        descending = cue.meaning == "desc"
        if self._ranking is None:
            self._ranking = Ranking(descending, by=self._order, sorting=True)
        elif cue.meaning != "by":
            self._ranking = replace(self._ranking, descending=descending)
