"""Case tables, one JSON object a line."""

from __future__ import annotations

import json
from pathlib import Path

__all__ = ["load"]


def load(name: str) -> list[dict[str, str]]:
    lines = (Path(__file__).parent / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]
