"""The trained network → the file of weights that ships with the package.

    python -m training.export network.pt src/answerable/language/neural/model.weights

Names become those `answerable.language.neural` uses, what inference never reads is left out, and large matrices go down
to one byte a weight. The same weights give the same bytes.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from answerable.language.neural.weights import write

__all__ = ["EMBEDDINGS", "export", "shipped_arrays"]

Arrays = dict[str, npt.NDArray[np.generic]]

EMBEDDINGS = ("encoder.words",)
_POSITIONS = 128
"""Questions and names are cut well below this many word pieces."""
_ENCODER_HEADS, _DECODER_HEADS = 12, 8

_ENCODER = "enc.encoder.layer."
_PARTS = ("query", "key", "value")

_RENAMED = tuple(
    (re.compile(pattern), name)
    for pattern, name in (
        (r"enc\.embeddings\.word_embeddings\.weight", "encoder.words"),
        (r"enc\.embeddings\.LayerNorm\.(\w+)", r"encoder.norm.\1"),
        (r"enc\.encoder\.layer\.(\d+)\.attention\.output\.dense\.(\w+)", r"encoder.\1.output.\2"),
        (r"enc\.encoder\.layer\.(\d+)\.attention\.output\.LayerNorm\.(\w+)", r"encoder.\1.norm1.\2"),
        (r"enc\.encoder\.layer\.(\d+)\.intermediate\.dense\.(\w+)", r"encoder.\1.widen.\2"),
        (r"enc\.encoder\.layer\.(\d+)\.output\.dense\.(\w+)", r"encoder.\1.narrow.\2"),
        (r"enc\.encoder\.layer\.(\d+)\.output\.LayerNorm\.(\w+)", r"encoder.\1.norm2.\2"),
        (r"proj\.(\w+)", r"question.\1"),
        (r"iproj\.(\w+)", r"names.\1"),
        (r"kind\.weight", "kinds"),
        (r"ctype\.weight", "column_kinds"),
        (r"vkind\.weight", "value_kinds"),
        (r"rat\.(\d+)\.qkv\.(\w+)", r"relating.\1.qkv.\2"),
        (r"rat\.(\d+)\.o\.(\w+)", r"relating.\1.output.\2"),
        (r"rat\.(\d+)\.n([12])\.(\w+)", r"relating.\1.norm\2.\3"),
        (r"rat\.(\d+)\.f1\.(\w+)", r"relating.\1.widen.\2"),
        (r"rat\.(\d+)\.f2\.(\w+)", r"relating.\1.narrow.\2"),
        (r"rat\.(\d+)\.b\.weight", r"relating.\1.biases"),
        (r"rat\.(\d+)\.rv\.weight", r"relating.\1.values"),
        (r"nf\.(\w+)", r"relating.norm.\1"),
        (r"dec\.layers\.(\d+)\.self_attn\.in_proj_(\w+)", r"decoder.\1.self.qkv.\2"),
        (r"dec\.layers\.(\d+)\.self_attn\.out_proj\.(\w+)", r"decoder.\1.self.output.\2"),
        (r"dec\.layers\.(\d+)\.multihead_attn\.in_proj_(\w+)", r"decoder.\1.look.qkv.\2"),
        (r"dec\.layers\.(\d+)\.multihead_attn\.out_proj\.(\w+)", r"decoder.\1.look.output.\2"),
        (r"dec\.layers\.(\d+)\.linear1\.(\w+)", r"decoder.\1.widen.\2"),
        (r"dec\.layers\.(\d+)\.linear2\.(\w+)", r"decoder.\1.narrow.\2"),
        (r"dec\.layers\.(\d+)\.(norm[123]\.\w+)", r"decoder.\1.\2"),
        (r"dec\.norm\.(\w+)", r"decoder.norm.\1"),
        (r"kw\.weight", "keywords"),
        (r"pos\.weight", "places"),
        (r"inp\.(\w+)", r"item_input.\1"),
        (r"q\.(\w+)", r"item_query.\1"),
        (r"k\.(\w+)", r"item_key.\1"),
        (r"kwout\.(\w+)", r"keyword_scores.\1"),
        (r"told\.(\w+)", r"told.\1"),
    )
)
"""The training's names of parameters, and the reader's."""

_DERIVED = re.compile(
    r"enc\.(pooler\..*|embeddings\.(position|token_type)_(embeddings\.weight|ids)|encoder\.layer\.\d+\.attention\.self\..*)"
)
"""Left out, or taken up in `_joined`."""


def shipped_arrays(state: Mapping[str, npt.NDArray[np.generic]]) -> Arrays:
    """The reader's arrays from the training's, still in full precision."""
    plain = {_renamed(name): array for name, array in state.items() if not _DERIVED.fullmatch(name)}
    return {**plain, **_joined(state), **_heads()}


def _renamed(name: str) -> str:
    for pattern, new in _RENAMED:
        if found := pattern.fullmatch(name):
            return found.expand(new)
    raise ValueError(f"the reader has no place for the parameter {name!r}: add it to training/export.py")


def _heads() -> Arrays:
    return {"encoder.heads": np.array(_ENCODER_HEADS), "decoder.heads": np.array(_DECODER_HEADS)}


def _joined(state: Mapping[str, npt.NDArray[np.generic]]) -> Arrays:
    """Query, key and value as one map; positions with the one text's token type added."""
    layers = sorted({name.removeprefix(_ENCODER).split(".")[0] for name in state if name.startswith(_ENCODER)})
    joined: Arrays = {
        f"encoder.{layer}.qkv.{what}": np.concatenate(
            [state[f"{_ENCODER}{layer}.attention.self.{part}.{what}"] for part in _PARTS]
        )
        for layer in layers
        for what in ("weight", "bias")
    }
    positions = state["enc.embeddings.position_embeddings.weight"].astype(np.float32)
    types = state["enc.embeddings.token_type_embeddings.weight"].astype(np.float32)
    return {**joined, "encoder.positions": positions[:_POSITIONS] + types[0]}


def export(trained: Path, target: Path) -> None:
    import torch  # type: ignore[import-not-found, unused-ignore]

    state = torch.load(trained, map_location="cpu", weights_only=True)
    arrays = shipped_arrays({name: tensor.float().numpy() for name, tensor in state.items()})
    with target.open("wb") as file:
        write(arrays, file, embeddings=EMBEDDINGS)


if __name__ == "__main__":
    export(Path(sys.argv[1]), Path(sys.argv[2]))
