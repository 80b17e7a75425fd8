"""A policy from its file to the answer: nothing hidden reaches the sentence, the table, the hints or the log."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner

from answerable.agent import ask, explain_query, profile_source
from answerable.agent.context.folder_policy import load_policy
from answerable.cli.commands.explain import command as explain_command
from answerable.kernel.errors import AnswerableError, BadSetting, QueryFailed, Refused
from answerable.kernel.settings import Settings, load_settings

POLICY = """
[policy]
blocked_columns = ["staff.home_town"]
masked_columns = ["staff.mail_box"]
aggregate_only_columns = ["staff.salary"]

[policy.roles.payroll]
aggregate_only_columns = []

[policy.roles.intern]
allowed_tables = ["teams"]
"""
CANARY = "canary"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    with sqlite3.connect(tmp_path / "firm.db") as connection:
        connection.executescript(
            """CREATE TABLE teams (id INTEGER PRIMARY KEY, title TEXT);
            CREATE TABLE staff (id INTEGER PRIMARY KEY, name TEXT, mail_box TEXT, home_town TEXT, salary INTEGER,
                                team_id INTEGER REFERENCES teams (id));
            CREATE VIEW contacts AS SELECT name, mail_box AS contact FROM staff;
            INSERT INTO teams VALUES (1, 'Sales'), (2, 'Legal');"""
        )
        for n in range(12):
            row = (n, f"Name {n}", f"{CANARY}-mail-{n % 4}", f"{CANARY}-town-{n % 3}", 1000 + n, 1 if n < 9 else 2)
            connection.execute("INSERT INTO staff VALUES (?, ?, ?, ?, ?, ?)", row)
    connection.close()
    (tmp_path / "answerable.toml").write_text(POLICY, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def log(folder: Path) -> str:
    return (folder / ".answerable" / "logs" / "data_agent_runs.jsonl").read_text(encoding="utf-8")


# -- the file ---------------------------------------------------------------------------------------------------


def test_a_role_is_given_more_only_where_its_table_says_so(folder: Path) -> None:
    everybody, payroll, intern = (load_policy(folder, role) for role in (None, "payroll", "intern"))
    assert everybody is not None and payroll is not None and intern is not None
    assert payroll.aggregate_only_columns == frozenset()
    assert payroll.blocked_columns == intern.blocked_columns == everybody.blocked_columns
    assert everybody.allowed_tables is None
    assert intern.allowed_tables == frozenset({"teams"})


def test_without_a_policy_there_is_none(tmp_path: Path) -> None:
    assert load_policy(tmp_path) is None
    with pytest.raises(BadSetting, match="Unknown role 'analyst'"):
        load_policy(tmp_path, "analyst")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('policy = "none"', "'policy' is not a table"),
        ("[policy]\nblocked = []", "[policy]: Unknown policy key 'blocked'"),
        ("[policy.roles.a]\nminimum_group = 0", "[policy.roles.a]: Policy 'minimum_group' is 0"),
        ("[policy]\nroles = 3", "[policy.roles] is not a table of roles"),
    ],
)
def test_a_bad_policy_is_one_clear_line(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "answerable.toml").write_text(text)
    with pytest.raises(BadSetting) as caught:
        load_policy(tmp_path)
    assert complaint in caught.value.message
    assert caught.value.exit_code == 2


def test_the_settings_let_the_policy_be(folder: Path) -> None:
    assert load_settings(folder, {}, {"role": "intern"}) == Settings(role="intern")


# -- answers ----------------------------------------------------------------------------------------------------


def test_masked_values_are_masked_before_anything_sees_them(folder: Path) -> None:
    answer = ask("list name and mail box of staff", "firm.db")
    assert answer.table.column("mail_box").to_pylist() == ["•••"] * 12
    assert CANARY not in repr(answer)
    assert CANARY not in log(folder)


def test_masked_keys_are_grouped_by(folder: Path) -> None:
    answer = ask("number of staff by mail box", "firm.db")
    assert sorted(answer.table.to_pydict().values(), key=str) == sorted([[3] * 4, ["•••"] * 4], key=str)


def test_small_groups_are_left_out_and_it_is_said(folder: Path) -> None:
    with sqlite3.connect(folder / "firm.db") as connection:
        connection.execute("INSERT INTO teams VALUES (3, 'Lab')")
        for n in range(20, 22):
            connection.execute("INSERT INTO staff VALUES (?, 'Name', NULL, NULL, 9, 3)", (n,))
    connection.close()
    answer = ask("average salary by team title", "firm.db")
    assert answer.table.to_pylist() == [{"title": "Sales", "average_salary": 1004.0}]
    assert "HAVING COUNT(staff.salary) >= 5" in answer.sql
    assert "Groups with fewer than 5 values of 'staff.salary' are left out." in answer.provenance.caveats


def test_a_few_that_are_left_out_of_all_groups_are_not_told_by_the_others(folder: Path) -> None:
    with pytest.raises(Refused, match="leaves out 3 of 12 values"):
        ask("average salary by team title", "firm.db")


def test_hidden_columns_that_nobody_asked_for_are_left_out(folder: Path) -> None:
    answer = ask("show staff", "firm.db")
    assert not {"home_town", "salary"} & set(answer.table.column_names)
    assert CANARY not in repr(answer)


@pytest.mark.parametrize(
    "question", ["number of staff by home town", "names and home towns of staff", "highest salary"]
)
def test_hidden_columns_that_somebody_asks_for_are_refused(folder: Path, question: str) -> None:
    with pytest.raises(Refused):
        ask(question, "firm.db")


@pytest.mark.parametrize("question", ["names and town labels of staff", "number of staff by town label", "town label"])
def test_a_column_generated_from_a_hidden_one_is_as_hidden(folder: Path, question: str) -> None:
    with sqlite3.connect(folder / "firm.db") as connection:
        connection.execute("ALTER TABLE staff ADD COLUMN town_label TEXT AS (upper(home_town)) VIRTUAL")
    connection.close()
    try:
        told = repr(ask(question, "firm.db"))
    except AnswerableError as error:
        told = f"{error.line()} {getattr(error, 'clarification', '')!r}"
    assert CANARY not in told.lower()
    assert "town_label" not in repr(ask("show staff", "firm.db").table.column_names)
    assert CANARY not in log(folder).lower()


def test_a_role_may_see_more(folder: Path) -> None:
    answer = ask("highest salary", "firm.db", settings=Settings(role="payroll"))
    assert answer.table.to_pylist() == [{"highest_salary": 1011}]
    with pytest.raises(Refused):
        ask("how many staff", "firm.db", settings=Settings(role="intern"))


@pytest.mark.parametrize(
    "question",
    ["staff with home town Paris", "staff from canary", "staff with mail box x", "home town of Name 3", "canary town 1",
     "how many staff live in home town nowhere"],
)  # fmt: skip
def test_no_hint_names_a_hidden_value(folder: Path, question: str) -> None:
    try:
        told = repr(ask(question, "firm.db"))
    except AnswerableError as error:
        told = f"{error.line()} {getattr(error, 'clarification', '')!r}"
    assert f"{CANARY}-" not in told


def test_the_profile_measures_no_blocked_column_and_masks_the_others(folder: Path) -> None:
    (profile,) = profile_source(["firm.db"], Settings())
    staff = next(table for table in profile.tables if table.name == "staff")
    columns = {column.name: column for column in staff.columns}
    assert set(columns) == {"id", "name", "mail_box", "salary", "team_id"}
    mail, salary = columns["mail_box"], columns["salary"]
    assert (mail.present, mail.distinct, mail.minimum, mail.maximum, mail.common_values) == (12, 4, "•••", "•••", ())
    assert (salary.present, salary.minimum) == (None, None)
    assert staff.problem == ""
    assert CANARY not in repr(profile)


def test_explain_obeys_the_policy(folder: Path) -> None:
    assert explain_query("SELECT contact FROM contacts", ["firm.db"], Settings())
    with pytest.raises(Refused, match="masked_column"):
        explain_query("SELECT name FROM contacts WHERE contact = 'x'", ["firm.db"], Settings())


def test_an_unknown_role_is_one_line_at_the_door(folder: Path) -> None:
    result = CliRunner().invoke(explain_command, ["SELECT 1", "--source", "firm.db", "--role", "nobody"])
    assert isinstance(result.exception, BadSetting)
    assert result.exception.line() == "Unknown role 'nobody'. Roles in answerable.toml: intern, payroll."


def test_the_log_tells_the_text_that_ran(folder: Path) -> None:
    answer = ask("average salary", "firm.db")
    ran = [json.loads(line)["event_data"] for line in log(folder).splitlines()]
    assert [data["arguments"]["query"] for data in ran if data.get("tool_name") == "sql.run"] == [answer.sql]


# -- what the engine says ---------------------------------------------------------------------------------------


def test_an_engines_own_words_about_hidden_values_are_withheld(folder: Path) -> None:
    from answerable import guard
    from answerable.agent.execution.executor import Executor
    from answerable.agent.proof.run_record import RunRecord
    from answerable.audit import AuditTrail
    from answerable.sources import Limits, open_source

    failing = "(SELECT abs(-9223372036854775808) AS n) AS x"
    sql = f"SELECT s.mail_box, x.n FROM staff s JOIN staff t ON t.mail_box = s.mail_box, {failing}"
    source = open_source("firm.db", Settings(), folder=folder)
    try:
        schema = source.schema()
        verdict = guard.check(sql, dialect="sqlite", schema=schema, policy=load_policy(folder))
        assert verdict.allowed, verdict.errors
        with pytest.raises(QueryFailed, match="could not run this query") as caught:
            Executor(source, RunRecord(AuditTrail(folder / "log")), "r").run(sql, verdict, Limits(rows=5, seconds=5))
    finally:
        source.close()
    assert "withheld" in caught.value.hint
    assert "overflow" not in caught.value.line()
