"""Whether what was opened is what had been looked at: between the two, a name may have come to mean another file."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from answerable.kernel.errors import BadSource
from answerable.kernel.messages import msg

__all__ = ["open_same", "opened_as"]

_DESCRIPTORS = Path("/proc/self/fd")
Opened = TypeVar("Opened")


def open_same(path: Path, wanted: Sequence[int], connect: Callable[[], Opened]) -> Opened:
    """What `connect` gives, if the file that it opened at `path` has the device and inode `wanted`; none are wanted
    where nobody has looked. Where the system does not show what is open, the name is looked at again."""
    if not wanted:
        return connect()
    before = _open_ids()
    opened = connect()
    after = _open_ids()
    new = {number: found for number, found in after.items() if before.get(number) != found}
    is_same = set(new.values()) <= {tuple(wanted)} if after else _id_of(path) == tuple(wanted)
    if not is_same:
        close = getattr(opened, "close", None)
        if close is not None:
            close()
        raise _replaced(path)
    return opened


@contextmanager
def opened_as(path: Path, wanted: Sequence[int], scratch: Path) -> Iterator[Path]:
    """A path that leads to the very file that was opened and found to be the one wanted, under the name it has."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode) or (wanted and (found.st_dev, found.st_ino) != tuple(wanted)):
            raise _replaced(path)
        if not _DESCRIPTORS.is_dir():
            yield path
            return
        link = scratch / "".join("_" if sign in "*?[]" else sign for sign in path.name)
        link.unlink(missing_ok=True)
        link.symlink_to(_DESCRIPTORS / str(descriptor))
        yield link
        link.unlink(missing_ok=True)
    finally:
        os.close(descriptor)


def _open_ids() -> dict[int, tuple[int, int]]:
    """Regular files this process has open, by descriptor; none where the system does not show them."""
    found: dict[int, tuple[int, int]] = {}
    if not _DESCRIPTORS.is_dir():
        return found
    for name in os.listdir(_DESCRIPTORS):  # noqa: PTH208 - asked at every connection
        with suppress(OSError):
            state = os.fstat(int(name))
            if stat.S_ISREG(state.st_mode):
                found[int(name)] = (state.st_dev, state.st_ino)
    return found


def _id_of(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _replaced(path: Path) -> BadSource:
    return BadSource(msg("sources.file_replaced", file=path.name), hint=msg("common.ask_again"))
