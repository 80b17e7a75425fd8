"""Frames between a source and its worker: a JSON message and, where there is one, a payload of Arrow bytes.

On the wire: 4 bytes length of the JSON, 8 bytes length of the payload, the JSON, the payload. No pickle: a frame from a
worker that ran hostile SQL can carry wrong data, never code. Small frames travel together where nobody waits for the
first of them: each journey wakes the other side.
"""

from __future__ import annotations

import json
import select
import socket
import struct
import threading
from collections.abc import Callable
from typing import Any

from answerable.kernel.light_dataclass import dataclass

__all__ = ["Channel", "ChannelClosed", "Frame"]

_HEAD = struct.Struct("<IQ")
_SOCKET_BUFFER = 1 << 20
_SMALL = 64 << 10
"""Bytes that are copied rather than sent or received by themselves."""


class ChannelClosed(Exception):
    """The other side is gone."""


@dataclass(frozen=True, slots=True)
class Frame:
    message: dict[str, Any]
    payload: Any = b""
    """Any object with the buffer protocol."""


class Channel:
    """Any thread may send; one thread receives."""

    def __init__(self, end: socket.socket) -> None:
        self._socket = end
        self._sending = threading.Lock()
        self._held = bytearray()
        self._arrived = memoryview(b"")
        self._poll = select.poll()
        self._poll.register(end, select.POLLIN | select.POLLHUP)
        for option in (socket.SO_SNDBUF, socket.SO_RCVBUF):
            end.setsockopt(socket.SOL_SOCKET, option, _SOCKET_BUFFER)

    def send(self, message: dict[str, Any], payload: Any = b"", *, hold: bool = False) -> None:
        """With `hold`, a small frame goes with the next one that is sent without."""
        text = json.dumps(message, separators=(",", ":")).encode("ascii")
        data = memoryview(payload)
        with self._sending:
            self._held += _HEAD.pack(len(text), data.nbytes) + text
            if data.nbytes <= _SMALL:
                self._held += data
                data = memoryview(b"")
            if data.nbytes or not hold or len(self._held) > _SMALL:
                self._send_held(data)

    def receive(self, allocate: Callable[[int], Any] = bytearray, look: Callable[[], float] | None = None) -> Frame:
        """The next frame, its payload in memory from `allocate`; waits for it. `look` is called before each wait and
        says how many seconds that may last until the next look."""
        text_length, payload_length = _HEAD.unpack(self._read(bytearray(_HEAD.size), look))
        message = json.loads(self._read(bytearray(text_length), look))
        payload = self._read(allocate(payload_length), look) if payload_length else b""
        return Frame(message, payload)

    def waits(self, seconds: float) -> bool:
        """True as soon as there is something to receive (or the other side is gone), False after `seconds`."""
        return bool(self._arrived) or bool(self._poll.poll(seconds * 1000))

    def close(self) -> None:
        self._socket.close()

    def _send_held(self, payload: memoryview) -> None:
        held, self._held = self._held, bytearray()
        try:
            self._socket.sendall(held)
            if payload.nbytes:
                self._socket.sendall(payload)
        except OSError as error:
            raise ChannelClosed from error

    def _read(self, target: Any, look: Callable[[], float] | None) -> Any:
        view = memoryview(target).cast("B")
        done = 0
        while done < view.nbytes:
            done += self._take(view[done:], look)
        return target

    def _take(self, view: memoryview, look: Callable[[], float] | None) -> int:
        """Some bytes: what has arrived already, or as much as comes next; what is large goes straight to its place."""
        if not self._arrived:
            self._wait(look)
            if view.nbytes > _SMALL:
                return self._received(view)
            room = memoryview(bytearray(_SMALL))
            self._arrived = room[: self._received(room)]
        count = min(view.nbytes, self._arrived.nbytes)
        view[:count] = self._arrived[:count]
        self._arrived = self._arrived[count:]
        return count

    def _wait(self, look: Callable[[], float] | None) -> None:
        while look is not None and not self.waits(look()):
            pass

    def _received(self, room: memoryview) -> int:
        try:
            count = self._socket.recv_into(room)
        except OSError as error:
            raise ChannelClosed from error
        if not count:
            raise ChannelClosed
        return count
