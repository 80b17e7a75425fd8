"""Weights of one byte become floats when they are used, the first time in memory that is shared."""

from __future__ import annotations

import numpy as np
import pytest

from answerable.language.neural.quantised_linear import QuantisedLinear

RANDOM = np.random.default_rng(5)
ROWS = RANDOM.normal(size=(3, 96)).astype(np.float32)


def _map(outputs: int, block: int | None = None) -> tuple[QuantisedLinear, np.ndarray]:
    stored = RANDOM.integers(-127, 128, size=(outputs, 96), dtype=np.int8)
    scales = RANDOM.uniform(0.001, 0.01, size=outputs).astype(np.float32)
    bias = RANDOM.normal(size=outputs).astype(np.float32)
    return QuantisedLinear(stored, scales, bias, block), (stored * scales[:, None]).T


@pytest.mark.parametrize("block", [None, 64, 50])
def test_every_use_gives_the_same_bits(block: int | None) -> None:
    linear, plain = _map(128, block)
    first = linear(ROWS)
    assert np.allclose(first, ROWS @ plain + linear.bias, atol=1e-4)
    assert np.array_equal(first, linear(ROWS)) and np.array_equal(first, linear(ROWS))


def test_maps_that_take_turns_leave_each_other_alone() -> None:
    (one, plain), (other, _) = _map(128), _map(256)
    first, between = one(ROWS), other(ROWS)
    assert np.array_equal(one(ROWS), first) and np.array_equal(other(ROWS), between)
    assert np.array_equal(one.matrix, plain)


def test_matrix_outlives_the_next_map() -> None:
    (one, plain), (other, _) = _map(128), _map(128)
    matrix = one.matrix
    other(ROWS)
    assert np.array_equal(matrix, plain)
