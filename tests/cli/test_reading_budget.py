"""A question that takes too long to read is stopped and says so, whichever command reads it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from answerable import sample
from tests.cli.command import answerable, complaints

QUESTION = "total revenue by month and country for customers in Seoul"
SAID = "Reading the question took more than 0.0004 seconds and was stopped. Ask for less at a time."


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hurried")
    sample.write_sqlite(folder / "shop.db")
    (folder / "answerable.toml").write_text("reading_seconds = 0.0001\n")
    return folder


def test_ask_says_so(hurried: Path) -> None:
    done = answerable("ask", QUESTION, "--source", "shop.db", cwd=hurried)
    assert (done.returncode, complaints(done)) == (5, [f"Error: {SAID}"])


def test_chat_says_so_and_goes_on(hurried: Path) -> None:
    done = answerable("chat", "--source", "shop.db", cwd=hurried, stdin=f"{QUESTION}\n/help\n")
    assert "Reading the question took more than" in done.stdout + done.stderr and "/new" in done.stdout


def test_translate_says_so_in_its_line(hurried: Path) -> None:
    lines = "".join(json.dumps({"id": n, "source": "shop.db", "question": QUESTION}) + "\n" for n in range(2))
    done = answerable("translate", "--batch", "-", cwd=hurried, stdin=lines)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["id"] for line in found] == [0, 1]
    assert {line["error"]["code"] for line in found} == {"could_not_answer"}
