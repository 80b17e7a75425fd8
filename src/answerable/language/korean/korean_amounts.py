"""What is computed, for each of what, and the amounts it is compared with."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from answerable.language.korean.sentence_frame import FrameComparison
from answerable.language.korean.split_particles import Piece
from answerable.language.korean.word_row import Row, amount
from answerable.naming.word_files import word_file

__all__ = ["Amounts"]

_WORDS = word_file("answerable.language.korean")
_FUNCTIONS = _WORDS.pairs("functions")
_NUMERALS = _WORDS.numbers("numerals")
_SIGNS = {">=": "ge", "<=": "le", ">": "gt", "<": "lt"}


class Amounts(Row):
    def _numbers(self) -> None:
        """`5개`, `다섯 개`, `100달러` are one number; `몇 명` asks for a count."""
        position = 0
        while position < len(self._left):
            piece, following = self._left[position], self._at(position + 1)
            if following and (merged := _with_counter(piece, following)):
                self._left[position : position + 2] = [merged]
            if self._is(position, "asks_count"):
                self._left[position] = replace(self._left[position], kind="aggregates", english="count")
            position += 1

    def _groups(self) -> None:
        """`국가별`, `월별`, `매월`, `주문당`; `국가와 카테고리별` means both."""
        position = 0
        while position < len(self._left):
            piece = self._left[position]
            marker = self._at(position + 1)
            if piece.kind == "always" or self._ends_like_a_group(position):
                self._note(groups=(piece.english,))
                del self._left[position]
            elif marker and marker.kind == "groups" and (piece.is_thing or piece.kind in ("grains", "unknown")):
                position = self._group(position, marker)
            else:
                position += 1

    def _ends_like_a_group(self, position: int) -> bool:
        """`성별 고객 수`: a name that ends in the marker itself, before something that is counted."""
        piece = self._left[position]
        counted = any(other.kind == "aggregates" for other in self._left[position + 1 :])
        marked = piece.is_thing and piece.korean.endswith("별") and not piece.role
        return marked and counted and not self._is(position + 1, "groups")

    def _group(self, position: int, marker: Piece) -> int:
        start = position
        while self._is(start - 1, "table", "column", "noun", "grains") and self._left[start - 1].role == "and":
            start -= 1
        words = tuple(piece.english for piece in self._left[start : position + 1])
        self._note(**{"each" if marker.english == "per" else "groups": words})
        del self._left[start : position + 2]
        return start

    def _measures(self) -> None:
        """An aggregate takes the things beside it: `평균 매출`, `매출 합계`, `고객 수`, `고객은 몇 명`."""
        position = 0
        while position < len(self._left):
            piece = self._left[position]
            if piece.kind != "aggregates":
                position += 1
                continue
            start, end = self._measured(position, piece)
            start = self._counted_from(start, end)
            things = [p.english for p in self._left[start:end] if p.kind != "aggregates"]
            phrase = " ".join((self._function(start, end, piece), *things))
            role = self._left[end - 1].role
            self._left[start:end] = [Piece("measure", phrase, "", role)]
            position = start + 1

    def _counted_from(self, start: int, end: int) -> int:
        """`웹 채널 주문 수`: rows of a table are counted, whatever is said of them before."""
        tables = [position for position in range(start, end) if self._left[position].kind == "table"]
        counts = any(self._left[position].english == "count" for position in range(start, end))
        return tables[-1] if counts and tables and not self._is(start, "aggregates") else start

    def _function(self, start: int, end: int, piece: Piece) -> str:
        """`총 주문 수` counts; `평균 주문 수` is the average of counts."""
        inside = [p.english for p in self._left[start:end] if p.kind == "aggregates"]
        if "count" not in inside:
            return _FUNCTIONS[piece.english]
        others = [_FUNCTIONS[name] for name in inside if name not in ("count", "sum")]
        return " ".join((*others, _FUNCTIONS["count"]))

    def _measured(self, position: int, piece: Piece) -> tuple[int, int]:
        """Where the measure begins and ends, the aggregate included."""
        before, after = self._run_before(position), self._run_after(position)
        counts = piece.english == "count"
        takes_after = after > position + 1 and (piece.role == "owner" if counts else piece.role in ("", "owner"))
        if takes_after or (before == position and after > position + 1):
            return position, after + 1 if self._counts(after) and not self._left[after - 1].role else after
        return before, position + 1

    def _counts(self, position: int) -> bool:
        piece = self._at(position)
        return piece is not None and (piece.kind, piece.english) == ("aggregates", "count")

    def _run_before(self, position: int) -> int:
        start = position
        while (piece := self._at(start - 1)) and piece.is_thing and (start == position or not piece.role):
            start -= 1
        return start

    def _run_after(self, position: int) -> int:
        end = position + 1
        while (piece := self._at(end)) and piece.is_thing and (end == position + 1 or not self._left[end - 1].role):
            end += 1
        return end

    def _comparisons(self) -> None:
        """`가격이 100 이상`, `주문 수가 3건보다 많은`, `10과 20 사이`."""
        position = 0
        while position < len(self._left):
            operator, taken = self._operator(position)
            if operator:
                position = self._comparison(position, operator, taken)
            else:
                position += 1

    def _operator(self, position: int) -> tuple[str, int]:
        """What a number at this place is compared with, and how many pieces say it."""
        if self._is(position, "sign") and self._is(position + 1, "number"):
            return _SIGNS.get(self._left[position].english, ""), 2
        if not self._is(position, "number"):
            return "", 0
        if (
            self._is(position + 1, "number")
            and self._is(position + 2, "compare")
            and self._left[position + 2].english == "between"
        ):
            return "between", 3
        if self._is(position + 1, "compare"):
            return self._left[position + 1].english, 2
        if self._is(position + 1, "than") and self._is(position + 2, "adjectives"):
            return "gt" if self._left[position + 2].english.startswith("desc") else "lt", 3
        return "", 0

    def _comparison(self, position: int, operator: str, taken: int) -> int:
        start = position - 1 if self._is(position - 1, "table", "column", "noun", "measure") else position
        what = amount(self._left[start]) if start < position else ""
        numbers = [f"{p.number:f}" for p in self._left[position : position + taken] if p.number is not None]
        if start == position and self._frame.compared:
            what = self._frame.compared[-1].what
        operators = ("ge", "le") if operator == "between" else (operator,)
        self._note(compared=tuple(FrameComparison(o, n, what) for o, n in zip(operators, numbers, strict=False)))
        del self._left[start : position + taken]
        return start


def _with_counter(piece: Piece, counter: Piece) -> Piece | None:
    if counter.kind not in ("counters", "money"):
        return None
    if piece.kind == "number" or piece.kind == "asks_count":
        return replace(piece, role=counter.role)
    if piece.korean in _NUMERALS and not piece.role:
        return Piece("number", piece.korean, piece.korean, counter.role, Decimal(_NUMERALS[piece.korean]))
    return None
