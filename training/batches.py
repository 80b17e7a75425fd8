"""Examples as padded tensors. While training, some matches between words and names are hidden at random, so that the
network also learns to find a column that the question calls by another word."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch import Tensor

from answerable.language.neural.form import BEGIN, END, KEYWORD_IDS, KEYWORDS, Pointer
from answerable.language.neural.input_features import Features, make_features
from answerable.language.neural.pointer_features import SIGNS, PointerFeatures
from answerable.language.neural.relations import RELATION_IDS
from training.corpus import Example
from training.model import Network

__all__ = ["NameVectors", "Prepared", "add_names", "prepare", "to_batch"]

_MATCHES = [RELATION_IDS[f"{a}{b}_{how}"] for a, b in ("qc", "qt", "cq", "tq") for how in ("exact", "part", "stem")]
_HIDE_IN, _HIDE = 0.3, 0.35
"""In so many examples, so many names lose their matches."""


@dataclass(frozen=True)
class Prepared:
    example: Example
    features: Features
    tokens: tuple[int, ...]
    """Keywords by number, then items of the features; empty where there is no form."""
    names: tuple[tuple[int, ...], ...]
    """Pieces of each chosen item's name."""


def prepare(example: Example, tokenizer: Any) -> Prepared:
    items = example.database.items
    encoded = tokenizer(example.question, return_offsets_mapping=True)
    wanted = [
        items.first_column * (token.kind == "column") + token.index
        for token in example.form or ()
        if isinstance(token, Pointer) and token.kind != "value"
    ]
    features = make_features(
        example.question, encoded["input_ids"][:96], encoded["offset_mapping"][:96], items, example.values, wanted
    )
    names = tokenizer([items.names[item] for item in features.chosen], truncation=True, max_length=16)["input_ids"]
    return Prepared(example, features, _tokens(example, features), tuple(map(tuple, names)))


def _tokens(example: Example, features: Features) -> tuple[int, ...]:
    place = {item: at for at, item in enumerate(features.chosen)}
    first = example.database.items.first_column

    def number(token: str | Pointer) -> int:
        if isinstance(token, str):
            return KEYWORD_IDS[token]
        if token.kind == "value":
            return len(KEYWORDS) + len(features.chosen) + token.index
        return len(KEYWORDS) + place[token.index + (first if token.kind == "column" else 0)]

    return tuple(number(token) for token in example.form or ())


NameVectors = dict[tuple[int, ...], Tensor]


@torch.no_grad()
def add_names(vectors: NameVectors, network: Network, prepared: Sequence[Prepared]) -> None:
    """The vectors of names not known yet, as the encoder gives them now. Thrown away now and then: training through
    them would double the time, and when it ends the encoder hardly moves any more."""
    names = sorted({name for one in prepared for name in one.names} - set(vectors), key=lambda name: (len(name), name))
    was_training = network.training
    network.eval()
    for first in range(0, len(names), 128):
        part = names[first : first + 128]
        vectors.update(zip(part, network.names(*_padded(part)), strict=True))
    network.train(was_training)


def to_batch(
    prepared: Sequence[Prepared], names: NameVectors, chance: random.Random | None = None
) -> dict[str, Tensor]:
    """`chance` decides which matches are hidden; None hides nothing."""
    hidden = len(next(iter(names.values())))
    all_features = [one.features for one in prepared]
    t = max(len(f.pieces) for f in all_features)
    s = max(len(f.chosen) for f in all_features)
    v = max(len(f.values) for f in all_features)
    count, longest = len(prepared), max(len(one.tokens) for one in prepared) + 1
    batch = {
        "ids": torch.zeros(count, t, dtype=torch.long),
        "words": torch.zeros(count, t, dtype=torch.long),
        "vectors": torch.zeros(count, s, hidden),
        "pool": torch.zeros(count, v, t),
        "kinds": torch.zeros(count, t + s + v, dtype=torch.long),
        "column_kinds": torch.full((count, t + s + v), 5),
        "value_kinds": torch.zeros(count, t + s + v, dtype=torch.long),
        "relations": torch.zeros(count, t + s + v, t + s + v, dtype=torch.long),
        "mask": torch.zeros(count, t + s + v, dtype=torch.bool),
        "tokens": torch.full((count, longest), KEYWORD_IDS[END]),
        "wanted": torch.full((count, longest), -100),
        "told": torch.zeros(count, longest, len(SIGNS), s + v),
    }
    for row, one in enumerate(prepared):
        f = one.features
        places = torch.cat(
            [
                torch.arange(len(f.pieces)),
                t + torch.arange(len(f.chosen)),
                t + s + torch.arange(len(f.values)),
            ]
        )
        batch["ids"][row, : len(f.pieces)] = torch.tensor(f.pieces)
        batch["words"][row, : len(f.pieces)] = 1
        batch["vectors"][row, : len(f.chosen)] = torch.stack([names[name] for name in one.names])
        batch["pool"][row, : len(f.values), : len(f.pieces)] = torch.from_numpy(f.value_pool)
        for key, given in (("kinds", f.kinds), ("column_kinds", f.column_kinds), ("value_kinds", f.value_kinds)):
            batch[key][row, places] = torch.from_numpy(given)
        relations = _relations(f, chance)
        batch["relations"][row][places[:, None], places[None]] = torch.from_numpy(relations)
        batch["mask"][row, places] = True
        _fill_tokens(batch, row, one, s)
        batch["told"][row, : len(one.tokens) + 1][..., places[len(f.pieces) :] - t] = _told(one, relations)
    return batch


def _relations(features: Features, chance: random.Random | None) -> np.ndarray[Any, Any]:
    if chance is None or chance.random() > _HIDE_IN:
        return features.relations
    hidden, first = features.relations.copy(), len(features.pieces)
    for at in range(first, first + len(features.chosen)):
        if chance.random() < _HIDE:
            for line in (hidden[at], hidden[:, at]):
                line[np.isin(line, _MATCHES)] = 0
    return hidden


def _fill_tokens(batch: dict[str, Tensor], row: int, one: Prepared, items: int) -> None:
    first, own = len(KEYWORDS), len(one.features.chosen)
    tokens = [number if number < first + own else number - own + items for number in one.tokens]
    batch["tokens"][row, 0] = KEYWORD_IDS[BEGIN]
    batch["tokens"][row, 1 : len(tokens) + 1] = torch.tensor(tokens)
    batch["wanted"][row, : len(tokens)] = torch.tensor(tokens)
    batch["wanted"][row, len(tokens)] = KEYWORD_IDS[END]


def _told(one: Prepared, relations: np.ndarray[Any, Any]) -> Tensor:
    """The signs of every item before each token and before the end."""
    ground, first = PointerFeatures.of(one.features, relations), len(KEYWORDS)
    kinds = one.features.kinds[len(one.features.pieces) :]
    told = [ground.start()]
    for number in one.tokens:
        item = number - first
        told.append(told[-1].after(item, ground, is_column=kinds[item] == 1) if item >= 0 else told[-1])
    return torch.from_numpy(np.stack([after.signs for after in told]))


def _padded(names: list[tuple[int, ...]]) -> tuple[Tensor, Tensor]:
    longest = max(map(len, names))
    ids, mask = (torch.zeros(len(names), longest, dtype=torch.long) for _ in range(2))
    for row, name in enumerate(names):
        ids[row, : len(name)] = torch.tensor(name)
        mask[row, : len(name)] = 1
    return ids, mask
