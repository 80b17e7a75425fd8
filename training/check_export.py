"""Does numpy say what torch says? Exports a network and compares every score along a line of tokens.

    python -m training.check_export ENCODER [network.pt]

ENCODER is the folder of the pre-trained encoder; without a trained network the other parts are random. The scene, too,
is random: no question and no schema is needed. Exits 1 when the two differ by more than rounding explains.
"""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch

from answerable.language.neural import network as runtime
from answerable.language.neural.form import BEGIN, KEYWORD_IDS, KEYWORDS
from answerable.language.neural.layers import Array
from answerable.language.neural.pointer_features import SIGNS
from answerable.language.neural.relations import RELATIONS
from answerable.language.neural.weights import Weights, read, write
from training.export import EMBEDDINGS, shipped_arrays
from training.model import Network

EXACT, QUANTISED = 1e-4, 2e-2
"""Largest difference of scores: in full precision, and with one byte a weight where all but the encoder is random."""

_PIECES, _COLUMNS, _TABLES, _VALUES, _STEPS = 20, 60, 12, 8, 12


@dataclass(frozen=True)
class Scene:
    question: list[int]
    names: list[list[int]]
    kinds: npt.NDArray[np.int64]
    column_kinds: npt.NDArray[np.int64]
    value_kinds: npt.NDArray[np.int64]
    relations: npt.NDArray[np.int64]
    pool: Array
    tokens: list[int]
    told: Array


def scene(seed: int = 7) -> Scene:
    random = np.random.default_rng(seed)
    items = _TABLES + _COLUMNS + _VALUES
    kinds = np.array([0] * _PIECES + [2] * _TABLES + [1] * _COLUMNS + [3] * _VALUES)
    pool = random.random((_VALUES, _PIECES), dtype=np.float32)
    return Scene(
        _text(random, _PIECES),
        [_text(random, int(length)) for length in random.integers(3, 8, _TABLES + _COLUMNS)],
        kinds,
        np.where(kinds == 1, random.integers(0, 4, len(kinds)), np.where(kinds == 2, 4, 5)),
        np.where(kinds == 3, random.integers(0, 6, len(kinds)), 0),
        random.integers(0, len(RELATIONS), (len(kinds), len(kinds))),
        pool / pool.sum(axis=1, keepdims=True),
        [KEYWORD_IDS[BEGIN], *random.integers(2, len(KEYWORDS) + items, _STEPS - 1).tolist()],
        (random.random((_STEPS, len(SIGNS), items)) < 0.2).astype(np.float32),
    )


def _text(random: np.random.Generator, length: int) -> list[int]:
    return [101, *random.integers(1996, 30000, length - 2).tolist(), 102]


@torch.no_grad()
def torch_scores(network: Network, given: Scene) -> Array:
    batch = {
        "ids": torch.tensor([given.question]),
        "words": torch.ones(1, len(given.question), dtype=torch.long),
        "vectors": torch_names(network, given.names)[None],
        "pool": torch.from_numpy(given.pool)[None],
        "kinds": torch.from_numpy(given.kinds)[None],
        "column_kinds": torch.from_numpy(given.column_kinds)[None],
        "value_kinds": torch.from_numpy(given.value_kinds)[None],
        "relations": torch.from_numpy(given.relations)[None],
        "mask": torch.ones(1, len(given.kinds), dtype=torch.bool),
        "tokens": torch.tensor([given.tokens]),
        "told": torch.from_numpy(given.told)[None],
    }
    scores: Array = network(batch)[0].numpy()
    return scores


def torch_names(network: Network, names: list[list[int]]) -> torch.Tensor:
    longest = max(map(len, names))
    ids = torch.tensor([name + [0] * (longest - len(name)) for name in names])
    return network.names(ids, torch.tensor([[1] * len(name) + [0] * (longest - len(name)) for name in names]))


def numpy_scores(weights: Weights, given: Scene) -> Array:
    """Two equal lines that change places at every step, so that the kept keys are reordered too."""
    network = runtime.Network(weights)
    memory = network.read(
        given.question,
        network.encode_names(given.names),
        given.kinds,
        given.column_kinds,
        given.value_kinds,
        given.relations,
        given.pool,
    )
    state, found = network.start().reorder([0, 0]), []
    for token, told in zip(given.tokens, given.told, strict=True):
        scores, state = network.decode_step(memory, state, [token, token], np.stack([told, told]))
        state = state.reorder([1, 0])
        found.append(scores[1])
    return np.stack(found)


@torch.no_grad()
def shake(network: Network) -> None:
    """Biases that begin as zeros and gains that begin as ones would hide a mistake about them."""
    for name, parameter in network.named_parameters():
        if parameter.ndim == 1 or name.endswith(".b.weight"):
            parameter += 0.05 * torch.randn_like(parameter)


def packed(arrays: dict[str, npt.NDArray[np.generic]]) -> bytes:
    file = io.BytesIO()
    write(arrays, file, embeddings=EMBEDDINGS)
    return file.getvalue()


def main(encoder: str, trained: str | None = None) -> int:
    torch.manual_seed(0)
    network = Network(encoder).eval()
    if trained:
        network.load_state_dict(torch.load(trained, map_location="cpu", weights_only=True))
    else:
        shake(network)
    arrays = shipped_arrays({name: tensor.numpy() for name, tensor in network.state_dict().items()})
    file, given = packed(arrays), scene()
    wanted = torch_scores(network, given)
    exact = float(np.abs(numpy_scores(Weights(arrays), given) - wanted).max())
    rounded = float(np.abs(numpy_scores(read(io.BytesIO(file)), given) - wanted).max())
    same = packed(dict(reversed(arrays.items()))) == file
    print(f"scores within ±{np.abs(wanted).max():.1f}; off by {exact:.1e} in full precision, {rounded:.1e} as shipped")
    print(f"file {len(file) / 1e6:.1f} MB, {'the same' if same else 'NOT the same'} when written again")
    return 0 if same and exact <= EXACT and (trained or rounded <= QUANTISED) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
