"""Everything the embedded engine learned, made anew with one command:

    python -m training SPIDER --ambrosia AMBROSIA --wordnet WORDNET --scorer SCORE.PY [--work FOLDER]

One network for each fold, trained without it, reads that fold; the network that ships learns from all; the ranking is
fitted on what the folds' networks and the rules made of unseen databases. What FOLDER holds already is not made again.
About five hours on two cores.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from training.folds import FOLDS

_LANGUAGE = Path("src/answerable/language")
_MODEL, _TREES = _LANGUAGE / "neural" / "model.weights", _LANGUAGE / "ranking" / "trees.npz"
_PASSES, _PASSES_WITHOUT_A_FOLD = 25, 20


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("spider", type=Path)
    for name in ("ambrosia", "wordnet", "scorer"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--work", type=Path, default=Path("training-work"))
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    outcomes = [_fold(number, options) for number in range(FOLDS)]
    network = _trained(options.work / "network.pt", _PASSES, options)
    _run("export", network, _MODEL)
    business = options.work / "business.jsonl"
    _run("outcomes", "business", "--weights", _MODEL, "--out", business)
    databases = options.spider / "database"
    _run("fit", *outcomes, business, "--databases", databases, "--out", _TREES)


def _fold(number: int, options: argparse.Namespace) -> Path:
    """What a network that never saw this fold makes of it."""
    outcomes: Path = options.work / f"fold{number}.jsonl"
    if not outcomes.exists():
        network = _trained(options.work / f"without{number}.pt", _PASSES_WITHOUT_A_FOLD, options, "--without", number)
        weights = network.with_suffix(".weights")
        _run("export", network, weights)
        given = ("--weights", weights, "--fold", number, "--scorer", options.scorer, "--out", outcomes)
        _run("outcomes", options.spider, *given)
    return outcomes


def _trained(target: Path, passes: int, options: argparse.Namespace, *more: object) -> Path:
    if not target.exists():
        unfinished = target.with_suffix(".part")
        given = ("--more", options.ambrosia, "--wordnet", options.wordnet, "--epochs", passes, "--out", unfinished)
        _run("train", options.spider, *given, *more)
        unfinished.rename(target)
    return target


def _run(step: str, *given: object) -> None:
    print(f"— {step} {' '.join(map(str, given))}", flush=True)
    subprocess.run([sys.executable, "-m", f"training.{step}", *map(str, given)], check=True)  # noqa: S603 - our own steps


if __name__ == "__main__":
    main()
