"""The address a server listens on: taken before anything else is done, so that a mistake is told at once."""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import field

from answerable.kernel.errors import BadSetting
from answerable.kernel.light_dataclass import dataclass
from answerable.kernel.messages import msg

__all__ = ["Listener", "free_port"]

_BACKLOG = 2048


@dataclass(frozen=True)
class Listener:
    host: str
    port: int
    socket: socket.socket = field(default_factory=socket.socket)

    @property
    def is_local(self) -> bool:
        """Whether only this machine can reach it."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def url(self) -> str:
        host = socket.gethostname() if self._is_everywhere else self.host
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"

    def hosts(self, known: str) -> str:
        """The host names to answer to: those of the settings and this one."""
        own = socket.gethostname() if self._is_everywhere else f"[{self.host}]" if ":" in self.host else self.host
        return ",".join(dict.fromkeys([*known.split(","), own]))

    @property
    def _is_everywhere(self) -> bool:
        return self.host in ("0.0.0.0", "::")  # noqa: S104


def free_port(host: str, port: int) -> Listener:
    """A socket that listens there already; connections wait until they are served."""
    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise BadSetting(msg("cli.unknown_host", host=host), hint=msg("cli.leave_host_out")) from None
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(_BACKLOG)
    except OSError as error:
        listening.close()
        raise BadSetting(
            msg("cli.port_unusable", port=port, host=host, reason=error.strerror),
            hint=msg("cli.choose_another_port"),
        ) from None
    listening.set_inheritable(True)
    return Listener(host, listening.getsockname()[1], listening)
