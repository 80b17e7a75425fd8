from __future__ import annotations

import io

import numpy as np
import numpy.typing as npt
import pytest

from answerable.language.neural.weights import Weights, quantise, read, write

RANDOM = np.random.default_rng(5)
MATRIX = (RANDOM.normal(0, 1, (70, 65)) * np.geomspace(0.01, 10, 70)[:, None]).astype(np.float32)
ARRAYS: dict[str, npt.NDArray[np.generic]] = {
    "words": MATRIX,
    "map.weight": MATRIX,
    "map.bias": MATRIX[:, 0],
    "small": MATRIX[:63],
}


def written(arrays: dict[str, npt.NDArray[np.generic]]) -> bytes:
    file = io.BytesIO()
    write(arrays, file, embeddings=("words",))
    return file.getvalue()


def read_back() -> Weights:
    return read(io.BytesIO(written(ARRAYS)))


def test_the_same_weights_give_the_same_bytes_in_any_order() -> None:
    assert written(ARRAYS) == written(dict(reversed(ARRAYS.items())))


@pytest.mark.parametrize(("name", "levels"), [("words", 63), ("map.weight", 127)])
def test_a_weight_is_off_by_at_most_half_a_step_of_its_row(name: str, levels: int) -> None:
    step = np.abs(MATRIX).max(axis=1) / levels
    assert (np.abs(read_back().array(name) - MATRIX) <= 0.501 * step[:, None]).all()


def test_what_is_small_comes_back_bit_for_bit() -> None:
    back = read_back()
    assert back.array("small").tobytes() == MATRIX[:63].tobytes()
    assert back.array("map.bias").tobytes() == MATRIX[:, 0].tobytes()


def test_an_embedding_keeps_a_byte_a_weight_and_gives_the_rows_asked_for() -> None:
    back = read_back()
    embedding = back.embedding("words")
    assert embedding.rows.dtype == np.int8
    assert embedding[[[3, 3], [69, 0]]].shape == (2, 2, 65)
    assert np.array_equal(embedding[[69, 3]], back.array("words")[[69, 3]])


def test_a_row_of_zeros_stays_zeros() -> None:
    rows, scales = quantise(np.array([[0, 0], [0.5, -1]], dtype=np.float32), 127)
    assert rows.tolist() == [[0, 0], [64, -127]]
    assert scales[0] == 1


@pytest.mark.parametrize("block", [None, 5, 7])
def test_a_linear_map_is_the_same_in_blocks(block: int | None) -> None:
    weights = Weights({"map.weight": MATRIX, "map.bias": MATRIX[:, 0]})
    linear = weights.linear("map", block=block)
    rows = RANDOM.normal(0, 1, (2, 3, 65)).astype(np.float32)
    assert np.allclose(linear(rows), rows @ MATRIX.T + MATRIX[:, 0], atol=1e-4)
    assert np.array_equal(linear.matrix, MATRIX.T)
