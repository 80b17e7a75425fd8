from __future__ import annotations

import numpy as np
import pytest

from answerable.language.ranking.trees import Trees, shipped_trees


def small() -> Trees:
    """One tree that asks for `a`, then for `b`; one that is a single leaf."""
    sign = np.array([[0, 1, 0, 0, 0], [0] * 5], dtype=np.int16)
    threshold = np.array([[0.5, 2.0, 0, 0, 0], [0] * 5])
    below = np.array([[1, 3, 2, 3, 4], [0, 1, 2, 3, 4]], dtype=np.int16)
    above = np.array([[2, 4, 2, 3, 4], [0, 1, 2, 3, 4]], dtype=np.int16)
    value = np.array([[0, 0, 10.0, 20.0, 30.0], [1.0, 0, 0, 0, 0]])
    return Trees(("a", "b"), sign, threshold, below, above, value, 2)


@pytest.mark.parametrize(
    ("row", "score"),
    [({"a": 1.0}, 11), ({"a": 0.5, "b": 2.0}, 21), ({"b": 2.1}, 31), ({}, 21), ({"unknown": 9.0}, 21)],
)
def test_the_answers_add_up(row: dict[str, float], score: float) -> None:
    assert small().scores([row]) == [score]


def test_rows_do_not_see_each_other() -> None:
    rows = [{"a": 1.0}, {"b": 3.0}, {}]
    assert small().scores(rows).tolist() == [small().scores([row])[0] for row in rows]


@pytest.mark.parametrize("name", ["order_tried", "sure_tried", "order_untried", "sure_untried"])
def test_shipped_trees_are_whole(name: str) -> None:
    trees = shipped_trees(name)
    assert trees.sign.max() < len(trees.signs)
    assert max(trees.below.max(), trees.above.max()) < trees.value.shape[1]
    assert np.isfinite(trees.value).all()
