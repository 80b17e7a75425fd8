"""Which process works on a request, and whether it still lives.

Every process that answers holds a lock on a file of its own in the workspace for as long as it lives, however it ends.
"""

from __future__ import annotations

import fcntl
import os
import time
import uuid
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from answerable.conversations.models import QueryRequest
from answerable.conversations.models.request import RUNNING
from answerable.conversations.services.finish_request import end_interrupted

__all__ = ["clear_away", "fail_abandoned", "this_server"]

LONGEST = timedelta(minutes=10)
"""A request that did not move for so long is worked on by nobody, wherever its server was."""

_held: dict[int, tuple[str, int]] = {}
"""Of this process: its id → its name and the open file that it holds a lock on."""


def this_server() -> str:
    """The name of this process; the lock is taken when it is first asked for."""
    pid = os.getpid()
    if pid not in _held:
        name = str(uuid.uuid4())
        _held[pid] = name, _locked(_folder() / name)
    return _held[pid][0]


def fail_abandoned() -> list[uuid.UUID]:
    """End what processes were working on when they died; which requests that were. What waits for approval waits."""
    under_way = QueryRequest.objects.filter(status__in=RUNNING)
    dead = [name for name in set(under_way.values_list("served_by", flat=True)) if name and _is_dead(name)]
    abandoned = under_way.filter(Q(served_by__in=dead) | Q(moved_at__lt=timezone.now() - LONGEST))
    return [request.pk for request in abandoned.select_related("session") if end_interrupted(request)]


def clear_away() -> None:
    """Files of processes that died long ago; what they worked on has ended since."""
    long_ago = time.time() - 2 * LONGEST.total_seconds()
    for path in _folder().iterdir():
        if path.stat().st_mtime < long_ago and _is_dead(path.name):
            path.unlink(missing_ok=True)


def _folder() -> Path:
    folder: Path = settings.WORKSPACE.root / "serving"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def _locked(path: Path) -> int:
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
    return descriptor


def _is_dead(name: str) -> bool:
    """False also where it served from another machine's workspace: time alone tells then."""
    path = _folder() / Path(name).name
    try:
        descriptor = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    finally:
        os.close(descriptor)
    return True
