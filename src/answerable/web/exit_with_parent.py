"""A process of several that share the work ends when the one that started them is gone, however that ended."""

from __future__ import annotations

import os
import signal
import threading
from multiprocessing import parent_process
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

__all__ = ["end_with_parent"]


def end_with_parent() -> None:
    """Nothing where nobody started this process as one of several."""
    if parent := parent_process():
        threading.Thread(target=_wait_and_end, args=(parent,), daemon=True).start()


def _wait_and_end(parent: BaseProcess) -> None:
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
