"""Where Django's tables live: a file in the workspace, or a PostgreSQL server."""

from __future__ import annotations

import atexit
import os
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from answerable.kernel.errors import BadSetting, SourceUnavailable
from answerable.kernel.messages import msg
from answerable.kernel.secrets import confide_password
from answerable.kernel.settings import expand_secret, mask
from answerable.kernel.workspace import Workspace
from answerable.kernel.workspace_key import workspace_key

__all__ = ["database", "secret_key", "share_connections", "start_django"]

MOST_CONNECTIONS = 12
"""To a PostgreSQL store, of one process; threads that find none free wait for one."""


def start_django() -> None:
    """Make models usable in a process that is not the web server; tables are brought up to date."""
    import django
    from django.conf import settings
    from django.core.management import call_command
    from django.db import DatabaseError, connections

    if not settings.configured:  # whatever project of somebody's own the variable may name
        os.environ["DJANGO_SETTINGS_MODULE"] = "answerable.web.settings"
    django.setup()
    # Closing the last connection writes SQLite's log back into the database: a copy of the file alone is then whole.
    atexit.register(connections.close_all)
    try:
        call_command("migrate", interactive=False, verbosity=0, skip_checks=True)
    except DatabaseError as error:
        raise SourceUnavailable(
            msg("projects.own_database_unusable", reason=mask(str(error))),
            hint=msg("projects.check_database_setting"),
        ) from None


def share_connections() -> None:
    """Of a server whose store is on PostgreSQL: its threads take turns with a few connections."""
    from django.db import connections

    store = connections.settings["default"]
    if store["ENGINE"].endswith("postgresql"):
        store["OPTIONS"]["pool"] = {"min_size": 1, "max_size": MOST_CONNECTIONS, "timeout": 20}


def database(url: str, workspace: Workspace) -> dict[str, Any]:
    """SQLite waits for its turn to write instead of failing: IMMEDIATE transactions, 20 seconds, a write-ahead log."""
    if not url:
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": workspace.root / "answerable.db",
            "OPTIONS": {
                "timeout": 20,
                "transaction_mode": "IMMEDIATE",
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
            },
        }
    full = expand_secret(url)
    confide_password(full)
    parts = urlsplit(full)
    if parts.scheme not in ("postgresql", "postgres"):
        raise BadSetting(
            msg("projects.database_unsupported", scheme=parts.scheme), hint=msg("projects.write_database_url")
        )
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": parts.hostname or dict(parse_qsl(parts.query)).get("host", ""),
        "PORT": str(parts.port or ""),
    }


def secret_key(workspace: Workspace) -> str:
    """Signs cookies and links."""
    return workspace_key(workspace.root)
