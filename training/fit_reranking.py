"""Fit the trees of `language/reranking`: `python -m training.fit_reranking pools.pickle… [--out reranking_trees.npz]`.

Three of them: `order` (which reading is meant), `sure` (whether the first one is right), `answerable` (whether the data
holds an answer). Prints what domains get by trees fitted without them: accuracy, calibration, the surest, and at which
thresholds how many are answered rightly and wrongly.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np
import numpy.typing as npt

from answerable.language.reranking.reranking_features import POOL_IDS, Features, features_of_choice
from training.fit import Array, Pools, fit, shared, write
from training.reranking_pools import QuestionPool, read_pools

_PARTS = 6
_ORDER_TREES, _SURE_TREES = 220, 160
_SPIDER_WEIGHT, _OWN_WEIGHT = 0.4, 0.3
"""The network learned Spider's questions by heart, and the rules were written to our own: what they make of them counts
for less."""
_BINARY = {
    "objective": "binary",
    "learning_rate": 0.04,
    "num_leaves": 8,
    "max_depth": 4,
    "min_data_in_leaf": 30,
    "feature_fraction": 0.4,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 2.0,
    "seed": 1,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,
    "verbosity": -1,
    "boost_from_average": False,
}


def as_pools(questions: Sequence[QuestionPool]) -> Pools:
    lines = [{"db_id": one.domain, "pool": [{"right": right} for right in one.right]} for one in questions]
    pools = Pools(lines, [_without_ids(one.rows) for one in questions])
    pools.weights = np.repeat([_weight(one.domain) for one in questions], pools.sizes)
    return pools


def _weight(domain: str) -> float:
    kind = domain.split(" ")[0]
    return {"spider": _SPIDER_WEIGHT, "own": _OWN_WEIGHT}.get(kind, 1.0)


def _without_ids(rows: Sequence[Features]) -> list[Features]:
    return [{name: value for name, value in row.items() if name not in POOL_IDS} for row in rows]


@dataclass
class Choice:
    domain: str
    features: Features
    is_right: bool
    expect: str
    wording: int
    has_right: bool
    kind: str
    top3: bool


def choices(questions: Sequence[QuestionPool], shares: Array, pools: Pools) -> list[Choice]:
    found = []
    for at, one in enumerate(questions):
        own = shares[pools.starts[at] : pools.starts[at + 1]].tolist()
        first = int(np.argmax(own[:-1]))
        *rows, none = one.rows
        features = features_of_choice(rows, none, own, first)
        found.append(
            Choice(
                one.domain,
                {name: value for name, value in features.items() if name not in POOL_IDS},
                one.right[first],
                one.expect,
                one.wording,
                any(one.right),
                one.kind,
                _among_three(one, own),
            )
        )
    return found


def _among_three(one: QuestionPool, shares: Sequence[float]) -> bool:
    """Among the three likeliest that give different results."""
    results: list[float] = []
    for at in sorted(range(len(one.right)), key=lambda at: -shares[at]):
        result = one.rows[at]["result"]
        if result in results:
            continue
        results.append(result)
        if one.right[at]:
            return True
        if len(results) == 3:
            return False
    return False


class Sureness:
    def __init__(self, chosen: Sequence[Choice], label: str) -> None:
        self.signs = sorted({name for one in chosen for name in one.features})
        self.rows = np.array([[one.features.get(name, 0.0) for name in self.signs] for one in chosen])
        right = [one.is_right if label == "sure" else one.expect != "decline" for one in chosen]
        self.labels = np.array(right, dtype=np.float64)
        self.weights = np.array([_weight(one.domain) for one in chosen])

    def fit(self, part: Sequence[int]) -> lightgbm.Booster:
        data = lightgbm.Dataset(
            self.rows[part],
            self.labels[part],
            weight=self.weights[part],
            feature_name=self.signs,
            free_raw_data=False,
        )
        return lightgbm.train(_BINARY, data, num_boost_round=_SURE_TREES)


def parts(names: Sequence[str]) -> list[list[int]]:
    own = np.random.default_rng(3).permutation(sorted(set(names))).tolist()
    part = {name: at % _PARTS for at, name in enumerate(own)}
    return [[at for at, name in enumerate(names) if part[name] == number] for number in range(_PARTS)]


def unseen(names: Sequence[str], learn: Any, predict: Any) -> None:
    """Each part is predicted by what was learned without it."""
    for own in parts(names):
        inside = set(own)
        predict(learn([at for at in range(len(names)) if at not in inside]), own)


def unseen_shares(pools: Pools) -> Array:
    scores = np.zeros(len(pools.rows))

    def predict(booster: lightgbm.Booster, own: list[int]) -> None:
        rows = pools.part(own)
        scores[rows] = booster.predict(pools.rows[rows], raw_score=True)

    unseen(pools.names, lambda part: fit(pools, part, _ORDER_TREES), predict)
    return shared(scores, pools.sizes)


def unseen_sureness(sureness: Sureness, names: Sequence[str]) -> Array:
    found = np.zeros(len(names))

    def predict(booster: lightgbm.Booster, own: list[int]) -> None:
        found[own] = booster.predict(sureness.rows[own])

    unseen(names, sureness.fit, predict)
    return found


def report(chosen: Sequence[Choice], sure: Array, answerable: Array) -> None:
    for name, wordings in (("main wording", {0}), ("paraphrases", {1, 2}), ("Spider and own", {3}), ("reworded", {4})):
        own = [at for at, one in enumerate(chosen) if one.wording in wordings]
        _report_part(name, [chosen[at] for at in own], sure[own], answerable[own])


def _report_part(name: str, chosen: Sequence[Choice], sure: Array, answerable: Array) -> None:
    asked = np.array([one.expect == "answer" for one in chosen])
    right = np.array([one.is_right for one in chosen])
    if not asked.any():
        return
    shares = [
        np.mean([getattr(one, what) for one in chosen if one.expect == "answer"]) for what in ("has_right", "top3")
    ]
    print(f"{name}: best guess {right[asked].mean():.1%}, among three {shares[1]:.1%}, in the pool {shares[0]:.1%}")
    print(f"  calibration error {_calibration_error(sure, right):.3f}")
    for least in (0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9):
        said = sure >= least
        precise = right[said].mean() if said.any() else 0.0
        wins, losses = (said & right).sum() / asked.sum(), (said & ~right).mean()
        print(
            f"  at {least}: answered {said.mean():.1%}, right {wins:.1%}, wrong {losses:.1%}, precision {precise:.1%}"
        )
    declinable = np.array([one.expect == "decline" for one in chosen])
    for least in (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93):
        low = answerable < least
        lost = (low & asked & right).sum() / asked.sum()
        of_those = low[declinable].mean() if declinable.any() else 0.0
        print(
            f"  declined below {least}: {of_those:.1%}, of others {low[asked].mean():.1%}, right ones lost {lost:.1%}"
        )


def _calibration_error(sure: Array, right: npt.NDArray[np.bool_]) -> float:
    order = np.argsort(sure)
    bins = np.array_split(order, 10)
    return float(sum(len(own) * abs(sure[own].mean() - right[own].mean()) for own in bins) / len(sure))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pools", type=Path, nargs="+")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    questions = [one for one in read_pools(options.pools) if one.right]
    pools = as_pools(questions)
    shares = unseen_shares(pools)
    chosen = choices(questions, shares, pools)
    sure, answerable = Sureness(chosen, "sure"), Sureness(chosen, "answerable")
    report(chosen, unseen_sureness(sure, pools.names), unseen_sureness(answerable, pools.names))
    if options.out:
        everything = list(range(len(questions)))
        write(
            {
                "order": (fit(pools, everything, _ORDER_TREES), pools.signs),
                "sure": (sure.fit(everything), sure.signs),
                "answerable": (answerable.fit(everything), answerable.signs),
            },
            options.out,
        )


if __name__ == "__main__":
    main()
