"""The conversation at the terminal, and line by line from a pipe."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from answerable import sample
from tests.cli.command import Finished, answerable
from tests.cli.keyboard import CTRL_C, CTRL_D, UP, Keyboard, at_a_terminal

PROMPT = "? "
CHAT = ("chat", "--source", "shop.db")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("chat")
    sample.write_sqlite(folder / "shop.db")
    return folder


def piped(folder: Path, *lines: str, more: tuple[str, ...] = ()) -> Finished:
    return answerable(*CHAT, *more, cwd=folder, stdin="".join(f"{line}\n" for line in lines))


def ask(keyboard: Keyboard, question: str, shown: str) -> str:
    keyboard.enter(question)
    return keyboard.read_until(shown)


def test_a_follow_up_leans_on_the_question_before(folder: Path) -> None:
    done = piped(folder, "how many orders are there?", "and by channel?", "/sql")
    assert done.returncode == 0, done.stderr
    assert "9,400" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("SELECT channel, COUNT(*)")


def test_a_number_picks_one_of_the_readings_asked_back(folder: Path) -> None:
    asked = piped(folder, "show names")
    second = next(line.split("2. ", 1)[1] for line in asked.stderr.splitlines() if "  2. " in line)
    picked = piped(folder, "show names", "2", "/sql")
    assert asked.returncode == picked.returncode == 4
    sql = picked.stdout.splitlines()[-1]
    assert second and sql.startswith("SELECT") and sql in picked.stderr


def test_a_new_conversation_knows_nothing_of_the_old(folder: Path) -> None:
    done = piped(folder, "how many orders are there?", "/new", "/sql", "and by channel?")
    assert "Nothing has run yet." in done.stderr
    assert "SELECT channel, COUNT(*)" not in done.stdout


def test_it_goes_on_after_a_question_it_cannot_answer_and_says_so_at_the_end(folder: Path) -> None:
    done = piped(folder, "blorb the frobs", "x" * 1001, "how many orders are there?", "/nonsense")
    assert done.returncode == 4
    assert "9,400" in done.stdout
    assert "blorb" in done.stderr and "1,000" in done.stderr and "/nonsense" in done.stderr


def test_lines_of_a_pipe_approve_nothing(folder: Path) -> None:
    (folder / "careful").mkdir()
    (folder / "careful" / "answerable.toml").write_text('confirm = "always"\n')
    command = ("chat", "--source", "../shop.db")
    done = answerable(*command, cwd=folder / "careful", stdin="how many orders are there?\ny\n")
    assert "9,400" not in done.stdout and "--yes" in done.stderr and done.returncode != 0
    approved = answerable(*command, "--yes", cwd=folder / "careful", stdin="how many orders are there?\n")
    assert "9,400" in approved.stdout and approved.returncode == 0


def test_a_source_that_is_not_there_is_bad_input(folder: Path) -> None:
    done = answerable("chat", "--source", "gone.db", cwd=folder, stdin="")
    assert done.returncode == 2 and "gone.db" in done.stderr


def test_the_transcript_is_kept(folder: Path, tmp_path: Path) -> None:
    done = piped(folder, "how many orders are there?", "and by channel?", more=("--workspace", str(tmp_path / "kept")))
    assert done.returncode == 0, done.stderr
    with closing(sqlite3.connect(tmp_path / "kept" / "answerable.db")) as store:
        said = store.execute("SELECT role, content FROM conversations_message ORDER BY id").fetchall()
        states = store.execute("SELECT status FROM conversations_queryrequest").fetchall()
    assert [role for role, _ in said] == ["user", "assistant"] * 2
    assert said[0][1] == "how many orders are there?" and "9,400" in said[1][1]
    assert states == [("completed",)] * 2


def test_a_person_asks_asks_on_and_leaves(folder: Path) -> None:
    with at_a_terminal(*CHAT, cwd=folder) as keyboard:
        keyboard.read_until(PROMPT)
        assert "9,400" in ask(keyboard, "how many orders are there?", "Next:")
        assert "web" in ask(keyboard, "and by channel?", "phone")
        keyboard.press(CTRL_D)
        assert keyboard.leave() == 0


def test_a_person_sees_the_sql_and_says_no_yes_or_something_else(tmp_path: Path) -> None:
    sample.write_sqlite(tmp_path / "shop.db")
    (tmp_path / "answerable.toml").write_text('confirm = "always"\n')
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\necho "SELECT COUNT(*) AS edited FROM products" > "$1"\n')
    editor.chmod(0o755)
    with at_a_terminal(*CHAT, cwd=tmp_path, EDITOR=str(editor)) as keyboard:
        keyboard.read_until(PROMPT)
        assert "order_count" in ask(keyboard, "how many orders are there?", "[n]o: ")
        ask(keyboard, "n", "Cancelled")
        ask(keyboard, "how many orders are there?", "[n]o: ")
        ask(keyboard, "perhaps", "[n]o: ")
        ask(keyboard, "yes", "9,400")
        ask(keyboard, "how many orders are there?", "[n]o: ")
        assert "120" in ask(keyboard, "e", "AS edited FROM products")
        keyboard.enter("/quit")
        assert keyboard.leave() == 0


def test_ctrl_c_stops_the_query_and_not_the_conversation(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "shop.db")) as made:
        made.executescript(
            "CREATE TABLE orders (id INTEGER PRIMARY KEY); INSERT INTO orders VALUES (1), (2);"
            "CREATE VIEW forever AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;"
        )
    with at_a_terminal(*CHAT, "--yes", cwd=tmp_path) as keyboard:
        keyboard.read_until(PROMPT)
        ask(keyboard, "how many forever are there?", "Running")
        keyboard.press(CTRL_C)
        keyboard.read_until("Cancelled")
        assert ask(keyboard, "how many orders are there?", "SELECT").count("2")
        keyboard.press("half a line" + CTRL_C)
        keyboard.read_until("/quit or Ctrl-D leaves.")
        keyboard.press(CTRL_D)
        assert keyboard.leave() == 0
    log = (tmp_path / ".answerable" / "logs" / "data_agent_runs.jsonl").read_text().splitlines()
    seen = [json.loads(line)["event_data"] for line in log]
    assert any(entry.get("status") == "error" and "ancelled" in entry.get("message", "") for entry in seen)


def test_earlier_lines_come_back_also_the_next_time(folder: Path, tmp_path: Path) -> None:
    command = (*CHAT, "--workspace", str(tmp_path / "kept"))
    with at_a_terminal(*command, cwd=folder) as keyboard:
        keyboard.read_until(PROMPT)
        ask(keyboard, "/sources", "shop.db")
        keyboard.press(CTRL_D)
        keyboard.leave()
    with at_a_terminal(*command, cwd=folder) as keyboard:
        keyboard.read_until(PROMPT)
        keyboard.press(UP)
        keyboard.read_until("/sources")
        ask(keyboard, "", "shop.db")
        keyboard.press(CTRL_D)
        assert keyboard.leave() == 0


def test_help_names_every_command(folder: Path) -> None:
    shown = piped(folder, "/help").stdout
    assert all(f"/{name}" in shown for name in ("new", "sources", "sql", "help", "quit"))
