"""Secrets are planted in a day's use of every door; afterwards none is in any log, receipt, export or message."""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

import pytest

from tests.cli.command import Finished, answerable
from tests.sources.servers import PASSWORD, PASSWORD_IN_URL, Server
from tests.web.asking import Asker, owners_token
from tests.web.serving import serving

BLOCKED_CELL = "CANARY-salary-of-ann"
BLOCKED_MAIL = "canary.ann@example.com"
WRONG = "CANARY-wrong-password"
KEY = "sk-CANARYabcdefghijklmnopqrstuvwx"
PLANTED = (PASSWORD, PASSWORD_IN_URL, BLOCKED_CELL, BLOCKED_MAIL, WRONG, KEY.removeprefix("sk-"))
POLICY = '[policy]\nblocked_columns = ["people.note"]\nblocked_patterns = ["email"]\n'
STORES = frozenset({"answerable.db", "checkpoints.db", "secret.key", "cache"})
"""Accounts, conversations, the key of cookies and what was read of the data: no logs."""
MAIL_QUESTION = f"how many people have the email {BLOCKED_MAIL}?"


@dataclass
class Day:
    """What was said at the doors, and the secrets that were made on the way."""

    folder: Path
    url: str
    heard: list[str] = field(default_factory=list)
    made: list[str] = field(default_factory=list)

    def run(self, *arguments: str, stdin: str = "") -> Finished:
        done = answerable(*arguments, cwd=self.folder, stdin=stdin)
        self.heard += [done.stdout, done.stderr]
        return done

    def receipt(self) -> Path:
        return max((self.folder / ".answerable" / "receipts").glob("*.json"), key=lambda path: path.stat().st_mtime_ns)

    @property
    def by_variable(self) -> str:
        return self.url.replace(PASSWORD_IN_URL, "${SOURCE_CANARY_VARIABLE}")


@pytest.fixture(scope="module")
def day(postgres_server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Day]:
    database = postgres_server.new_database()
    postgres_server.execute(
        "CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT, email TEXT, note TEXT, age INTEGER)",
        f"INSERT INTO people VALUES (1, 'Ann', '{BLOCKED_MAIL}', '{BLOCKED_CELL}', 41), (2, 'Bo', 'bo@x.org', 'x', 35)",
        database=database,
    )
    folder = tmp_path_factory.mktemp("day")
    (folder / "answerable.toml").write_text(POLICY)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SOURCE_CANARY_VARIABLE", unquote(PASSWORD_IN_URL))
        patch.setenv("SOURCE_CANARY_WRONG", WRONG)
        found = Day(folder, postgres_server.url(database))
        _at_the_terminal(found)
        _in_the_browser(found)
        yield found


def _at_the_terminal(day: Day) -> None:
    assert day.run("ask", "how many people are there?", "--source", day.url, "--yes").returncode == 0
    for source in (day.url.replace(PASSWORD_IN_URL, WRONG), day.by_variable.replace("VARIABLE", "WRONG")):
        assert day.run("ask", "how many people are there?", "--source", source, "--json").returncode == 5
    talk = ("how many people are there?", MAIL_QUESTION, "show the note of Ann", f"how many people are there? {KEY}")
    day.run("chat", "--source", day.by_variable, stdin="".join(f"{line}\n" for line in talk))
    request = day.receipt().stem
    assert day.run("verify", str(day.receipt()), "--source", day.url).returncode == 0
    assert day.run("audit", "export", "--request", request, "--to", "evidence").returncode == 0


def _in_the_browser(day: Day) -> None:
    with serving(day.folder) as server:
        token = owners_token(server)
        day.made += [server.link.partition("key=")[2], token]
        with Asker.with_token(server, token) as asker:
            _through_the_api(day, asker)
        with server.visitor() as stranger:
            refused = stranger.get("/api/me", headers={"Authorization": f"Bearer {token}x"})
        day.heard += [refused.text, *server.stop()[1:]]


def _through_the_api(day: Day, asker: Asker) -> None:
    post = asker.client.post
    for spec in (day.url, day.by_variable.replace("VARIABLE", "WRONG"), day.by_variable):
        day.heard.append(post("/api/sources", json={"spec": spec}).text)
    answer = asker.confirm(asker.ask("how many people are there?"))
    day.heard.append(str(asker.ask("show the note of Ann")))
    asker.ask(MAIL_QUESTION)
    receipt = answer["receipt"]["url"]
    rechecked = post(f"{receipt}/recheck")
    assert rechecked.json()["verdict"] == "same", rechecked.text
    post("/api/feedback", json={"request_id": answer["request_id"], "rating": "down", "comment": KEY})
    day.heard += [rechecked.text, asker.client.get(receipt).text]
    evidence = asker.client.get(f"/api/audit/requests/{answer['request_id']}/evidence")
    with zipfile.ZipFile(io.BytesIO(evidence.content)) as packed:
        day.heard += [packed.read(name).decode() for name in packed.namelist()]
    day.heard += [asker.client.get(f"/api/audit/requests/{answer['request_id']}").text]
    day.heard += [post("/api/audit/verify").text]


def _written(day: Day) -> Iterator[Path]:
    """Everything that was written down: the workspace, the evidence, and what is kept apart."""
    for root in (day.folder, Path(os.environ["XDG_STATE_HOME"])):
        for path in root.rglob("*"):
            if path.is_file() and STORES.isdisjoint({part.split("-")[0] for part in path.relative_to(root).parts}):
                yield path


def test_nothing_of_them_is_written_down(day: Day) -> None:
    files = list(_written(day))
    names = {path.name for path in files}
    assert {"data_agent_runs.jsonl", "entries.jsonl", "answerable.toml"} <= names
    assert sum(path.parent.name == "receipts" for path in files) >= 3
    held = {path.relative_to(path.anchor): path.read_bytes() for path in files}
    secrets = (*PLANTED, *day.made)
    assert [(secret, path) for path, data in held.items() for secret in secrets if secret.encode() in data] == []


def test_nothing_of_them_is_said(day: Day) -> None:
    assert sum(map(len, day.heard)) > 5_000
    for secret in (PASSWORD, PASSWORD_IN_URL, BLOCKED_CELL, WRONG, *day.made):
        assert not [text for text in day.heard if secret in text], secret


def test_what_was_taken_out_can_be_seen_to_be_gone(day: Day) -> None:
    log = (day.folder / ".answerable" / "logs" / "data_agent_runs.jsonl").read_text()
    assert "how many people have the email [redacted: email]" in log
    assert "[redacted: token]" in log
