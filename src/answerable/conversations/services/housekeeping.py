"""What time and dead processes leave behind, put in order."""

from __future__ import annotations

import logging
import threading

from django.db import DatabaseError, connections
from django.utils import timezone

from answerable.conversations.models import QueryRequest, RequestStatus
from answerable.conversations.services.checkpoint_saver import forget
from answerable.conversations.services.finish_request import end_failed
from answerable.conversations.services.manage_sessions import expire_idle
from answerable.conversations.services.process_liveness import clear_away, fail_abandoned
from answerable.kernel.errors import QueryStopped
from answerable.kernel.messages import msg

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
        end_failed(request, QueryStopped(msg("conversations.nobody_approved"), reason="cancelled"))
        forget(request.pk)
