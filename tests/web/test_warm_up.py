"""A server loads what the first question needs before anybody asks."""

from __future__ import annotations

from pathlib import Path

from tests.waiting import wait_until
from tests.web.serving import serving

WEIGHTS = "model.weights"


def _maps_weights(process: str) -> bool:
    return WEIGHTS in Path(f"/proc/{process}/maps").read_text()


def _children(process: int) -> list[str]:
    return Path(f"/proc/{process}/task/{process}/children").read_text().split()


def _descendants(process: int) -> list[str]:
    children = _children(process)
    return [*children, *(one for child in children for one in _descendants(int(child)))]


def test_the_network_is_loaded_at_the_start(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        wait_until(lambda: any(map(_maps_weights, _descendants(server.process.pid))), "loading the network")
