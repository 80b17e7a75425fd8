from __future__ import annotations

import pytest

from answerable.naming.nearest import edit_distance, most_similar, nearest, similar_spellings


@pytest.mark.parametrize(("word", "meant"), [("custmers", "customers"), ("order", "orders"), ("xyz", None)])
def test_nearest_is_the_most_alike_or_nothing(word: str, meant: str | None) -> None:
    assert nearest(word, ["customers", "orders", "products"]) == meant


def test_two_letters_that_changed_places_are_one_typing_error() -> None:
    assert edit_distance("reciept", "receipt") == 1


def test_only_words_alike_enough_are_given_most_alike_first() -> None:
    assert list(most_similar("berlin", ["bern", "berlin", "rome"], 80.0)) == ["berlin", "bern"]
    assert [word for word, _ in similar_spellings("pars", ["paris", "rome", "parks"], 0.7, limit=1)] == ["paris"]
