"""The search for planted secrets can find one. What is planted here is gone before the run's own search."""

from __future__ import annotations

import os
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.canaries import PREFIX, leaks


@pytest.fixture
def folder() -> Iterator[Path]:
    with TemporaryDirectory() as made:
        yield Path(made)


def test_a_planted_secret_is_found_in_what_is_kept_and_nowhere_else(folder: Path) -> None:
    for name in ("ws/logs/errors.log", "ws/receipts/1.json", "ws/shop.db", "data_agent_runs-000001.jsonl"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"fine\nthe {PREFIX}secret\n")
    found = sorted(leak.partition(": ")[0].removeprefix(f"{folder}/") for leak in leaks(folder))
    assert found == ["data_agent_runs-000001.jsonl, line 2", "ws/logs/errors.log, line 2", "ws/receipts/1.json, line 2"]


@pytest.mark.parametrize("before", ["", "a", "ab"])
def test_it_is_found_in_base64_and_hexadecimal(folder: Path, before: str) -> None:
    planted = f"{before}{PREFIX}secret".encode()
    (folder / "errors.log").write_text(f"{planted.hex()}\n{b64encode(planted).decode()}\n")
    assert len(list(leaks(folder))) == 2


@pytest.mark.parametrize(
    ("planted", "workers", "code"),
    [
        (f'(tmp_path / "errors.log").write_text("{PREFIX}" + "x")', "1", 1),
        (f'print("{PREFIX}" + "x")', "0", 1),
        (f'(tmp_path / "data.csv").write_text("{PREFIX}" + "x")', "0", 0),
    ],
)
def test_a_run_that_writes_one_down_fails(planted: str, workers: str, code: int, folder: Path) -> None:
    (folder / "test_it.py").write_text(f"def test_it(tmp_path):\n    {planted}\n")
    (folder / "pytest.ini").write_text("[pytest]\n")
    run = [sys.executable, "-m", "pytest", "-q", "-p", "xdist", "-n", workers, "-p", "tests.canaries", "test_it.py"]
    done = subprocess.run(
        [*run, "--basetemp", str(folder / "kept")],
        cwd=folder,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(Path(__file__).parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert (code == 1) == ("Planted secrets were written down" in done.stdout)
