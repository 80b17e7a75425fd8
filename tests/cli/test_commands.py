"""The commands as scripts rely on them: names, flags, JSON keys, clean stdout."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from answerable import sample
from answerable.audit import verify_log
from tests.cli.command import answerable, complaints
from tests.cli.keyboard import at_a_terminal
from tests.waiting import PATIENCE, wait_until

KEYS = [
    "question",
    "answer",
    "sql",
    "columns",
    "rows",
    "row_count",
    "is_truncated",
    "chart",
    "explanation",
    "provenance",
    "suggestions",
    "confidence",
    "trust",
    "path",
    "clarification",
    "receipt",
    "error",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("commands")
    sample.write_sqlite(folder / "shop.db")
    return folder


def lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_ask_json_has_exactly_the_promised_keys(folder: Path) -> None:
    done = answerable("ask", "how many orders are there?", "--source", "shop.db", "--json", "--yes", cwd=folder)
    answer = json.loads(done.stdout)
    assert list(answer) == KEYS
    assert answer["rows"] == [{"orders": 9400}]
    assert answer["error"] is None
    assert "Error" not in done.stderr


def test_ask_json_holds_the_question_that_is_asked_back(folder: Path) -> None:
    done = answerable("ask", "top customers", "--source", "shop.db", "--json", cwd=folder)
    clarification = json.loads(done.stdout)["clarification"]
    assert done.returncode == 4
    assert clarification["question"] and len(clarification["readings"]) >= 2
    assert all(reading["text"] and reading["sql"] for reading in clarification["readings"])


def test_what_is_asked_back_comes_before_its_numbered_options(folder: Path) -> None:
    done = answerable("ask", "top customers", "--source", "shop.db", cwd=folder)
    said = complaints(done)
    assert done.returncode == 4 and "Error:" not in done.stderr
    assert said[0].endswith("?") and said[1].startswith("  1. ")


@pytest.mark.parametrize(("question", "lang"), [("delete all orders", "en"), ("모든 주문을 삭제해줘", "ko")])
def test_a_request_to_change_data_is_refused(folder: Path, question: str, lang: str) -> None:
    done = answerable("ask", question, "--source", "shop.db", "--lang", lang, cwd=folder)
    assert done.returncode == 3 and len(complaints(done)) == 1


def test_ask_in_words_has_no_colour_codes_when_piped(folder: Path) -> None:
    done = answerable("ask", "orders by status", "--source", "shop.db", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout
    assert "SELECT" in done.stdout


def test_ask_saves_the_chart_and_the_rows(folder: Path) -> None:
    done = answerable(
        *("ask", "total revenue by month in 2024", "--source", "shop.db"),
        *("--chart", "out/c.png", "--csv", "out/r.csv"),
        cwd=folder,
    )
    assert done.returncode == 0, done.stderr
    assert (folder / "out" / "c.png").read_bytes().startswith(b"\x89PNG")
    assert len((folder / "out" / "r.csv").read_text().splitlines()) == 13


def test_ask_cuts_long_results_and_says_so(folder: Path) -> None:
    done = answerable("ask", "list all orders", "--source", "shop.db", "--json", "--rows", "7", cwd=folder)
    answer = json.loads(done.stdout)
    assert (answer["row_count"], answer["is_truncated"]) == (7, True)
    assert any("first 7 rows" in caveat for caveat in answer["provenance"]["caveats"])
    assert "first 7 rows" in answer["answer"]


def test_an_empty_answer_says_which_values_there_are(folder: Path) -> None:
    (folder / "answerable.toml").write_text("confidence_threshold = 0.4\n")  # what gives no rows is doubted
    done = answerable("ask", "orders in 1999 by status", "--source", "shop.db", "--json", cwd=folder)
    (folder / "answerable.toml").unlink()
    answer = json.loads(done.stdout)
    assert done.returncode == 0
    assert answer["rows"] == []
    assert any("2022-01-01" in caveat for caveat in answer["provenance"]["caveats"])
    assert answer["trust"]["level"] == "unverified"


def test_every_run_is_in_the_audit_trail(tmp_path: Path) -> None:
    sample.write_sqlite(tmp_path / "shop.db")
    answerable("ask", "how many orders are there?", "--source", "shop.db", cwd=tmp_path)
    log = tmp_path / ".answerable" / "logs" / "data_agent_runs.jsonl"
    events = [entry["event_type"] for entry in lines(log.read_text())]
    assert events == [
        "request_submitted",
        "plan_created",
        "policy_decision",
        "tool_called",
        "observation_recorded",
        "artifact_generated",
    ]
    assert verify_log(log).ok


def test_korean_explanations(folder: Path) -> None:
    done = answerable("explain", "SELECT COUNT(*) FROM orders", "--source", "shop.db", "--lang", "ko", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert any("가" <= character <= "힣" for character in done.stdout)


def test_explain_refuses_what_the_guard_refuses(folder: Path) -> None:
    done = answerable("explain", "DELETE FROM orders", "--source", "shop.db", cwd=folder)
    assert done.returncode == 3
    assert complaints(done)[0].startswith("Error: The guard refuses this query")


def test_profile_measures_every_table(folder: Path) -> None:
    done = answerable("profile", "--source", "shop.db", "--json", cwd=folder)
    profile = json.loads(done.stdout)["sources"][0]
    orders = next(table for table in profile["tables"] if table["name"] == "orders")
    revenue = next(column for column in orders["columns"] if column["name"] == "revenue")
    assert (orders["rows"], orders["foreign_keys"]) == (9400, ["customer_id → customers.id"])
    assert 0 < revenue["present"] < 9400
    assert max(len(column["common_values"]) for table in profile["tables"] for column in table["columns"]) == 20
    drawn = answerable("profile", "--source", "shop.db", cwd=folder)
    assert "order_lines (table, 21,547 rows, key id)" in drawn.stdout


def test_profile_tells_what_tables_mean(folder: Path) -> None:
    done = answerable("profile", "--source", "shop.db", "--meaning", "--json", cwd=folder)
    model = json.loads(done.stdout)["sources"][0]
    nouns = {entity["table"]: entity["noun"] for entity in model["entities"]}
    events = {event["table"]: event["main_date"] for event in model["events"]}
    assert (nouns["order_lines"], events["orders"]) == ("order line", "order_date")
    assert all(one["probability"] and one["clues"] for one in model["relationships"])
    drawn = answerable("profile", "--source", "shop.db", "--meaning", cwd=folder)
    assert "orders: order, orders" in drawn.stdout


def test_profile_saves_an_interchange_document_whose_expressions_run(folder: Path) -> None:
    done = answerable("profile", "--source", "shop.db", "--meaning", "--osi", "shop.yaml", cwd=folder)
    assert (done.stdout, done.stderr.splitlines()[-1]) == ("", "Saved as 'shop.yaml'.")
    document = import_module("yaml").safe_load((folder / "shop.yaml").read_text(encoding="utf-8"))
    with closing(sqlite3.connect(folder / "shop.db")) as shop:
        for dataset in document["semantic_model"][0]["datasets"]:
            fields = [field["expression"]["dialects"][0]["expression"] for field in dataset["fields"]]
            shop.execute(f'SELECT {", ".join(fields)} FROM "{dataset["source"]}" LIMIT 1').fetchall()


def test_interchange_document_needs_the_meaning(folder: Path) -> None:
    done = answerable("profile", "--source", "shop.db", "--osi", "shop.yaml", cwd=folder)
    assert done.returncode == 2 and "--meaning" in done.stderr


def test_guard_batch_judges_line_by_line(folder: Path) -> None:
    statements = [
        {"id": 1, "dialect": "sqlite", "sql": "SELECT 1"},
        {"id": "b", "dialect": "postgres", "sql": "DROP TABLE t"},
    ]
    given = "\n".join(json.dumps(item) for item in statements) + "\nnot json\n"
    done = answerable("guard", "--batch", "-", cwd=folder, stdin=given)
    assert [line["verdict"] for line in lines(done.stdout)] == ["allow", "reject", "reject"]
    assert lines(done.stdout)[1]["errors"][0]["layer"] == "keyword"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_translate_batch_keeps_the_order(folder: Path, jobs: str) -> None:
    questions = ["how many orders are there?", "zzz qqq", "orders by status"]
    given = "\n".join(
        [json.dumps({"id": number, "source": "shop.db", "question": text}) for number, text in enumerate(questions)]
        + ["{", json.dumps({"id": 9, "source": "missing.db", "question": "how many?"})]
    )
    done = answerable("translate", "--batch", "-", "--jobs", jobs, cwd=folder, stdin=given)
    found = lines(done.stdout)
    assert [line["id"] for line in found] == [0, 1, 2, None, 9]
    assert re.fullmatch(r'SELECT COUNT\(\*\) AS \w+ FROM "?orders"?', found[0]["sql"])
    assert {"id", "sql", "confidence", "path", "ms", "candidates"} <= found[1].keys()
    assert found[1]["decision"] == "decline" or found[1]["clarification"]["question"]
    assert "not JSON" in found[3]["error"]["message"]
    assert "missing.db" in found[4]["error"]["message"]


def test_demo_answers_every_question(tmp_path: Path) -> None:
    from answerable.cli.commands.demo import QUESTIONS

    done = answerable("demo", cwd=tmp_path, seconds=120)
    assert done.returncode == 0, done.stderr
    assert all(question in done.stdout for question in QUESTIONS)
    assert done.stdout.count("SELECT") >= len(QUESTIONS)
    assert len(list((tmp_path / ".answerable" / "demo").glob("*.png"))) >= 4


def test_at_a_terminal_nothing_is_drawn_over_the_demo(tmp_path: Path) -> None:
    with at_a_terminal("demo", cwd=tmp_path) as keyboard:
        shown = keyboard.read_until("Now you:")
    assert "8. number of returns by category in 2025" in shown
    assert not re.search(r"[⠀-⣿] [^\n⠀-⣿]* …( \d+%)?[^\n⠀-⣿ ]", shown), "progress is cleared before an answer is drawn"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(shell: str, tmp_path: Path) -> None:
    done = answerable("completion", shell, cwd=tmp_path)
    assert "_ANSWERABLE_COMPLETE" in done.stdout


def test_tab_completes_commands(tmp_path: Path) -> None:
    environ = os.environ | {"_ANSWERABLE_COMPLETE": "bash_complete", "COMP_WORDS": "answerable pro", "COMP_CWORD": "1"}
    program = Path(sys.executable).with_name("answerable")
    done = subprocess.run([program], cwd=tmp_path, env=environ, capture_output=True, text=True, check=False)
    assert "profile" in done.stdout


def test_ctrl_c_cancels_and_leaves_no_process(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "big.db")
    connection.executescript(
        "CREATE VIEW forever AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;"
    )
    connection.close()
    program = Path(sys.executable).with_name("answerable")
    command = [str(program), "ask", "how many forever are there?", "--source", "big.db", "--yes"]
    log = tmp_path / ".answerable" / "logs" / "data_agent_runs.jsonl"
    with _running(command, tmp_path) as running:
        wait_until(lambda: running.poll() is not None or (log.exists() and "tool_called" in log.read_text()))
        workers = _children(running.pid)
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130, said
    assert said.splitlines()[-1] == "Cancelled."
    assert workers
    assert not any(Path(f"/proc/{pid}").exists() for pid in workers)


@contextmanager
def _running(command: list[str], folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Nothing is left of it, whatever the test finds."""
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        try:
            yield running
        finally:
            running.kill()


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_a_person_may_cancel_at_the_terminal(tmp_path: Path) -> None:
    sample.write_sqlite(tmp_path / "shop.db")
    (tmp_path / "answerable.toml").write_text('confirm = "always"\n')
    with at_a_terminal("ask", "how many orders are there?", "--source", "shop.db", cwd=tmp_path) as keyboard:
        seen = keyboard.read_until("[n]o")
        keyboard.enter("n")
        code = keyboard.leave()
    assert "COUNT(*)" in seen
    assert code == 5
    log = (tmp_path / ".answerable" / "logs" / "data_agent_runs.jsonl").read_text()
    assert "tool_called" not in log
