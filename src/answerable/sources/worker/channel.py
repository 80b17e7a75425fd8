"""Frames between a source and its worker: a JSON message and, where there is one, a payload of Arrow bytes.

On the wire: 4 bytes length of the JSON, 8 bytes length of the payload, the JSON, the payload. No pickle: a frame from a
worker that ran hostile SQL can carry wrong data, never code.
"""

from __future__ import annotations

import json
import select
import socket
import struct
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["Channel", "ChannelClosed", "Frame"]

_HEAD = struct.Struct("<IQ")
_SOCKET_BUFFER = 1 << 20


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
        for option in (socket.SO_SNDBUF, socket.SO_RCVBUF):
            end.setsockopt(socket.SOL_SOCKET, option, _SOCKET_BUFFER)

    def send(self, message: dict[str, Any], payload: Any = b"") -> None:
        text = json.dumps(message, separators=(",", ":")).encode("ascii")
        data = memoryview(payload)
        with self._sending:
            try:
                self._socket.sendall(_HEAD.pack(len(text), data.nbytes) + text)
                if data.nbytes:
                    self._socket.sendall(data)
            except OSError as error:
                raise ChannelClosed from error

    def receive(self, allocate: Callable[[int], Any] = bytearray) -> Frame:
        """The next frame, its payload in memory from `allocate`; waits for it."""
        text_length, payload_length = _HEAD.unpack(self._read(bytearray(_HEAD.size)))
        message = json.loads(self._read(bytearray(text_length)))
        payload = self._read(allocate(payload_length)) if payload_length else b""
        return Frame(message, payload)

    def waits(self, seconds: float) -> bool:
        """True as soon as there is something to receive (or the other side is gone), False after `seconds`."""
        poll = select.poll()
        poll.register(self._socket, select.POLLIN | select.POLLHUP)
        return bool(poll.poll(seconds * 1000))

    def close(self) -> None:
        self._socket.close()

    def _read(self, target: Any) -> Any:
        view = memoryview(target)
        done = 0
        while done < view.nbytes:
            try:
                count = self._socket.recv_into(view[done:])
            except OSError as error:
                raise ChannelClosed from error
            if not count:
                raise ChannelClosed
            done += count
        return target
