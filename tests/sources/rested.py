"""Files that nobody has touched for a while."""

from __future__ import annotations

import os
import time
from pathlib import Path

from answerable.sources.change_stamps import now_ns, stamps_of

LONG_AGO = time.time() - 3_600


def rested(*paths: Path) -> None:
    """As if nobody had touched them for an hour; the time of change itself cannot be set, so it is waited for."""
    for path in paths:
        os.utime(path, (LONG_AGO, LONG_AGO))
    while not stamps_of([str(path) for path in paths]).has_settled(now_ns()):
        time.sleep(0.05)
