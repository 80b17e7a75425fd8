"""A data agent that is answerable for its answers.

>>> import answerable
>>> answer = answerable.ask("total revenue by month in 2024", source="shop.db")  # doctest: +SKIP
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from answerable.agent.ask_question import ask
    from answerable.answers.answer import Answer

__all__ = ["Answer", "__version__", "ask"]

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Names load when first used, so that `import answerable` stays quick."""
    if name == "ask":
        from answerable.agent.ask_question import ask

        return ask
    if name == "Answer":
        from answerable.answers.answer import Answer

        return Answer
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
