"""Two small logistic models: the probability that the model's SQL is right, and that the engine's best reading is."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

from answerable.hybrid.contest.contest_features import Features
from answerable.kernel.light_dataclass import dataclass

__all__ = ["Bars", "Chances", "bars", "weigh_contest"]


@dataclass(frozen=True, slots=True)
class Bars:
    engine_sure: float
    model_alone: float
    both_likely: float
    both_near: float
    clear: float


@dataclass(frozen=True, slots=True)
class Chances:
    """Of being right."""

    model: float
    engine: float


def weigh_contest(features: Features) -> Chances:
    weights = _weights()
    return Chances(_chance(features, weights["model"]), _chance(features, weights["engine"]))


@cache
def bars() -> Bars:
    return Bars(**_weights()["bars"])


def _chance(features: Features, weights: Mapping[str, float]) -> float:
    score = weights["bias"] + math.fsum(weights.get(name, 0.0) * value for name, value in features.items())
    return round(1 / (1 + math.exp(-max(-30.0, min(30.0, score)))), 4)


@cache
def _weights() -> dict[str, dict[str, float]]:
    text = resources.files("answerable.hybrid.contest").joinpath("weights.toml").read_text("utf-8")
    return tomllib.loads(text)
