"""Word pieces come out as the network's own tokenizer makes them, number for number and place for place."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from answerable.language.neural.wordpiece import WordPieces, shipped_vocabulary

CASES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "cases" / "word_pieces.toml").read_text(encoding="utf-8")
)["text"]
SHIPPED = WordPieces(shipped_vocabulary())
SMALL = WordPieces(("[UNK]", "[CLS]", "[SEP]", "un", "##like", "##ly", "a"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_pieces_are_those_of_the_network(case: dict[str, Any]) -> None:
    pieces = SHIPPED.encode(case["text"])
    assert list(pieces.ids) == case["ids"]
    assert [list(span) for span in pieces.spans] == case["spans"]


def test_the_longest_piece_comes_first_and_later_ones_are_continuations() -> None:
    assert SMALL.encode("Unlikely A").ids == (1, 3, 4, 5, 6, 2)


def test_a_word_with_a_rest_nothing_fits_is_unknown_as_a_whole() -> None:
    assert SMALL.encode("unlikeness a").spans == ((0, 0), (0, 10), (11, 12), (0, 0))
    assert SMALL.encode("unlikeness a").ids == (1, 0, 6, 2)


def test_no_more_pieces_than_asked_for_and_the_end_mark_among_them() -> None:
    assert SMALL.encode("a a a a a", most=4).ids == (1, 6, 6, 2)


def test_marks_in_a_text_are_plain_characters() -> None:
    written = SHIPPED.encode("[SEP]").ids
    assert len(written) == 5 and written.count(102) == 1


def test_half_a_pair_of_surrogates_is_dropped() -> None:
    assert SMALL.encode("a\ud800 a").ids == (1, 6, 6, 2)


def test_the_vocabulary_is_complete() -> None:
    assert len(shipped_vocabulary()) == len(set(shipped_vocabulary())) == 30_522


@given(st.text(max_size=300))
def test_spans_lie_within_the_text_and_in_its_order(text: str) -> None:
    spans = SHIPPED.encode(text).spans[1:-1]
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert list(spans) == sorted(spans)
