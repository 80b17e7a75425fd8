"""What is told while a question is worked on."""

from __future__ import annotations

from answerable.kernel.messages import msg

__all__ = ["status_message"]

_MESSAGES = {
    "generating": msg("status.generating"),
    "validating": msg("status.validating"),
    "awaiting_confirm": msg("status.awaiting_confirm"),
    "executing": msg("status.executing"),
    "asking_model": msg("status.asking_model"),
    "completed": msg("status.completed"),
    "correcting": msg("status.correcting"),
}


def status_message(status: str, lang: str) -> str:
    return _MESSAGES[status].render(lang) if status in _MESSAGES else status
