"""Translators in processes of their own, shared fairly by the people who ask."""

from __future__ import annotations

from answerable.agent.translators.process_count import core_count, processes_on
from answerable.agent.translators.translator_pool import TranslatorPool
from answerable.agent.translators.turn_queue import TurnQueue

__all__ = ["TranslatorPool", "TurnQueue", "core_count", "processes_on"]
