from __future__ import annotations

import math

import numpy as np

from answerable.language.neural.layers import Norm, gelu, join_heads, softmax, split_heads

RANDOM = np.random.default_rng(11)


def test_gelu_is_exact_to_float_precision_in_both_tails() -> None:
    points = np.linspace(-12, 12, 4801, dtype=np.float32)
    exact = np.array([x * 0.5 * (1 + math.erf(x / 2**0.5)) for x in points.tolist()])
    assert gelu(points).dtype == np.float32
    assert np.abs(gelu(points) - exact).max() < 1e-6


def test_gelu_leaves_its_argument_alone() -> None:
    rows = RANDOM.normal(0, 3, (3, 8)).astype(np.float32)
    before = rows.copy()
    assert not np.shares_memory(gelu(rows), rows)
    assert (rows == before).all()


def test_softmax_bears_scores_beyond_what_exp_can_hold() -> None:
    shares = softmax(np.array([[1000, 1000, -1000]], dtype=np.float32))
    assert shares.tolist() == [[0.5, 0.5, 0.0]]


def test_norm_centres_and_scales_each_row() -> None:
    rows = RANDOM.normal(3, 5, (4, 32)).astype(np.float32)
    gain, shift = RANDOM.normal(0, 1, (2, 32)).astype(np.float32)
    centred = rows - rows.mean(axis=1, keepdims=True)
    wanted = centred / np.sqrt(rows.var(axis=1, keepdims=True) + 1e-5) * gain + shift
    assert np.allclose(Norm(gain, shift, 1e-5)(rows), wanted, atol=1e-5)


def test_heads_joined_again_are_what_was_split() -> None:
    rows = RANDOM.normal(0, 1, (2, 5, 12)).astype(np.float32)
    parts = split_heads(rows, 4)
    assert parts.shape == (2, 4, 5, 3)
    assert np.array_equal(parts[1, 2, 4], rows[1, 4, 6:9])
    assert np.array_equal(join_heads(parts), rows)
