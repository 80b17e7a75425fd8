"""Fit the weights of the ranking: `python -m training.fit outcomes.jsonl weights.json`.

The readings of a question, and the case that none is right, share one probability: what is fitted is that of the right
ones together. Prints accuracy, calibration error and the accuracy of the surest, each database judged by weights fitted
without it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

_SHRINK = 0.05
_STEPS = 150


class Pools:
    """All questions as padded tensors; the last place of a row is the case that none is right."""

    def __init__(self, lines: list[dict[str, Any]]) -> None:
        self.lines = lines
        self.reading = sorted({sign for line in lines for one in line["pool"] for sign in one["signs"]})
        self.none = sorted({sign for line in lines for sign in line["none"]})
        longest = max(len(line["pool"]) for line in lines)
        width = len(self.reading) + len(self.none)
        self.signs = torch.zeros(len(lines), longest + 1, width)
        self.there = torch.zeros(len(lines), longest + 1, dtype=torch.bool)
        self.right = torch.zeros(len(lines), longest + 1, dtype=torch.bool)
        for row, line in enumerate(lines):
            for place, one in enumerate(line["pool"]):
                self.there[row, place], self.right[row, place] = True, one["right"]
                for sign, value in one["signs"].items():
                    self.signs[row, place, self.reading.index(sign)] = value
            for sign, value in line["none"].items():
                self.signs[row, -1, len(self.reading) + self.none.index(sign)] = value
            self.there[row, -1] = True
            self.right[row, -1] = not self.right[row].any()


def fit(pools: Pools, rows: Tensor) -> Tensor:
    signs, there, right = pools.signs[rows], pools.there[rows], pools.right[rows]
    spread = pools.signs.flatten(0, 1).std(0).clamp(min=1e-3)
    weights = torch.zeros(signs.size(-1), requires_grad=True)
    optimizer = torch.optim.LBFGS([weights], max_iter=_STEPS, line_search_fn="strong_wolfe")

    def loss() -> Tensor:
        optimizer.zero_grad()
        scores = (signs / spread @ weights).masked_fill(~there, -1e9)
        likely = scores.masked_fill(~right, -1e9).logsumexp(-1) - scores.logsumexp(-1)
        value = -likely.mean() + _SHRINK * weights.square().sum() / 10
        value.backward()
        return value

    optimizer.step(loss)
    return (weights / spread).detach()


def probabilities(pools: Pools, weights: Tensor, rows: Tensor) -> Tensor:
    scores = (pools.signs[rows] @ weights).masked_fill(~pools.there[rows], -1e9)
    return scores.softmax(-1)


def main() -> None:
    lines = [json.loads(text) for text in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()]
    pools = Pools(lines)
    _report(pools)
    weights = fit(pools, torch.arange(len(lines)))
    numbers = [round(float(value), 4) for value in weights]
    reading = dict(zip(pools.reading, numbers, strict=False))
    none = dict(zip(pools.none, numbers[len(pools.reading) :], strict=True))
    Path(sys.argv[2]).write_text(json.dumps({"reading": reading, "none": none}, indent=1) + "\n", encoding="utf-8")


def _report(pools: Pools) -> None:
    names = [line["db_id"] for line in pools.lines]
    sure, hit = torch.zeros(len(names)), torch.zeros(len(names))
    for name in sorted(set(names)):
        own = torch.tensor([other == name for other in names])
        weights = fit(pools, (~own).nonzero().squeeze(1))
        rows = own.nonzero().squeeze(1)
        shared = probabilities(pools, weights, rows)[:, :-1]
        sure[rows], place = shared.max(-1)
        hit[rows] = pools.right[rows].gather(1, place[:, None]).squeeze(1).float()
    print(f"right: {hit.mean():.1%}; calibration error {calibration_error(sure, hit):.3f}")
    order = sure.argsort(descending=True, stable=True)
    for share in (0.2, 0.4, 0.6, 1.0):
        part = order[: int(share * len(order))]
        print(f"surest {share:.0%}: {hit[part].mean():.1%} right, down to {sure[part].min():.2f}")


def calibration_error(sure: Tensor, hit: Tensor, bins: int = 10) -> float:
    place = (sure * bins).long().clamp(max=bins - 1)
    error = 0.0
    for number in range(bins):
        own = place == number
        if own.any():
            error += float((sure[own].mean() - hit[own].mean()).abs() * own.float().mean())
    return error


if __name__ == "__main__":
    main()
