"""What time and dead processes leave behind, put in order."""

from __future__ import annotations

import logging
import threading

from django.db import DatabaseError, connections
from django.utils import timezone

from answerable.conversations.models import QueryRequest, RequestStatus
from answerable.conversations.services.ending import end_failed
from answerable.conversations.services.saver import forget
from answerable.conversations.services.serving import clear_away, fail_abandoned
from answerable.conversations.services.sessions import expire_idle
from answerable.errors import QueryStopped

__all__ = ["keep_tidy", "tidy"]

EVERY_SECONDS = 60.0
_log = logging.getLogger(__name__)


def tidy() -> None:
    """Any number of processes may do it at once: every change is won by one of them."""
    for request_id in fail_abandoned():
        forget(request_id)
    _end_unapproved()
    expire_idle()
    clear_away()


def keep_tidy() -> None:
    """At once, then every minute, for as long as the process lives."""
    pause = threading.Event()
    while True:
        try:
            tidy()
        except DatabaseError:
            _log.exception("Tidying up failed; it is tried again")
        finally:
            connections.close_all()
        pause.wait(EVERY_SECONDS)


def _end_unapproved() -> None:
    waiting = QueryRequest.objects.filter(status=RequestStatus.AWAITING_CONFIRM)
    for request in waiting.exclude(queries__approval__expires_at__gt=timezone.now()).select_related("session"):
        end_failed(request, QueryStopped("Nobody approved it in time; nothing was run.", reason="cancelled"))
        forget(request.pk)
