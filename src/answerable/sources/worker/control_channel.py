"""Single words between a source and its worker, beside the frames: a job's number, and nothing else.

From the source: stop this job. From the worker: it has been taken up; nobody waits for that word, it is looked up when
a worker has died.
"""

from __future__ import annotations

import select
import socket
import struct

__all__ = ["Words", "words_between"]

_WORD = struct.Struct("<Q")
_MOST = 64 * _WORD.size


class Words:
    def __init__(self, end: socket.socket) -> None:
        self._socket = end
        self._poll = select.poll()
        self._poll.register(end, select.POLLIN | select.POLLHUP)

    def fileno(self) -> int:
        return self._socket.fileno()

    def say(self, number: int) -> None:
        """Raises OSError when nobody is there to hear it."""
        self._socket.sendall(_WORD.pack(number))

    def read_words(self) -> list[int]:
        """What was said since the last time; does not wait."""
        words: list[int] = []
        while said := self._said():
            words += [number for (number,) in _WORD.iter_unpack(said[: len(said) // _WORD.size * _WORD.size])]
        return words

    def waits(self, seconds: float) -> bool:
        """True as soon as something is said, or the other side is gone; False after `seconds`."""
        return bool(self._poll.poll(seconds * 1000))

    def close(self) -> None:
        self._socket.close()

    def __enter__(self) -> Words:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _said(self) -> bytes:
        try:
            return self._socket.recv(_MOST, socket.MSG_DONTWAIT)
        except OSError:
            return b""


def words_between() -> tuple[Words, Words]:
    ours, theirs = socket.socketpair()
    return Words(ours), Words(theirs)
