"""The network in torch, for training only; `answerable.language.neural.network` runs it from numpy.

A small sentence encoder reads the question and, each by itself, the names of the schema, which can be kept;
relation-aware layers let words, tables, columns and values see each other; a decoder with pointers writes the form.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from transformers import AutoModel

from answerable.language.neural.form import KEYWORDS
from answerable.language.neural.input_features import ITEM_KINDS
from answerable.language.neural.pointer_features import SIGNS
from answerable.language.neural.schema_items import COLUMN_KINDS
from answerable.language.neural.value_candidates import KINDS

__all__ = ["RELATION_SLOTS", "Network"]

RELATION_SLOTS = 64
WIDTH, HEADS, LONGEST = 256, 8, 64


class QuickDropout(nn.Module):
    """Dropout whose chance comes as bytes: drawing floats takes a fifth of the training."""

    def __init__(self, share: float) -> None:
        super().__init__()
        self.p, self._below = share, round(share * 256)
        self._chance = np.random.default_rng(0)

    def forward(self, x: Tensor) -> Tensor:
        if not self.training or not self._below:
            return x
        drawn = torch.frombuffer(bytearray(self._chance.bytes(x.numel())), dtype=torch.uint8).view(x.shape)
        return x * (drawn >= self._below) * (256 / (256 - self._below))


def _quicken(module: nn.Module) -> None:
    for name, child in module.named_children():
        if isinstance(child, nn.Dropout):
            setattr(module, name, QuickDropout(child.p))
        else:
            _quicken(child)


class RelationLayer(nn.Module):
    """Attention with a bias and a value for each kind of relation between two items."""

    def __init__(self, width: int, heads: int, dropout: float) -> None:
        super().__init__()
        self.heads = heads
        self.qkv, self.o = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.n1, self.n2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.f1, self.f2 = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.b, self.rv = nn.Embedding(RELATION_SLOTS, heads), nn.Embedding(RELATION_SLOTS, width // heads)
        self.drop = nn.Dropout(dropout)
        nn.init.zeros_(self.b.weight)
        nn.init.normal_(self.rv.weight, std=0.02)

    def forward(self, x: Tensor, relations: Tensor, mask: Tensor) -> Tensor:
        batch, count, width = x.shape
        part = width // self.heads
        q, k, v = self.qkv(self.n1(x)).view(batch, count, 3, self.heads, part).permute(2, 0, 3, 1, 4)
        scores = q @ k.transpose(-1, -2) / math.sqrt(part) + self.b(relations).permute(0, 3, 1, 2)
        weights = scores.masked_fill(~mask[:, None, None, :], -1e9).softmax(-1)
        mass = torch.zeros(batch, self.heads, count, RELATION_SLOTS)
        mass = mass.scatter_add_(3, relations[:, None].expand(-1, self.heads, -1, -1), weights)
        seen = weights @ v + mass @ self.rv.weight
        x = x + self.drop(self.o(seen.transpose(1, 2).reshape(batch, count, width)))
        return x + self.drop(self.f2(self.drop(functional.gelu(self.f1(self.n2(x))))))


class Network(nn.Module):
    def __init__(self, encoder: str, dropout: float = 0.15, layers: int = 4, decoder_layers: int = 2) -> None:
        super().__init__()
        self.enc = AutoModel.from_pretrained(encoder, add_pooling_layer=False, attention_probs_dropout_prob=0.0)
        hidden = self.enc.config.hidden_size
        self.proj, self.iproj = nn.Linear(hidden, WIDTH), nn.Linear(hidden, WIDTH)
        self.kind = nn.Embedding(len(ITEM_KINDS), WIDTH)
        self.ctype, self.vkind = nn.Embedding(len(COLUMN_KINDS), WIDTH), nn.Embedding(len(KINDS), WIDTH)
        self.rat = nn.ModuleList(RelationLayer(WIDTH, HEADS, dropout) for _ in range(layers))
        self.nf = nn.LayerNorm(WIDTH)
        self.kw, self.pos = nn.Embedding(len(KEYWORDS), WIDTH), nn.Embedding(LONGEST, WIDTH)
        self.inp = nn.Linear(WIDTH, WIDTH)
        layer = nn.TransformerDecoderLayer(
            WIDTH, HEADS, 4 * WIDTH, dropout, batch_first=True, norm_first=True, activation="gelu"
        )
        self.dec = nn.TransformerDecoder(layer, decoder_layers, norm=nn.LayerNorm(WIDTH))
        self.q, self.k = nn.Linear(WIDTH, WIDTH), nn.Linear(WIDTH, WIDTH)
        self.kwout = nn.Linear(WIDTH, len(KEYWORDS))
        self.told = nn.Linear(WIDTH, len(SIGNS))
        nn.init.zeros_(self.told.weight)
        nn.init.zeros_(self.told.bias)
        self.drop = nn.Dropout(dropout)
        _quicken(self)

    def take_over(self, state: dict[str, Tensor]) -> None:
        """Another network's weights; signs it did not know yet count nothing at first."""
        for name in ("told.weight", "told.bias"):
            missing = len(SIGNS) - len(state[name])
            state[name] = torch.cat([state[name], torch.zeros(missing, *state[name].shape[1:])])
        self.load_state_dict(state)

    def names(self, ids: Tensor, mask: Tensor) -> Tensor:
        """A vector for each name: the mean over its pieces, without the marks at both ends."""
        hidden = self.enc(input_ids=ids, attention_mask=mask).last_hidden_state
        inner = mask.clone()
        inner[:, 0] = 0
        inner[torch.arange(len(ids)), mask.sum(1) - 1] = 0
        weight = inner.unsqueeze(-1).float()
        return (hidden * weight).sum(1) / weight.sum(1).clamp(min=1)

    def read(self, batch: dict[str, Tensor]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        words = self.proj(self.enc(input_ids=batch["ids"], attention_mask=batch["words"]).last_hidden_state)
        vectors = self.iproj(batch["vectors"])
        x = torch.cat([words, vectors, torch.bmm(batch["pool"], words)], 1)
        is_value = (batch["kinds"] == 3).unsqueeze(-1)
        x = x + self.kind(batch["kinds"]) + self.ctype(batch["column_kinds"])
        x = self.drop(x + self.vkind(batch["value_kinds"]) * is_value)
        for layer in self.rat:
            x = layer(x, batch["relations"], batch["mask"])
        x, first = self.nf(x), words.size(1)
        return x, batch["mask"], x[:, first:], batch["mask"][:, first:]

    def write(self, tokens: Tensor, told: Tensor, memory: tuple[Tensor, ...]) -> Tensor:
        """Scores of keywords and items after each token; `told` are the signs of every item there."""
        seen, mask, items, item_mask = memory
        keywords = len(KEYWORDS)
        pointed = (tokens - keywords).clamp(min=0).unsqueeze(-1).expand(-1, -1, items.size(-1))
        x = torch.where(
            (tokens < keywords).unsqueeze(-1),
            self.kw(tokens.clamp(max=keywords - 1)),
            self.inp(torch.gather(items, 1, pointed)),
        )
        x = self.drop(x + self.pos(torch.arange(tokens.size(1))))
        later = torch.triu(torch.full((tokens.size(1),) * 2, float("-inf")), 1)
        padding = torch.zeros_like(mask, dtype=torch.float).masked_fill(~mask, float("-inf"))
        y = self.dec(x, seen, tgt_mask=later, memory_key_padding_mask=padding)
        scores = torch.bmm(self.q(y), self.k(items).transpose(1, 2)) / math.sqrt(items.size(-1))
        scores = scores + (self.told(y).unsqueeze(2) @ told).squeeze(2)
        return torch.cat([self.kwout(y), scores.masked_fill(~item_mask.unsqueeze(1), -1e9)], -1)

    def forward(self, batch: dict[str, Any]) -> Tensor:
        return self.write(batch["tokens"], batch["told"], self.read(batch))
