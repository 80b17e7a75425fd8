"""What the first question would wait for is loaded when the process starts: translators, agent, saver."""

from __future__ import annotations

from importlib import import_module

from answerable.conversations.services.checkpoint_saver import process_saver
from answerable.projects.server_pool import process_pool

__all__ = ["warm_up"]

_LATE = ("answerable.agent.stages.stage_table", "answerable.guard", "sqlglot.optimizer", "pyarrow.compute")
"""Modules that are otherwise imported where they are first used."""


def warm_up() -> None:
    """The translators first: they load in processes of their own meanwhile."""
    process_pool()
    for name in _LATE:
        import_module(name)
    process_saver()
