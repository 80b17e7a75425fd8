"""Writes `answerable.toml` with a policy given as a dictionary."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

__all__ = ["write_policy"]


def write_policy(folder: Path, policy: dict[str, Any], settings: str = "") -> None:
    (folder / "answerable.toml").write_text(f"{settings}\npolicy = {_inline(policy)}\n", "utf-8")


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return (
            "{"
            + ", ".join(f"{json.dumps(key, ensure_ascii=False)} = {_inline(one)}" for key, one in value.items())
            + "}"
        )
    return json.dumps(value, ensure_ascii=False)
