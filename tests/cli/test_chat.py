"""The conversation at the terminal, and line by line from a pipe."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from answerable import sample
from tests.cli.command import Finished, answerable
from tests.cli.keyboard import CTRL_D, UP, Keyboard, at_a_terminal

PROMPT = "\n? "
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


def test_a_follow_up_leans_on_the_question_before_until_a_new_conversation(folder: Path, tmp_path: Path) -> None:
    lines = ("how many orders are there?", "and by channel?", "/sql", "/new", "/sql", "show names")
    done = piped(folder, *lines, more=("--workspace", str(tmp_path / "kept")))
    assert "9,400" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("SELECT channel, COUNT(*)")
    assert "Nothing has run yet." in done.stderr
    with closing(sqlite3.connect(tmp_path / "kept" / "answerable.db")) as store:
        said = store.execute("SELECT role, content FROM conversations_message ORDER BY timestamp").fetchall()
        asked = store.execute("SELECT status, session_id FROM conversations_queryrequest ORDER BY requested_at")
        states = asked.fetchall()
    assert [role for role, _ in said] == ["user", "assistant"] * 3
    assert said[0][1] == "how many orders are there?" and "9,400" in said[1][1]
    assert [state for state, _ in states] == ["completed", "completed", "completed"]
    assert states[0][1] == states[1][1] != states[2][1]


def test_a_number_picks_one_of_the_readings_asked_back(folder: Path) -> None:
    done = piped(folder, "show names", "2", "/sql")
    assert any(line.startswith("  2. ") for line in done.stderr.splitlines())
    assert done.returncode == 4
    receipt = json.loads((folder / done.stdout.split("Receipt: ")[1].split()[0]).read_text())
    assert done.stdout.splitlines()[-1] == receipt["sql"]
    assert receipt["question"] == "show names" and receipt["origin"]["reading"]["number"] == 2


def test_it_goes_on_after_a_question_it_cannot_answer_and_says_so_at_the_end(folder: Path) -> None:
    done = piped(folder, "blorb the frobs", "x" * 1001, "how many orders are there?")
    assert done.returncode == 4
    assert "9,400" in done.stdout
    assert "blorb" in done.stderr and "1,000" in done.stderr


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


@pytest.mark.slow
def test_a_person_asks_asks_on_and_leaves(folder: Path) -> None:
    with at_a_terminal(*CHAT, cwd=folder) as keyboard:
        keyboard.read_until(PROMPT)
        assert "9,400" in ask(keyboard, "how many orders are there?", PROMPT)
        assert "phone" in ask(keyboard, "and by channel?", PROMPT)
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
        assert "COUNT(*)" in ask(keyboard, "how many orders are there?", "[n]o: ")
        assert "ancelled" in ask(keyboard, "n", PROMPT)
        ask(keyboard, "how many orders are there?", "[n]o: ")
        ask(keyboard, "perhaps", "[n]o: ")
        assert "9,400" in ask(keyboard, "yes", PROMPT)
        ask(keyboard, "how many orders are there?", "[n]o: ")
        edited = ask(keyboard, "e", PROMPT)
        assert "AS edited FROM products" in edited and "The edited query returned 1 row." in edited
        assert "SQL edited by a person" in edited and "Trust: unverified." in edited
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
        keyboard.interrupt()
        assert "ancelled" in keyboard.read_until(PROMPT)
        assert "Number of orders is 2." in ask(keyboard, "how many orders are there?", PROMPT)
        keyboard.press("half a line")
        keyboard.read_until("half a line")
        keyboard.interrupt()
        assert "/quit or Ctrl-D leaves." in keyboard.read_until(PROMPT)
        keyboard.press(CTRL_D)
        assert keyboard.leave() == 0
    log = (tmp_path / ".answerable" / "logs" / "data_agent_runs.jsonl").read_text().splitlines()
    seen = [json.loads(line)["event_data"] for line in log]
    assert any(entry.get("status") == "error" and "ancelled" in entry.get("message", "") for entry in seen)


def test_earlier_lines_come_back_also_the_next_time(folder: Path, tmp_path: Path) -> None:
    command = (*CHAT, "--workspace", str(tmp_path / "kept"))
    with at_a_terminal(*command, cwd=folder) as keyboard:
        keyboard.read_until(PROMPT)
        assert "shop.db" in ask(keyboard, "/sources", PROMPT)
        keyboard.press(CTRL_D)
        keyboard.leave()
    with at_a_terminal(*command, cwd=folder) as keyboard:
        keyboard.read_until(PROMPT)
        keyboard.press(UP)
        keyboard.read_until("/sources")
        assert "shop.db" in ask(keyboard, "", PROMPT)
        keyboard.press(CTRL_D)
        assert keyboard.leave() == 0


def test_help_names_every_command_and_others_are_told_of_it(folder: Path) -> None:
    done = piped(folder, "/help", "/nonsense", "", "  /SOURCES ")
    assert all(f"/{name} " in done.stdout for name in ("new", "sources", "sql", "help", "quit"))
    assert done.stdout.endswith("\nshop.db\n")
    assert "/nonsense" in done.stderr
