from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise

import numpy as np
import pytest

from answerable.language.neural.beam import BeamResult, search
from answerable.language.neural.form import BEGIN, END, KEYWORD_IDS, KEYWORDS
from answerable.language.neural.grammar import START, Prefix
from answerable.language.neural.network import EncodedInput, Network
from answerable.language.neural.weights import Weights
from tests.language.reader.tiny_network import Scene, scene, tiny_weights

NETWORK = Network(tiny_weights())
SCENE = scene()


def symbols(of: Scene) -> tuple[str, ...]:
    return (*KEYWORDS, *of.item_kinds)


def ended(tokens: tuple[int, ...], of: Scene) -> Prefix:
    prefix = START
    for token in tokens:
        prefix = prefix.after(symbols(of)[token])
    return prefix.after(END)


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_written_is_a_whole_form(seed: int) -> None:
    given, network = scene(seed=seed), Network(tiny_weights(seed))
    written = search(network, given.read_by(network), given.ground, given.item_kinds)
    assert written
    assert all(not ended(one.tokens, given).allowed for one in written)


@pytest.mark.parametrize("width", [1, 3, 8])
def test_the_likeliest_come_first_none_twice_and_no_more_than_asked_for(width: int) -> None:
    written = search(NETWORK, SCENE.read_by(NETWORK), SCENE.ground, SCENE.item_kinds, width=width)
    scores = [one.log_probability for one in written]
    assert 0 < len(written) <= width
    assert scores == sorted(scores, reverse=True)
    assert all(score <= 0 for score in scores)
    assert len({one.tokens for one in written}) == len(written)


def test_no_form_is_likelier_than_its_least_likely_token() -> None:
    written = search(NETWORK, SCENE.read_by(NETWORK), SCENE.ground, SCENE.item_kinds)
    assert all(one.log_probability <= one.least < 0 for one in written)


def test_a_beam_without_bounds_finds_every_short_form_with_its_probability() -> None:
    memory = SCENE.read_by(NETWORK)
    wanted = {one.tokens: one.log_probability for one in every_form(memory, 3)}
    written = search(NETWORK, memory, SCENE.ground, SCENE.item_kinds, width=100_000, longest=3)
    found = {one.tokens: one.log_probability for one in written}
    assert len(wanted) > 50
    assert found.keys() == wanted.keys()
    assert all(abs(found[tokens] - wanted[tokens]) < 1e-3 for tokens in wanted)


def every_form(memory: EncodedInput, longest: int) -> Iterator[BeamResult]:
    """By trying all tokens the grammar allows but a column shown twice, and decoding each line from its start."""
    lines: list[tuple[tuple[int, ...], float, Prefix]] = [((), 0.0, START)]
    for tokens, score, prefix in lines:
        pairs = pairwise(symbols(SCENE)[token] for token in tokens)
        plain = [of == "column" and before in ("SELECT", "DISTINCT", "column", "*") for before, of in pairs]
        again = {token for token, shown in zip(tokens[1:], plain, strict=True) if shown}
        allowed = [t for t, symbol in enumerate(symbols(SCENE)) if symbol in prefix.allowed and t not in again]
        scores = last_scores(memory, tokens)[allowed].astype(float)
        shares = scores - np.log(np.exp(scores).sum())
        for token, share in zip(allowed, shares.tolist(), strict=True):
            if token == KEYWORD_IDS[END]:
                yield BeamResult(tokens, score + share)
            elif len(tokens) < longest:
                lines.append(((*tokens, token), score + share, prefix.after(symbols(SCENE)[token])))


def last_scores(memory: EncodedInput, tokens: tuple[int, ...]) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    state, told = NETWORK.start(), SCENE.ground.start()
    for token in (KEYWORD_IDS[BEGIN], *tokens):
        if token >= len(KEYWORDS):
            told = told.after(token - len(KEYWORDS), SCENE.ground, is_column=symbols(SCENE)[token] == "column")
        scores, state = NETWORK.decode_step(memory, state, [token], told.signs[None])
    last: np.ndarray[tuple[int], np.dtype[np.float32]] = scores[0]
    return last


def test_of_equals_the_lower_token_wins() -> None:
    weights = tiny_weights()
    silent = (
        "keyword_scores.weight",
        "keyword_scores.bias",
        "item_key.weight",
        "item_key.bias",
        "told.weight",
        "told.bias",
    )
    network = Network(Weights({**weights.arrays, **{name: weights.array(name) * 0 for name in silent}}))
    written = search(network, SCENE.read_by(network), SCENE.ground, SCENE.item_kinds, width=200, longest=2)
    alike = [one.tokens for one in written if one.log_probability == written[0].log_probability]
    assert len(alike) > 2
    assert alike == sorted(alike)


def test_lines_that_would_need_a_value_end_where_there_is_none() -> None:
    given = scene(values=0)
    written = search(NETWORK, given.read_by(NETWORK), given.ground, given.item_kinds)
    assert written
    assert all(not ended(one.tokens, given).allowed for one in written)


def test_nothing_is_longer_than_the_decoder_has_places_for() -> None:
    written = search(NETWORK, SCENE.read_by(NETWORK), SCENE.ground, SCENE.item_kinds, width=2, longest=1000)
    assert all(len(one.tokens) < NETWORK.longest for one in written)


def test_two_processes_write_the_same() -> None:
    code = (
        "from tests.language.reader.test_beam import *;"
        "print(search(NETWORK, SCENE.read_by(NETWORK), SCENE.ground, SCENE.item_kinds))"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
