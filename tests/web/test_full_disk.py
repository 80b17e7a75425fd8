"""A full disk on the server is said in one line, 503, and leaves nothing half-written."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from answerable import sample
from tests.web.asking import Asker, owners_token
from tests.web.serving import serving

SAID = "The server's disk is full; nothing was changed."


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 24 MB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", str(disk)]
    if os.geteuid() or shutil.which("mount") is None or subprocess.run(command, capture_output=True).returncode:
        pytest.skip("a file system can be mounted by root only")
    yield disk
    subprocess.run(["umount", "-l", str(disk)], check=True)


def test_a_full_disk_is_said_and_work_goes_on_when_there_is_room(disk: Path, tmp_path: Path) -> None:
    sample.write_sqlite(tmp_path / "shop.db")
    with serving(disk, "--source", str(tmp_path / "shop.db")) as server:
        token = owners_token(server)
        with Asker.with_token(server, token) as asker, closing(server.visitor()) as visitor:
            asker.ask("how many customers are there?")
            _fill(disk)
            asked = asker.client.post("/api/chat", json={"message": "how many orders are there?"})
            assert (asked.status_code, asked.json()["error"]["message"]) == (503, SAID)
            rows = b"n\n" + b"1\n" * 200_000
            upload = asker.client.post("/api/sources/upload", files={"file": ("a.csv", rows)})
            assert (upload.status_code, upload.json()["error"]["code"]) == (503, "disk_full")
            visitor.get("/sign-in/")
            page = visitor.post("/sign-in/", data={"username": "x", "password": "y"}, headers=server.csrf(visitor))
            assert page.status_code == 503
            assert page.text.strip().startswith(SAID) and len(page.text.splitlines()) == 1
            assert not list((disk / ".answerable").glob("uploads/*/*"))
            (disk / "filler").unlink()
            assert asker.ask("how many orders are there?")[-1]["type"] == "done"
    logs = (disk / ".answerable" / "logs").glob("errors.log*")
    assert not [log for log in logs if "Traceback" in log.read_text()]


def _fill(disk: Path) -> None:
    with (disk / "filler").open("wb", buffering=0) as filler:
        for size in (1 << 20, 1 << 12, 1):
            try:
                while True:
                    filler.write(b"x" * size)
            except OSError:
                continue
