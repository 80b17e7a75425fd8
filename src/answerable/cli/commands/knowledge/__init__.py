"""`answerable knowledge`: what the organisation knows of its data, between a project and its files."""

from __future__ import annotations

from answerable.cli.commands.knowledge.exchange_entries import command

__all__ = ["command"]
