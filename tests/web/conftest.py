"""One server over the sample shop for all tests that only talk to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from answerable import sample
from tests.web.asking import Asker, owners_token
from tests.web.serving import Server, serving


@pytest.fixture(scope="session")
def shop_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("served")
    sample.write_sqlite(folder / "shop.db")
    (folder / "answerable.toml").write_text("asks_per_minute = 600\n")
    return folder


@pytest.fixture(scope="session")
def shop_server(shop_folder: Path) -> Iterator[Server]:
    with serving(shop_folder, "--source", "shop.db") as server:
        yield server


@pytest.fixture(scope="session")
def owner(shop_server: Server) -> Iterator[Asker]:
    with Asker.with_token(shop_server, owners_token(shop_server)) as asker:
        yield asker
