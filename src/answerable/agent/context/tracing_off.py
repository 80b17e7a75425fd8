"""Whatever the environment says: questions and results go to nobody's tracing service."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from typing import Any

__all__ = ["without_tracing"]


def without_tracing(engine: str) -> AbstractContextManager[Any]:
    """Around a run. The embedded engine knows no tracing; who has loaded it, or is about to, has it switched off."""
    if engine == "embedded" and "langsmith" not in sys.modules:
        return nullcontext()
    from langsmith import tracing_context

    return tracing_context(enabled=False)
