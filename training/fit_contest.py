"""`python -m training.fit_contest FILE.jsonl…`: fits the contest to questions with a known answer.

The files are what `python -m benchmarks.models` wrote. Two logistic models are fitted with an L2 penalty: whether the
model's SQL is right, and whether the engine's best reading is. The bars stay as they are. Prints how well the chances
are calibrated on every fifth question, which the fit does not see; `--write` then fits all and writes `weights.toml`.
"""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

import numpy as np

from answerable.hybrid.contest import weigh_contest

WEIGHTS = Path(weigh_contest.__file__).with_name("weights.toml")
PENALTY, STEPS, HELD_OUT = 2.0, 4_000, 5
Rows = list[dict[str, Any]]


def main() -> None:
    files = [one for one in sys.argv[1:] if not one.startswith("--")]
    lines = [json.loads(line) for file in files for line in Path(file).read_text(encoding="utf-8").splitlines()]
    rows = [line for line in lines if line.get("features") and line["expect"] in (None, "answer")]
    known = tomllib.loads(WEIGHTS.read_text(encoding="utf-8"))
    print(f"{len(rows)} questions")
    fitted = {}
    for name, right in (
        ("model", lambda row: row["model"]["mended_right"]),
        ("engine", lambda row: row["engine"]["right"]),
    ):
        names = [one for one in known[name] if one != "bias"]
        held = [row for at, row in enumerate(rows) if at % HELD_OUT == 0]
        seen = [row for at, row in enumerate(rows) if at % HELD_OUT]
        _print_calibration(name, _fit(seen, names, right), held, names, right)
        fitted[name] = _fit(rows, names, right)
    if "--write" in sys.argv:
        _write(fitted)


def _features(rows: Rows, names: list[str]) -> Any:
    return np.array([[1.0, *(float(row["features"].get(name, 0.0)) for name in names)] for row in rows])


def _fit(rows: Rows, names: list[str], right: Any) -> dict[str, float]:
    """By gradient descent with Nesterov's momentum over scaled columns; the bias is not penalised."""
    x, y = _features(rows, names), np.array([float(right(row)) for row in rows])
    scale = np.maximum(np.abs(x).max(axis=0), 1e-9)
    x = x / scale
    weights = np.zeros(x.shape[1])
    ahead, step = weights.copy(), 4.0 / (np.square(x).sum(axis=1).mean() * len(rows) + PENALTY)
    for turn in range(STEPS):
        chance = 1 / (1 + np.exp(-np.clip(x @ ahead, -30, 30)))
        gradient = x.T @ (chance - y) + PENALTY * np.where(np.arange(len(ahead)) == 0, 0.0, ahead)
        moved = ahead - step * gradient
        ahead, weights = moved + turn / (turn + 3) * (moved - weights), moved
    return dict(zip(["bias", *names], (weights / scale).round(4).tolist(), strict=True))


def _print_calibration(name: str, weights: dict[str, float], rows: Rows, names: list[str], right: Any) -> None:
    x = _features(rows, names)
    chance = 1 / (1 + np.exp(-(x @ np.array([weights["bias"], *(weights[one] for one in names)]))))
    truth = np.array([float(right(row)) for row in rows])
    print(f"{name}: Brier {np.square(chance - truth).mean():.3f}, of a constant {truth.var():.3f}")
    for low, high in ((0, 0.3), (0.3, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 1.01)):
        of = (chance >= low) & (chance < high)
        if of.any():
            print(f"  said {low:.0%}–{min(high, 1):.0%}: {truth[of].mean():.0%} right of {of.sum()}")


def _write(fitted: dict[str, dict[str, float]]) -> None:
    head = WEIGHTS.read_text(encoding="utf-8").partition("[model]")[0]
    parts = [
        "\n".join([f"[{name}]", *(f"{key} = {value}" for key, value in one.items())]) for name, one in fitted.items()
    ]
    WEIGHTS.write_text(head + "\n\n".join(parts) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
