"""A person at a terminal: a process on a real pseudo-terminal, keys pressed and the screen read."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

__all__ = ["Keyboard", "at_a_terminal"]

CTRL_C, CTRL_D, UP = "\x03", "\x04", "\x1b[A"
_STYLE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")
_PATIENCE = 120.0


class Keyboard:
    def __init__(self, running: subprocess.Popen[bytes], master: int) -> None:
        self.running = running
        self._master = master
        self._unread = ""

    def press(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def enter(self, line: str) -> None:
        self.press(line + "\n")

    def interrupt(self) -> None:
        """Ctrl-C of somebody who sees the cursor wait: between a letter shown and the wait for the next, Python would
        notice the signal only with the next key."""
        until = time.monotonic() + _PATIENCE
        while not self._rests() and time.monotonic() < until:
            pass
        self.press(CTRL_C)

    def read_until(self, wanted: str) -> str:
        """What was shown up to and with `wanted`, without colours; what follows is for the next look."""
        until = time.monotonic() + _PATIENCE
        while wanted not in self._unread:
            more = self._more(until - time.monotonic())
            assert more is not None, f"never shown: {wanted!r}; shown: {self._unread!r}"
            self._unread += more
        shown, self._unread = self._unread.split(wanted, 1)
        return shown + wanted

    def leave(self) -> int:
        """Waits for the end; the exit code."""
        while self._more(_PATIENCE) is not None:
            pass
        return self.running.wait(_PATIENCE)

    def _rests(self) -> bool:
        """Asleep at every one of a few looks."""
        for _ in range(5):
            time.sleep(0.01)
            if Path(f"/proc/{self.running.pid}/stat").read_text().rpartition(")")[2].split()[0] != "S":
                return False
        return True

    def _more(self, seconds: float) -> str | None:
        """None at the end, or when nothing came for so long."""
        ready, _, _ = select.select([self._master], [], [], max(0.0, seconds))
        if ready:
            with suppress(OSError):  # the other side was closed
                return _STYLE.sub("", os.read(self._master, 65_536).decode(errors="replace"))
        return None


@contextmanager
def at_a_terminal(*arguments: str, cwd: Path, **environment: str) -> Iterator[Keyboard]:
    """Ctrl-C reaches it as it would reach a shell's foreground job."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    command = [str(Path(sys.executable).with_name("answerable")), *arguments]
    environ = {name: value for name, value in os.environ.items() if not name.startswith("ANSWERABLE_")}
    environ |= {"TERM": "xterm", **environment}
    leader = [sys.executable, "-c", _LEAD, *command]
    running = subprocess.Popen(leader, cwd=cwd, stdin=slave, stdout=slave, stderr=slave, env=environ, close_fds=True)
    os.close(slave)
    try:
        yield Keyboard(running, master)
    finally:
        running.kill()
        running.wait()
        os.close(master)


_LEAD = """
import fcntl, os, signal, sys, termios
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.setsid()
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Makes the terminal its own before the command takes over, so that Ctrl-C is a signal to it; whoever runs tests in the
background ignores that signal, and so would it."""
