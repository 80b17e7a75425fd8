"""What the web door's audit trail of the tests holds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings

__all__ = ["log", "recorded"]


def log() -> Path:
    path: Path = settings.WORKSPACE.audit_log
    return path


@contextmanager
def recorded() -> Iterator[list[dict[str, Any]]]:
    """The entries that were written meanwhile, once it is over."""
    before = log().stat().st_size if log().exists() else 0
    found: list[dict[str, Any]] = []
    yield found
    with log().open("rb") as file:
        file.seek(before)
        found += [json.loads(line) for line in file]
