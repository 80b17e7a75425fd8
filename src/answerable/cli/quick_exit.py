"""The end of a short command, without Python taking every object apart first: a twentieth of a question's CPU."""

from __future__ import annotations

import atexit
import os
import sys
import threading

__all__ = ["exit_quickly"]


def exit_quickly() -> None:
    """Ends the process with 0, all that registered for its end having run; returns where that may not be.

    A thread that is no daemon would be waited for, and output that nobody takes is Python's to report."""
    if any(not one.daemon for one in threading.enumerate() if one is not threading.main_thread()):
        return
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        return
    os._exit(0)
