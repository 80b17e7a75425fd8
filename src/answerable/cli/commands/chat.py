"""`answerable chat`: a conversation about your data."""

from __future__ import annotations

import sys
from typing import Any

import click

from answerable.cli.account_options import open_accounts
from answerable.cli.options import (
    engine_option,
    lang_option,
    role_option,
    settings_from,
    source_option,
    workspace_option,
)

__all__ = ["command"]


@click.command("chat")
@source_option
@click.option("--yes", "-y", is_flag=True, help="Approve every query beforehand.")
@engine_option
@lang_option
@role_option
@workspace_option
def command(sources: tuple[str, ...], yes: bool, **given: Any) -> None:
    """Talk about your data: ask, and ask on.

    \b
    answerable chat --source shop.db
    answerable chat --source shop.db < questions.txt
    """
    settings = settings_from(
        engine=given["engine"], language=given["lang"], role=given["role"], workspace=given["workspace"]
    )
    open_accounts(settings)
    from answerable.cli.chat_session.run_chat import run_chat  # imports models, which Django must be set up for

    exit_code = run_chat(sources, settings, yes)
    if exit_code:
        sys.exit(exit_code)
