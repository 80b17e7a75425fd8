"""Fit the trees of the ranking: `python -m training.fit outcomes.jsonl… --databases FOLDER --out trees.npz`.

The readings of a question, and the case that none is right, share one probability: what is fitted is that of the right
ones together. Prints accuracy, calibration error and the accuracy of the surest, each database judged by trees fitted
without it.
"""

from __future__ import annotations

import argparse
import copy
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np
import numpy.typing as npt
from tests.language.databases import schema

from answerable.language.neural.schema_items import SchemaItems
from answerable.language.ranking import settled_by_rule
from answerable.language.ranking.agreement import SIGNS_OF_EMPTINESS
from answerable.language.ranking.ranking_features import signs_of_choice, signs_of_pool
from answerable.language.sample_runs import SampleRuns
from answerable.sources.sensitivity import without_sensitive_values
from training.corpus import with_keys
from training.outcomes import pool_of

Array = npt.NDArray[np.float64]

_TREES = 450
_SURENESS_TREES = 120
_BUSINESS_WEIGHT = 3.0
_PARTS = 5
_SETTINGS = {
    "learning_rate": 0.05,
    "num_leaves": 15,
    "min_data_in_leaf": 30,
    "feature_fraction": 0.4,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 1.0,
    "max_depth": 7,
    "seed": 1,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 2,
    "verbosity": -1,
}

_OF_RESULTS = "result"
"""How signs begin that say what readings gave."""

_SURENESS = {
    **_SETTINGS,
    "objective": "binary",
    "learning_rate": 0.04,
    "num_leaves": 7,
    "max_depth": 4,
    "min_data_in_leaf": 40,
    "boost_from_average": False,
}


class Pools:
    """All questions, one row a reading; the last row of a question is the case that none is right."""

    def __init__(self, lines: list[dict[str, Any]], signs: list[list[dict[str, float]]]) -> None:
        self.names = [line["db_id"] for line in lines]
        self.empty = np.array([not line.get("telling", True) for line in lines])
        """Questions whose right answer is empty."""
        self.signs = sorted({sign for rows in signs for row in rows for sign in row})
        place = {sign: at for at, sign in enumerate(self.signs)}
        self.sizes = np.array([len(rows) for rows in signs])
        self.starts = np.concatenate([[0], np.cumsum(self.sizes)])
        self.rows = np.zeros((int(self.sizes.sum()), len(self.signs)))
        for at, row in enumerate(row for rows in signs for row in rows):
            for sign, value in row.items():
                self.rows[at, place[sign]] = value
        right = [[one["right"] for one in line["pool"]] for line in lines]
        self.right = np.array([hit for hits in right for hit in [*hits, not any(hits)]], dtype=np.float64)
        weights = [_BUSINESS_WEIGHT if name.startswith("business") else 1.0 for name in self.names]
        self.weights = np.repeat(weights, self.sizes)

    def untried(self) -> Pools:
        """As they look where the source brings no rows to try them on."""
        kept = [at for at, sign in enumerate(self.signs) if not sign.startswith(_OF_RESULTS)]
        other = copy.copy(self)
        other.signs, other.rows = [self.signs[at] for at in kept], self.rows[:, kept]
        return other

    def part(self, questions: Sequence[int]) -> npt.NDArray[np.int64]:
        return np.concatenate([np.arange(self.starts[q], self.starts[q + 1]) for q in questions])


def read(files: Sequence[Path], databases: Path) -> Pools:
    lines = [json.loads(text) for file in files for text in file.read_text(encoding="utf-8").splitlines()]
    lines = [line for line in lines if line["pool"]]
    known: dict[str, tuple[SchemaItems, SampleRuns]] = {}
    kept, signs = [], []
    for line in lines:
        name = line["db_id"]
        if name not in known:
            over = _schema(name, databases)
            known[name] = SchemaItems(over), SampleRuns(over)
        pool, question = pool_of(line), line["question"]
        if settled_by_rule(pool):
            continue
        kept.append(line)
        items, trials = known[name]
        signs.append(signs_of_pool(question, pool, items, line["strange"], trials))
    if all(line.get("telling", True) for line in kept):
        signs = [[_without_emptiness(row) for row in rows] for rows in signs]
    return Pools(kept, signs)


def _without_emptiness(row: dict[str, float]) -> dict[str, float]:
    """Where no right answer is empty, it would be learned that none ever is."""
    return {sign: value for sign, value in row.items() if sign not in SIGNS_OF_EMPTINESS}


def _schema(name: str, databases: Path) -> Any:
    """As a source gives it: sensitive columns without their cells."""
    what, _, own = name.rpartition(" ")
    known = schema(own) if what == "business" else with_keys(databases / own / f"{own}.sqlite")
    return without_sensitive_values(known, lambda table, column, count: [])


def shared(scores: Array, sizes: npt.NDArray[np.int64]) -> Array:
    """Scores as probabilities that add up to one for each question."""
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    most = np.repeat(np.maximum.reduceat(scores, starts), sizes)
    grown = np.exp(scores - most)
    return grown / np.repeat(np.add.reduceat(grown, starts), sizes)


def fit(pools: Pools, questions: Sequence[int], trees: int = _TREES) -> lightgbm.Booster:
    rows, sizes = pools.part(questions), pools.sizes[questions]
    right, weights = pools.right[rows], pools.weights[rows]
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])

    def slopes(scores: Array, _: lightgbm.Dataset) -> tuple[Array, Array]:
        share = shared(scores, sizes)
        won = np.repeat(np.add.reduceat(share * right, starts), sizes)
        return weights * (share - right * share / np.maximum(won, 1e-9)), weights * np.maximum(
            share * (1 - share), 1e-3
        )

    data = lightgbm.Dataset(pools.rows[rows], feature_name=pools.signs, free_raw_data=False)
    return lightgbm.train({**_SETTINGS, "objective": slopes}, data, num_boost_round=trees)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("outcomes", type=Path, nargs="+")
    parser.add_argument("--databases", type=Path, required=True)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    pools = read(options.outcomes, options.databases)
    trees: dict[str, tuple[lightgbm.Booster, list[str]]] = {}
    for how, seen in (("tried", pools), ("untried", pools.untried())):
        choices = Choices(seen, _unseen(seen))
        print(f"— {how}")
        _report(_unseen_sureness(choices), choices)
        everything = list(range(len(seen.names)))
        trees[f"order_{how}"] = fit(seen, everything), seen.signs
        trees[f"sure_{how}"] = choices.fit(everything), choices.signs
    if options.out:
        write(trees, options.out)


def _parts(names: Sequence[str]) -> list[list[int]]:
    """The questions in parts, those of a database together."""
    shuffled = np.random.default_rng(3).permutation(sorted(set(names))).tolist()
    part = {name: at % _PARTS for at, name in enumerate(shuffled)}
    own = [name.removeprefix("elsewhere ") for name in names]
    return [[q for q, name in enumerate(own) if part.get(name, 0) == number] for number in range(_PARTS)]


def _unseen(pools: Pools) -> Array:
    """Every database's shares by trees fitted without it."""
    scores = np.zeros(len(pools.rows))
    for own in _parts(pools.names):
        rows = pools.part(own)
        booster = fit(pools, [q for q in range(len(pools.names)) if q not in set(own)])
        scores[rows] = booster.predict(pools.rows[rows], raw_score=True)
    return shared(scores, pools.sizes)


class Choices:
    """The reading chosen for each question, and whether it is right."""

    def __init__(self, pools: Pools, shares: Array) -> None:
        self.names, self.empty, found, right = pools.names, pools.empty, [], []
        for start, size in zip(pools.starts, pools.sizes, strict=False):
            own = shares[start : start + size].tolist()
            best = int(np.argmax(own[:-1]))
            signs, none = (
                dict(zip(pools.signs, pools.rows[row].tolist(), strict=True))
                for row in (start + best, start + size - 1)
            )
            found.append(signs_of_choice(signs, none, own, best))
            right.append(pools.right[start + best])
        self.right = np.array(right)
        self.signs = [sign for sign in found[0] if len({one[sign] for one in found}) > 1]
        self.rows = np.array([[one[sign] for sign in self.signs] for one in found])
        self.weights = pools.weights[pools.starts[:-1]]

    def fit(self, questions: Sequence[int]) -> lightgbm.Booster:
        rows = np.array(questions)
        data = lightgbm.Dataset(
            self.rows[rows], self.right[rows], weight=self.weights[rows], feature_name=self.signs, free_raw_data=False
        )
        return lightgbm.train(_SURENESS, data, num_boost_round=_SURENESS_TREES)


def _unseen_sureness(choices: Choices) -> Array:
    sure = np.zeros(len(choices.names))
    for own in _parts(choices.names):
        booster = choices.fit([q for q in range(len(choices.names)) if q not in set(own)])
        sure[own] = booster.predict(choices.rows[own])
    return sure


def _report(sure: Array, choices: Choices) -> None:
    business = np.array([name.startswith("business") for name in choices.names])
    elsewhere = np.array([name.startswith("elsewhere") for name in choices.names])
    others = ~business & ~elsewhere
    parts = (
        ("business", business),
        ("asked elsewhere", elsewhere),
        ("empty answers", choices.empty),
        ("all others", others & ~choices.empty),
        ("all others and empty answers", others),
    )
    for title, chosen in parts:
        if chosen.any():
            _say(title, sure[chosen], choices.right[chosen])


def _say(title: str, sure: Array, hit: Array) -> None:
    print(f"{title}: {len(hit)}, {hit.mean():.1%} right; calibration error {calibration_error(sure, hit):.3f}")
    order = np.argsort(-sure, kind="stable")
    for share in (0.2, 0.4, 0.6, 0.8):
        part = order[: int(share * len(order))]
        print(f"    surest {share:.0%}: {hit[part].mean():.1%} right, down to {sure[part].min():.2f}")


def calibration_error(sure: Array, hit: Array, bins: int = 10) -> float:
    place = np.minimum((sure * bins).astype(int), bins - 1)
    return float(sum(abs((sure - hit)[place == number].sum()) for number in range(bins)) / len(sure))


def write(trees: dict[str, tuple[lightgbm.Booster, list[str]]], target: Path) -> None:
    arrays: dict[str, npt.NDArray[np.generic]] = {}
    for name, (booster, signs) in trees.items():
        arrays |= {f"{name}.{part}": array for part, array in _arrays(booster, signs).items()}
    np.savez_compressed(target, **arrays)


def _arrays(booster: lightgbm.Booster, signs: list[str]) -> dict[str, npt.NDArray[np.generic]]:
    roots = [tree["tree_structure"] for tree in booster.dump_model()["tree_info"]]
    trees = [_flat(root) for root in roots]
    longest = max(len(tree) for tree in trees)
    padded = [tree + [(0, 0.0, at, at, 0.0) for at in range(len(tree), longest)] for tree in trees]
    found: dict[str, npt.NDArray[np.generic]] = {"signs": np.array(signs), "depth": np.array(max(map(_depth, roots)))}
    kinds = (
        ("sign", np.int16),
        ("threshold", np.float64),
        ("below", np.int16),
        ("above", np.int16),
        ("value", np.float64),
    )
    for at, (part, kind) in enumerate(kinds):
        found[part] = np.array([[node[at] for node in tree] for tree in padded]).astype(kind)
    return found


Node = tuple[int, float, int, int, float]


def _flat(root: dict[str, Any]) -> list[Node]:
    """Nodes in order of first visit; leaves point to themselves."""
    nodes: list[Node] = []

    def visit(node: dict[str, Any]) -> int:
        at = len(nodes)
        nodes.append((0, 0.0, at, at, float(node.get("leaf_value", 0.0))))
        if "split_feature" in node:
            below, above = visit(node["left_child"]), visit(node["right_child"])
            nodes[at] = (int(node["split_feature"]), float(node["threshold"]), below, above, 0.0)
        return at

    visit(root)
    return nodes


def _depth(node: dict[str, Any]) -> int:
    return 1 + max(_depth(node["left_child"]), _depth(node["right_child"])) if "split_feature" in node else 0


if __name__ == "__main__":
    main()
