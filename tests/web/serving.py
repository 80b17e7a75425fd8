"""A real `answerable serve` in a process of its own, and a browser's habits without a browser."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from tests.waiting import PATIENCE

__all__ = ["Server", "serving"]


@dataclass(frozen=True)
class Server:
    process: subprocess.Popen[str]
    url: str
    link: str
    """Signs the owner in, once."""

    def stop(self, by: signal.Signals = signal.SIGINT) -> tuple[int, str]:
        """The exit code and what was said on stderr."""
        self.process.send_signal(by)
        _said, complaints = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, complaints

    def visitor(self) -> httpx.Client:
        return httpx.Client(base_url=self.url, trust_env=False, timeout=PATIENCE)

    def signed_in(self, link: str | None = None) -> httpx.Client:
        """Somebody who followed the link and pressed its button."""
        visitor = self.visitor()
        key = (link or self.link).partition("key=")[2]
        visitor.get("/sign-in/link/", params={"key": key}).raise_for_status()
        answer = visitor.post("/sign-in/link/", data={"key": key}, headers=self.csrf(visitor))
        assert answer.status_code == 302, answer.text
        return visitor

    @staticmethod
    def csrf(visitor: httpx.Client) -> dict[str, str]:
        return {"X-CSRFToken": visitor.cookies["csrftoken"]}


@contextmanager
def serving(folder: Path, *arguments: str, port: int = 0) -> Iterator[Server]:
    program = Path(sys.executable).with_name("answerable")
    environ = {name: value for name, value in os.environ.items() if not name.startswith("ANSWERABLE_")}
    command = [str(program), "serve", "--no-open", "--port", str(port), *arguments]
    with subprocess.Popen(
        command, cwd=folder, env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            yield _greeted(process)
        finally:
            process.terminate()
            process.communicate(timeout=PATIENCE)


def _greeted(process: subprocess.Popen[str]) -> Server:
    assert process.stdout and process.stderr
    lines = ""
    for line in process.stdout:
        lines += line
        if link := re.search(r"(http\S+)/sign-in/link/\S+", lines):
            return Server(process, link[1], link[0])
    raise AssertionError(f"It did not start: {process.stderr.read()}")
