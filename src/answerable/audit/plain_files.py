"""Files of the record are plain files. Whatever else has their name keeps nobody waiting and is not read."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

__all__ = ["open_plain", "read_plain"]


def open_plain(path: Path, *, buffering: int = 0) -> BinaryIO:
    """For reading. Raises OSError for a pipe, which would be waited for, a device, a folder."""
    handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise OSError(errno.EINVAL, "it is not a regular file", str(path))
    return os.fdopen(handle, "rb", buffering=buffering)


def read_plain(path: Path, most: int) -> bytes:
    """All of it. Raises OSError where it has more than `most` bytes, too."""
    with open_plain(path) as file:
        if os.fstat(file.fileno()).st_size > most:
            raise OSError(errno.EFBIG, "it is larger than such a file can be", str(path))
        return file.read(most)
