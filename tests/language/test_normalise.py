from __future__ import annotations

from decimal import Decimal

import pytest

from answerable.language.question.tokens import normalise
from answerable.naming.inflection import fold, lemma, stem


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1,200.50", "1200.50"),
        ("$5k", "5000"),
        ("2 million", "2000000"),
        ("1.5m", "1500000"),
        ("twenty-five", "25"),
        ("two hundred fifty", "250"),
        ("three thousand and", "3000"),
        ("20%", "20"),
        ("１２", "12"),
    ],
)
def test_written_number_has_its_value(text: str, value: str) -> None:
    assert normalise(text)[0].number == Decimal(value)


def test_quoted_text_stays_whole_and_holds_no_numbers() -> None:
    (token,) = normalise("'New York 5'")
    assert (token.text, token.quoted, token.number) == ("New York 5", True, None)


def test_apostrophes_are_no_quotes() -> None:
    assert [token.text for token in normalise("customer's orders weren't paid")] == [
        "customer",
        "orders",
        "were",
        "not",
        "paid",
    ]


def test_tokens_know_where_they_stand() -> None:
    assert [(token.start, token.end) for token in normalise("top 5 products")] == [(0, 3), (4, 5), (6, 14)]


@pytest.mark.parametrize(
    ("word", "expected"),
    [("Categories", "category"), ("boxes", "box"), ("status", "status"), ("people", "person"), ("address", "address")],
)
def test_lemma_is_the_singular(word: str, expected: str) -> None:
    assert lemma(word) == expected


def test_relatives_share_a_stem() -> None:
    assert len({stem(word) for word in ("shipped", "shipping", "shipment", "ships")}) == 1


def test_accents_do_not_matter() -> None:
    assert lemma("Régions") == lemma("region")
    assert fold("서울") == "서울"
