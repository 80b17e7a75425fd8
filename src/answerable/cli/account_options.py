"""Making the accounts' database usable in a command."""

from __future__ import annotations

import importlib.util
import os
from typing import TYPE_CHECKING

from answerable.kernel.errors import MissingExtra
from answerable.kernel.messages import msg
from answerable.kernel.workspace import Workspace

if TYPE_CHECKING:
    from answerable.kernel.settings import Settings

__all__ = ["open_accounts"]


def open_accounts(settings: Settings, *, hosts: str = "") -> None:
    """Django over the settings' workspace; processes started from here see the same one."""
    if any(importlib.util.find_spec(name) is None for name in ("django", "ninja", "uvicorn")):
        raise MissingExtra(msg("cli.web_not_installed"), hint=msg("common.pip_install_web"))
    os.environ["ANSWERABLE_WORKSPACE"] = str(Workspace.at(settings.workspace).make().root)
    if hosts:
        os.environ["ANSWERABLE_HOSTS"] = hosts
    from answerable.projects.django_setup import start_django

    start_django()
