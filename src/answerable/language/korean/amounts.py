"""What is computed, for each of what, and the amounts it is compared with."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from answerable.language.korean.cutting import Piece
from answerable.language.korean.frame import Compared
from answerable.language.korean.row import Row, amount

__all__ = ["Amounts"]

_FUNCTIONS = {
    "sum": "total",
    "avg": "average",
    "max": "maximum",
    "min": "minimum",
    "median": "median",
    "count": "number of",
}
_NUMERALS = {"한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9, "열": 10}
_SIGNS = {">=": "ge", "<=": "le", ">": "gt", "<": "lt"}


class Amounts(Row):
    def _numbers(self) -> None:
        """`5개`, `다섯 개`, `100달러` are one number; `몇 명` asks for a count."""
        place = 0
        while place < len(self._left):
            piece, following = self._left[place], self._at(place + 1)
            if following and (merged := _with_counter(piece, following)):
                self._left[place : place + 2] = [merged]
            if self._is(place, "asks_count"):
                self._left[place] = replace(self._left[place], kind="aggregates", english="count")
            place += 1

    def _groups(self) -> None:
        """`국가별`, `월별`, `매월`, `주문당`; `국가와 카테고리별` means both."""
        place = 0
        while place < len(self._left):
            piece = self._left[place]
            marker = self._at(place + 1)
            if piece.kind == "always" or self._ends_like_a_group(place):
                self._note(groups=(piece.english,))
                del self._left[place]
            elif marker and marker.kind == "groups" and (piece.is_thing or piece.kind in ("grains", "unknown")):
                place = self._group(place, marker)
            else:
                place += 1

    def _ends_like_a_group(self, place: int) -> bool:
        """`성별 고객 수`: a name that ends in the marker itself, before something that is counted."""
        piece = self._left[place]
        counted = any(other.kind == "aggregates" for other in self._left[place + 1 :])
        marked = piece.is_thing and piece.korean.endswith("별") and not piece.role
        return marked and counted and not self._is(place + 1, "groups")

    def _group(self, place: int, marker: Piece) -> int:
        start = place
        while self._is(start - 1, "table", "column", "noun", "grains") and self._left[start - 1].role == "and":
            start -= 1
        words = tuple(piece.english for piece in self._left[start : place + 1])
        self._note(**{"each" if marker.english == "per" else "groups": words})
        del self._left[start : place + 2]
        return start

    def _measures(self) -> None:
        """An aggregate takes the things beside it: `평균 매출`, `매출 합계`, `고객 수`, `고객은 몇 명`."""
        place = 0
        while place < len(self._left):
            piece = self._left[place]
            if piece.kind != "aggregates":
                place += 1
                continue
            start, end = self._measured(place, piece)
            start = self._counted_from(start, end)
            things = [p.english for p in self._left[start:end] if p.kind != "aggregates"]
            phrase = " ".join((self._function(start, end, piece), *things))
            role = self._left[end - 1].role
            self._left[start:end] = [Piece("measure", phrase, "", role)]
            place = start + 1

    def _counted_from(self, start: int, end: int) -> int:
        """`웹 채널 주문 수`: rows of a table are counted, whatever is said of them before."""
        tables = [place for place in range(start, end) if self._left[place].kind == "table"]
        counts = any(self._left[place].english == "count" for place in range(start, end))
        return tables[-1] if counts and tables and not self._is(start, "aggregates") else start

    def _function(self, start: int, end: int, piece: Piece) -> str:
        """`총 주문 수` counts; `평균 주문 수` is the average of counts."""
        inside = [p.english for p in self._left[start:end] if p.kind == "aggregates"]
        if "count" not in inside:
            return _FUNCTIONS[piece.english]
        others = [_FUNCTIONS[name] for name in inside if name not in ("count", "sum")]
        return " ".join((*others, _FUNCTIONS["count"]))

    def _measured(self, place: int, piece: Piece) -> tuple[int, int]:
        """Where the measure begins and ends, the aggregate included."""
        before, after = self._run_before(place), self._run_after(place)
        counts = piece.english == "count"
        takes_after = after > place + 1 and (piece.role == "owner" if counts else piece.role in ("", "owner"))
        if takes_after or (before == place and after > place + 1):
            return place, after + 1 if self._counts(after) and not self._left[after - 1].role else after
        return before, place + 1

    def _counts(self, place: int) -> bool:
        piece = self._at(place)
        return piece is not None and (piece.kind, piece.english) == ("aggregates", "count")

    def _run_before(self, place: int) -> int:
        start = place
        while (piece := self._at(start - 1)) and piece.is_thing and (start == place or not piece.role):
            start -= 1
        return start

    def _run_after(self, place: int) -> int:
        end = place + 1
        while (piece := self._at(end)) and piece.is_thing and (end == place + 1 or not self._left[end - 1].role):
            end += 1
        return end

    def _comparisons(self) -> None:
        """`가격이 100 이상`, `주문 수가 3건보다 많은`, `10과 20 사이`."""
        place = 0
        while place < len(self._left):
            operator, taken = self._operator(place)
            if operator:
                place = self._comparison(place, operator, taken)
            else:
                place += 1

    def _operator(self, place: int) -> tuple[str, int]:
        """What a number at this place is compared with, and how many pieces say it."""
        if self._is(place, "sign") and self._is(place + 1, "number"):
            return _SIGNS.get(self._left[place].english, ""), 2
        if not self._is(place, "number"):
            return "", 0
        if (
            self._is(place + 1, "number")
            and self._is(place + 2, "compare")
            and self._left[place + 2].english == "between"
        ):
            return "between", 3
        if self._is(place + 1, "compare"):
            return self._left[place + 1].english, 2
        if self._is(place + 1, "than") and self._is(place + 2, "adjectives"):
            return "gt" if self._left[place + 2].english.startswith("desc") else "lt", 3
        return "", 0

    def _comparison(self, place: int, operator: str, taken: int) -> int:
        start = place - 1 if self._is(place - 1, "table", "column", "noun", "measure") else place
        what = amount(self._left[start]) if start < place else ""
        numbers = [f"{p.number:f}" for p in self._left[place : place + taken] if p.number is not None]
        if start == place and self._frame.compared:
            what = self._frame.compared[-1].what
        operators = ("ge", "le") if operator == "between" else (operator,)
        self._note(compared=tuple(Compared(o, n, what) for o, n in zip(operators, numbers, strict=False)))
        del self._left[start : place + taken]
        return start


def _with_counter(piece: Piece, counter: Piece) -> Piece | None:
    if counter.kind not in ("counters", "money"):
        return None
    if piece.kind == "number" or piece.kind == "asks_count":
        return replace(piece, role=counter.role)
    if piece.korean in _NUMERALS and not piece.role:
        return Piece("number", piece.korean, piece.korean, counter.role, Decimal(_NUMERALS[piece.korean]))
    return None
