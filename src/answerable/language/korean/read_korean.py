"""Pieces of a Korean question → the frame of what it asks. One pass for each kind of thing that may be asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from answerable.language.korean.korean_amounts import Amounts
from answerable.language.korean.korean_words import additive_words
from answerable.language.korean.sentence_frame import FrameRanking, SentenceFrame
from answerable.language.korean.split_particles import Piece
from answerable.language.korean.word_row import amount

__all__ = ["read"]

_MARKS = ("superlative", "adjectives", "order")
_UNPLACED = (
    "unknown",
    "negate",
    "absent",
    "number",
    "compare",
    "than",
    "groups",
    "superlative",
    "adjectives",
    "grains",
)


def read(pieces: Sequence[Piece], sold_by: str = "") -> SentenceFrame:
    """`sold_by` is the amount that what sells best is told by, where the schema has one."""
    return _Reader(pieces, sold_by).run()


class _Reader(Amounts):
    """All passes, in the order in which what they take could be taken for something else."""

    def __init__(self, pieces: Sequence[Piece], sold_by: str) -> None:
        super().__init__(pieces)
        self._sold_by = sold_by

    def run(self) -> SentenceFrame:
        self._numbers()
        self._groups()
        self._dates_and_flags()
        self._measures()
        self._comparisons()
        self._ranking()
        self._bases()
        self._exclusions()
        self._limit()
        self._remainder()
        return self._frame

    def _dates_and_flags(self) -> None:
        self._note(dates=tuple(piece.english for piece in self._left if piece.kind == "date"))
        for flag in ("share", "distinct", "list"):
            if any(piece.kind == flag for piece in self._left):
                self._note(**{"listing" if flag == "list" else flag: True})
        self._left = [piece for piece in self._left if piece.kind not in ("date", "share", "distinct", "list")]

    def _ranking(self) -> None:
        """`상위 5개`, `매출이 가장 높은`, `많이 팔린`, `높은 순으로`."""
        marks = [i for i, p in enumerate(self._left) if p.kind in _MARKS]
        if not marks:
            return
        start, end = marks[0], marks[-1] + 1
        marked = [p for p in self._left[start:end] if p.kind in _MARKS]
        if all(p.english.endswith(" date") for p in marked) and not any(p.kind == "table" for p in self._left):
            return  # `최근 매출`: of how long ago is not said
        self._left[start:end] = [p for p in self._left[start:end] if p.kind not in _MARKS]
        self._note(ranked=self._ranked(marked, self._ranked_by(start)))

    def _ranked_by(self, start: int) -> str:
        """The amount just before the ranking, where something else is there to be ranked."""
        if self._is(start - 1, "basis"):
            del self._left[start - 1]
            return amount(self._pop(start - 2)) if start >= 2 else ""
        before = self._at(start - 1)
        if before is None or not (before.is_thing or before.kind == "measure"):
            return ""
        others = [p for i, p in enumerate(self._left) if i != start - 1 and (p.is_thing or p.kind == "grains")]
        return amount(self._pop(start - 1)) if others or self._frame.groups else ""

    def _ranked(self, marked: Sequence[Piece], by: str) -> FrameRanking:
        keys = [p.english for p in marked if p.kind == "adjectives"]
        hint = next((key.partition(" ")[2] for key in keys if " " in key), "")
        if hint == "sales" and self._sold_by and not by:
            by, hint = self._sold_by, ""
        words = [p.korean for p in marked]
        rising = any(k.startswith("asc") for k in keys) or "오름차순" in words
        descending = not (rising or any(p.english == "bottom" for p in marked))
        picks = any(p.kind == "superlative" for p in marked)
        one = any(p.english == "most" for p in marked)
        limit = self._take_number()
        sorting = not picks and limit is None and not hint
        return FrameRanking(descending, limit or (1 if one else None), by, hint, sorting)

    def _bases(self) -> None:
        """`국가 기준으로`, where nothing is ranked: for each of them."""
        for position in range(len(self._left) - 1, 0, -1):
            if self._is(position, "basis") and self._left[position - 1].is_thing:
                self._note(groups=(self._left[position - 1].english,))
                del self._left[position - 1 : position + 1]

    def _exclusions(self) -> None:
        """`취소를 제외한`, `독일이 아닌`; `주문이 없는`, `주문하지 않은`; `할인이 있는`."""
        position = 1
        while position < len(self._left):
            piece, before = self._left[position], self._left[position - 1]
            if piece.kind == "negate" and before.kind == "table" and self._is(position - 2, "value"):
                self._note(negated=(_shown(self._left[position - 2]),))  # `취소된 주문을 제외한`
                del self._left[position - 2 : position + 1]
                position = max(position - 2, 1)
            elif piece.kind in ("negate", "absent", "present") and (
                before.is_thing or before.kind in ("value", "quoted")
            ):
                self._exclude(piece, before)
                del self._left[position - 1 : position + 1]
            else:
                position += 1

    def _exclude(self, piece: Piece, before: Piece) -> None:
        if piece.kind == "present":
            self._note(present=(before.english,)) if before.is_thing else self._note(rest=(_shown(before),))
        elif before.is_thing:
            self._note(absent=(before.english,))
        else:
            self._note(negated=(_shown(before),))

    def _limit(self) -> None:
        if self._frame.ranked is None and (number := self._take_number()):
            self._note(limit=number)

    def _remainder(self) -> None:
        """What is left: measures, the thing ranked, months that are ranked, names and values, unknown words."""
        ranked = self._frame.ranked
        if ranked and not ranked.sorting:
            self._head()
        self._total()
        for piece in self._left:
            if piece.kind == "measure":
                self._note(measures=(piece.english,))
            elif piece.is_thing or piece.kind in ("value", "quoted"):
                self._note(rest=(_shown(piece),))
            elif piece.kind in _UNPLACED and not (piece.kind == "grains" and self._frame.grain):
                self._note(unknown=(piece.korean,))

    def _total(self) -> None:
        """`프랑스 고객의 매출`: an amount that can be added up, said last and of somebody, is their total."""
        asked = self._frame.ranked or self._frame.listing or self._frame.share or self._frame.limit
        last = self._at(len(self._left) - 1)
        alone = not any(p.kind == "table" for p in self._left) or any(p.kind == "measure" for p in self._left)
        if last and last.korean in additive_words() and last.is_thing and not asked and not alone:
            self._left[-1] = Piece("measure", f"total {last.english}", last.korean)

    def _head(self) -> None:
        ranked = self._frame.ranked
        assert ranked is not None
        grain = next((p for p in self._left if p.kind == "grains"), None)
        if grain and ranked.by:
            self._note(grain=grain.english)
            return
        things = [position for position, piece in enumerate(self._left) if piece.is_thing]
        if things:
            self._note(head=self._pop(next((i for i in things if self._left[i].kind == "table"), things[-1])).english)
        elif self._frame.groups:
            self._frame = replace(self._frame, head=self._frame.groups[0], groups=self._frame.groups[1:])
        if not ranked.by and not ranked.hint:
            self._by_what_is_left()

    def _by_what_is_left(self) -> None:
        """`상위 5개 상품의 매출`: what remains is what they are ranked by."""
        for position, piece in enumerate(self._left):
            if piece.kind in ("measure", "column", "noun"):
                by = self._pop(position).english
                assert self._frame.ranked is not None
                self._frame = replace(self._frame, ranked=replace(self._frame.ranked, by=by))
                return


def _shown(piece: Piece) -> str:
    """Values between quotation marks, so that nothing in them is read as part of the question."""
    if piece.kind not in ("value", "quoted"):
        return piece.english
    return f'"{piece.english}"' if '"' not in piece.english else f"“{piece.english}”"
