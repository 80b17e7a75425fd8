"""A network of a few thousand random weights, and a random scene for it: all sizes differ from the shipped one's."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from training.export import shipped_arrays

from answerable.language.neural.form import END, KEYWORD_IDS, KEYWORDS, PointerKind
from answerable.language.neural.layers import Array
from answerable.language.neural.network import EncodedInput, Network
from answerable.language.neural.pointer_features import SIGNS, PointerFeatures
from answerable.language.neural.relations import RELATIONS
from answerable.language.neural.weights import Weights

ENCODER_WIDTH, WIDTH, WORDS, PLACES = 72, 64, 80, 24


def trained(seed: int = 1) -> dict[str, npt.NDArray[np.float32]]:
    """Parameters as the training names them. Random lines would rarely end, so the end gets a start."""
    random = np.random.default_rng(seed)
    parameters = {name: random.normal(0, 0.3, shape).astype(np.float32) for name, shape in _shapes().items()}
    parameters["kwout.bias"][KEYWORD_IDS[END]] += 6
    return parameters


def _shapes() -> dict[str, tuple[int, ...]]:
    shapes: dict[str, tuple[int, ...]] = {
        "enc.embeddings.word_embeddings.weight": (WORDS, ENCODER_WIDTH),
        "enc.embeddings.position_embeddings.weight": (64, ENCODER_WIDTH),
        "enc.embeddings.token_type_embeddings.weight": (2, ENCODER_WIDTH),
        "enc.pooler.dense.weight": (ENCODER_WIDTH, ENCODER_WIDTH),
        **_norm("enc.embeddings.LayerNorm", ENCODER_WIDTH),
        **_linear("proj", ENCODER_WIDTH, WIDTH),
        **_linear("iproj", ENCODER_WIDTH, WIDTH),
        "kind.weight": (4, WIDTH),
        "ctype.weight": (6, WIDTH),
        "vkind.weight": (6, WIDTH),
        **_norm("nf", WIDTH),
        "kw.weight": (len(KEYWORDS), WIDTH),
        "pos.weight": (PLACES, WIDTH),
        **_linear("told", WIDTH, len(SIGNS)),
        **_norm("dec.norm", WIDTH),
        **{key: shape for name in ("inp", "q", "k") for key, shape in _linear(name, WIDTH, WIDTH).items()},
        **_linear("kwout", WIDTH, len(KEYWORDS)),
    }
    for layer in range(2):
        shapes |= _encoder_layer(f"enc.encoder.layer.{layer}")
    for layer in range(3):
        shapes |= _relating_layer(f"rat.{layer}")
    return shapes | _decoder_layer("dec.layers.0")


def _linear(name: str, inputs: int, outputs: int) -> dict[str, tuple[int, ...]]:
    return {f"{name}.weight": (outputs, inputs), f"{name}.bias": (outputs,)}


def _norm(name: str, width: int) -> dict[str, tuple[int, ...]]:
    return {f"{name}.weight": (width,), f"{name}.bias": (width,)}


def _encoder_layer(name: str) -> dict[str, tuple[int, ...]]:
    own = [_linear(f"{name}.attention.self.{part}", ENCODER_WIDTH, ENCODER_WIDTH) for part in ("query", "key", "value")]
    return {
        **own[0],
        **own[1],
        **own[2],
        **_linear(f"{name}.attention.output.dense", ENCODER_WIDTH, ENCODER_WIDTH),
        **_norm(f"{name}.attention.output.LayerNorm", ENCODER_WIDTH),
        **_linear(f"{name}.intermediate.dense", ENCODER_WIDTH, 96),
        **_linear(f"{name}.output.dense", 96, ENCODER_WIDTH),
        **_norm(f"{name}.output.LayerNorm", ENCODER_WIDTH),
    }


def _relating_layer(name: str) -> dict[str, tuple[int, ...]]:
    return {
        **_linear(f"{name}.qkv", WIDTH, 3 * WIDTH),
        **_linear(f"{name}.o", WIDTH, WIDTH),
        **_norm(f"{name}.n1", WIDTH),
        **_norm(f"{name}.n2", WIDTH),
        **_linear(f"{name}.f1", WIDTH, 96),
        **_linear(f"{name}.f2", 96, WIDTH),
        f"{name}.b.weight": (len(RELATIONS), 4),
        f"{name}.rv.weight": (len(RELATIONS), WIDTH // 4),
    }


def _decoder_layer(name: str) -> dict[str, tuple[int, ...]]:
    shapes = {**_linear(f"{name}.linear1", WIDTH, 96), **_linear(f"{name}.linear2", 96, WIDTH)}
    for norm in ("norm1", "norm2", "norm3"):
        shapes |= _norm(f"{name}.{norm}", WIDTH)
    for part in ("self_attn", "multihead_attn"):
        shapes |= {f"{name}.{part}.in_proj_weight": (3 * WIDTH, WIDTH), f"{name}.{part}.in_proj_bias": (3 * WIDTH,)}
        shapes |= _linear(f"{name}.{part}.out_proj", WIDTH, WIDTH)
    return shapes


def tiny_weights(seed: int = 1) -> Weights:
    return Weights(shipped_arrays(trained(seed)))


@dataclass(frozen=True)
class Scene:
    question: tuple[int, ...]
    names: tuple[tuple[int, ...], ...]
    item_kinds: tuple[PointerKind, ...]
    relations: npt.NDArray[np.int64]
    value_pool: Array
    ground: PointerFeatures

    def read_by(self, network: Network, relations: npt.NDArray[np.int64] | None = None) -> EncodedInput:
        kinds = np.array([0] * len(self.question) + [{"column": 1, "table": 2, "value": 3}[k] for k in self.item_kinds])
        return network.read(
            self.question,
            network.encode_names(self.names),
            kinds,
            np.where(kinds == 1, 1, np.where(kinds == 2, 4, 5)),
            np.where(kinds == 3, 2, 0),
            self.relations if relations is None else relations,
            self.value_pool,
        )


def scene(pieces: int = 7, tables: int = 2, columns: int = 4, values: int = 2, seed: int = 3) -> Scene:
    random = np.random.default_rng(seed)
    items, everything = tables + columns + values, pieces + tables + columns + values
    held = np.zeros((items, items), dtype=np.float32)
    held[tables : tables + columns, tables + columns :] = random.random((columns, values)) < 0.5
    kinds: list[PointerKind] = ["table" for _ in range(tables)]
    kinds += ["column" for _ in range(columns)]
    kinds += ["value" for _ in range(values)]
    return Scene(
        tuple(random.integers(0, WORDS, pieces).tolist()),
        tuple(tuple(random.integers(0, WORDS, 3 + item % 3).tolist()) for item in range(tables + columns)),
        tuple(kinds),
        random.integers(0, len(RELATIONS), (everything, everything)),
        np.full((values, pieces), 1 / pieces, dtype=np.float32),
        _ground(pieces, tables, columns, held, random),
    )


def _ground(pieces: int, tables: int, columns: int, held: Array, random: np.random.Generator) -> PointerFeatures:
    """Columns shared out among the tables in turn; signs and places as chance has it."""
    owner = np.array(
        [*range(tables), *(column % tables for column in range(columns)), *[-1] * (len(held) - tables - columns)]
    )
    same = (owner[:, None] == owner[None]) & (owner[:, None] >= 0)
    near = (owner[:, None] != owner[None]) & (owner[:, None] >= 0) & (owner[None] >= 0)
    always = (random.random((len(SIGNS), len(held))) < 0.4).astype(np.float32)
    soon = random.random((pieces, len(held))).astype(np.float32)
    places = random.integers(-1, pieces, len(held))
    return PointerFeatures(held, same.astype(np.float32), near.astype(np.float32), always, soon, places)
