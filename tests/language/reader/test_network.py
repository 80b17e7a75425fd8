from __future__ import annotations

import numpy as np
import pytest
from training.export import shipped_arrays

from answerable.language.neural.form import KEYWORDS
from answerable.language.neural.layers import Array
from answerable.language.neural.network import EncodedInput, Network
from answerable.language.neural.pointer_features import SIGNS, PointerState
from answerable.language.neural.relation_graph import RelatingLayer, relating_layers
from tests.language.reader.tiny_network import ENCODER_WIDTH, PLACES, WIDTH, scene, tiny_weights, trained

NETWORK = Network(tiny_weights())
SCENE = scene()


START = SCENE.ground.start()
AFTER = START.after(3, SCENE.ground, is_column=True)


def told(*of: PointerState) -> Array:
    return np.stack([one.signs for one in of])


def scores_along(memory: EncodedInput, tokens: list[int], now: PointerState = START) -> Array:
    state, found = NETWORK.start(), []
    for token in tokens:
        scores, state = NETWORK.decode_step(memory, state, [token], told(now))
        found.append(scores[0])
    return np.stack(found)


def test_sizes_come_from_the_weights() -> None:
    memory = SCENE.read_by(NETWORK)
    scores, state = NETWORK.decode_step(memory, NETWORK.start(), [0], told(START))
    assert NETWORK.encode_names(SCENE.names).shape == (len(SCENE.names), ENCODER_WIDTH)
    assert memory.tokens.shape == (len(KEYWORDS) + len(SCENE.item_kinds), WIDTH)
    assert scores.shape == (1, len(memory.tokens))
    assert scores.dtype == np.float32
    assert (NETWORK.longest, state.length) == (PLACES, 1)


def test_a_name_has_the_same_vector_in_any_company() -> None:
    together = NETWORK.encode_names([*SCENE.names, SCENE.names[0]])
    for name, vector in zip(SCENE.names, together, strict=False):
        assert np.allclose(NETWORK.encode_names([name])[0], vector, atol=1e-5)
    assert np.array_equal(together[0], together[-1])


def test_a_name_is_the_mean_of_its_pieces_without_the_marks() -> None:
    name = SCENE.names[2]
    assert np.allclose(NETWORK.encode_names([name])[0], NETWORK.encoder(name)[1:-1].mean(axis=0), atol=1e-5)


def test_a_name_without_pieces_is_zeros_and_no_name_is_no_row() -> None:
    assert not NETWORK.encode_names([(1, 2)]).any()
    assert NETWORK.encode_names([]).shape == (0, ENCODER_WIDTH)


def test_lines_of_a_beam_do_not_see_each_other() -> None:
    memory = SCENE.read_by(NETWORK)
    one, other = [0, 2, 50, 15], [0, 2, 10, 36]
    state = NETWORK.start().reorder([0, 0])
    for step in range(4):
        scores, state = NETWORK.decode_step(memory, state, [one[step], other[step]], told(START, AFTER))
    assert np.allclose(scores[0], scores_along(memory, one)[-1], atol=1e-5)
    assert np.allclose(scores[1], scores_along(memory, other, AFTER)[-1], atol=1e-5)


def test_reordered_lines_go_on_from_their_own_tokens() -> None:
    memory = SCENE.read_by(NETWORK)
    _, state = NETWORK.decode_step(memory, NETWORK.start().reorder([0, 0]), [2, 10], told(START, START))
    scores, _ = NETWORK.decode_step(memory, state.reorder((1, 0, 1)), (3, 3, 3), told(START, START, START))
    assert np.allclose(scores[0], scores_along(memory, [10, 3])[-1], atol=1e-5)
    assert np.allclose(scores[1], scores_along(memory, [2, 3])[-1], atol=1e-5)
    assert np.array_equal(scores[0], scores[2])


def test_signs_move_the_scores_of_their_items_and_nothing_else() -> None:
    memory, plain = SCENE.read_by(NETWORK), scores_along(SCENE.read_by(NETWORK), [0])
    for sign in range(len(SIGNS)):
        signs = START.signs.copy()
        signs[sign, 2] += 1
        moved = scores_along(memory, [0], PointerState(signs)) - plain
        assert abs(moved[0, len(KEYWORDS) + 2]) > 1e-4
        moved[0, len(KEYWORDS) + 2] = 0
        assert np.allclose(moved, 0, atol=1e-6)


def test_one_relation_changes_what_is_scored() -> None:
    changed = SCENE.relations.copy()
    changed[3, 9] += 1
    before, after = (scores_along(SCENE.read_by(NETWORK, of), [0]) for of in (SCENE.relations, changed))
    assert np.abs(before - after).max() > 1e-4


def test_a_question_without_values_can_be_read() -> None:
    given = scene(values=0)
    assert np.isfinite(scores_along(given.read_by(NETWORK), [0, 2], given.ground.start())).all()


def test_relating_layer_does_what_its_loops_would() -> None:
    layer = relating_layers(tiny_weights())[1]
    rows = np.random.default_rng(2).normal(0, 1, (5, WIDTH)).astype(np.float32)
    relations = SCENE.relations[:5, :5]
    assert np.allclose(layer._attended(rows, relations), _attended_by_loops(layer, rows, relations), atol=1e-4)


def _attended_by_loops(
    layer: RelatingLayer, rows: Array, relations: np.ndarray[tuple[int, int], np.dtype[np.int64]]
) -> Array:
    heads, part = len(layer.biases), WIDTH // len(layer.biases)
    query, key, value = np.split(layer.qkv(rows).astype(np.float64), 3, axis=1)
    found = np.zeros((heads, len(rows), part))
    for head in range(heads):
        own = slice(head * part, (head + 1) * part)
        for i, of in enumerate(relations):
            scores = [query[i, own] @ key[j, own] / part**0.5 + layer.biases[head, of[j]] for j in range(len(rows))]
            shares = np.exp(scores) / np.exp(scores).sum()
            found[head, i] = sum(shares[j] * (value[j, own] + layer.values[of[j]]) for j in range(len(rows)))
    return found.astype(np.float32)


def test_export_refuses_a_parameter_the_reader_has_no_place_for() -> None:
    with pytest.raises(ValueError, match=r"no place for the parameter 'extra\.weight'"):
        shipped_arrays({**trained(), "extra.weight": np.zeros(3, dtype=np.float32)})
