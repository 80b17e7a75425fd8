from __future__ import annotations

import pytest

from answerable.naming.identifiers import identifier_lemmas, identifier_parts, identifier_words, space_out


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("unit_price_cents", ("unit", "price", "cents")),
        ("unitPriceCents", ("unit", "Price", "Cents")),
        ("XMLFile", ("XML", "File")),
        ("Order Line-ID", ("Order", "Line", "ID")),
        ("Phone2", ("Phone", "2")),
        ("Größe_UmsatzÜbersicht", ("Größe", "Umsatz", "Übersicht")),
        ("고객email", ("고객", "email")),
        ("", ()),
    ],
)
def test_a_name_is_split_at_case_digits_and_script(name: str, parts: tuple[str, ...]) -> None:
    assert identifier_parts(name) == parts


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Address2", ("address2",)),
        ("USDAmount", ("usd", "amount")),
        ("Q3Revenue", ("q3", "revenue")),
        ("B2B", ("b2b",)),
    ],
)
def test_digits_stay_with_the_word_before_them(name: str, words: tuple[str, ...]) -> None:
    assert identifier_words(name) == words


def test_lemmas_are_singular() -> None:
    assert identifier_lemmas("OrderLines") == identifier_lemmas("order_line") == ("order", "line")


def test_capitals_that_mean_something_stay() -> None:
    assert space_out("amountUSD (%)") == "amount USD (%)"
