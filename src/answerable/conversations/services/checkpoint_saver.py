"""Where runs that wait for approval are kept: beside the conversations, in a file or on the server."""

from __future__ import annotations

import atexit
import threading
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.conf import settings

from answerable.kernel.settings import expand_secret

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver

__all__ = ["forget", "process_saver"]

_CONNECTIONS = 4
_lock = threading.Lock()
_open: list[BaseCheckpointSaver[Any]] = []


def process_saver() -> BaseCheckpointSaver[Any]:
    """One a process, for all its threads."""
    with _lock:
        if not _open:
            stack = ExitStack()
            atexit.register(_close, stack)
            url = settings.ANSWERABLE.database
            _open.append(_on_server(url, stack) if url else _in_file(stack))
        return _open[0]


def _close(stack: ExitStack) -> None:
    """A server that ends soon after its start may still be opening it in another thread."""
    with _lock:
        stack.close()


def forget(request_id: UUID | str) -> None:
    """What was kept of a run, once its request has ended."""
    process_saver().delete_thread(str(request_id))


def _in_file(stack: ExitStack) -> BaseCheckpointSaver[Any]:
    from langgraph.checkpoint.sqlite import SqliteSaver

    path = settings.WORKSPACE.root / "checkpoints.db"
    saver = stack.enter_context(SqliteSaver.from_conn_string(str(path)))
    saver.setup()
    return saver


def _on_server(url: str, stack: ExitStack) -> BaseCheckpointSaver[Any]:
    from langgraph.checkpoint.postgres import PostgresSaver
    from psycopg import Connection
    from psycopg.rows import dict_row
    from psycopg_pool import ConnectionPool

    how = {"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row}
    pool: ConnectionPool[Connection[dict[str, Any]]] = ConnectionPool(
        expand_secret(url), min_size=1, max_size=_CONNECTIONS, kwargs=how, open=True
    )
    stack.callback(pool.close)
    saver = PostgresSaver(pool)
    saver.setup()
    return saver
