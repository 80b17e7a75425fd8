"""Words of like meaning have vectors that are alike."""

from __future__ import annotations

import numpy as np
import pytest

from answerable.language.neural.word_vectors import shipped_word_vectors


def _cosine(one: str, other: str) -> float:
    vectors = shipped_word_vectors().stack([one, other])
    return float(vectors[0] @ vectors[1])


@pytest.mark.parametrize(
    ("word", "near", "far"),
    [
        ("staff", "employee", "weather"),
        ("client", "customer", "diesel"),
        ("salary", "wage", "river"),
        ("doctor", "physician", "invoice"),
    ],
)
def test_a_synonym_is_nearer_than_a_stranger(word: str, near: str, far: str) -> None:
    assert _cosine(word, near) > _cosine(word, far) + 0.2


def test_vectors_have_length_one() -> None:
    vector = shipped_word_vectors().vector("order")
    assert vector is not None
    assert np.isclose(np.linalg.norm(vector), 1, atol=1e-3)


def test_a_word_that_is_not_known_is_like_nothing() -> None:
    assert shipped_word_vectors().vector("xqzzy") is None
    assert not shipped_word_vectors().stack(["xqzzy"]).any()
