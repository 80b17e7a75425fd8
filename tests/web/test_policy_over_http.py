"""Over HTTP: an approved request whose SQL was changed into an attack is refused, or tells nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import answerable
from tests.guard.attacked_sources import make_database
from tests.guard.policy_file import write_policy
from tests.guard.policy_holes import Case, World, cases, policies, restricted_texts
from tests.sources.servers import PASSWORD_IN_URL
from tests.sources.servers import Server as Postgres
from tests.web.asking import Asker, owners_token
from tests.web.serving import Server, serving

QUESTION = "how many customers are there?"
SETTINGS = 'confirm = "always"\nasks_per_minute = 600\n'
SUBTRACTION = 7
VARIABLE = "SOURCE_PASSWORD"
READERS_PASSWORD = "CANARYreaderspassword1"
ANALYSTS_PASSWORD = "CANARY-ann-password-1"
MOST = {"sqlite": 3, "postgres": 1}
"""Statements of each class; all of them are tried through the executor."""
WORLDS: tuple[World, World] = ("first", "second")


def examples(engine: str) -> list[Case]:
    """The first statement under every heading."""
    found = {(case.hole, case.what): case for case in reversed(cases(engine, attacks=True)) if case.policy == "shop"}
    return sorted(found.values(), key=lambda case: case.hole)


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@dataclass(frozen=True)
class Site:
    """An analyst at a site with two sources, which differ in restricted values only."""

    analyst: Asker
    sources: tuple[str, ...]

    def answer(self, source: str, sql: str) -> dict[str, Any]:
        """What is left when the names of this request are taken away."""
        told = self.analyst.ask(QUESTION, source_ids=[source])
        confirmed = self.analyst.confirm(told, edited_sql=sql)
        result = confirmed["result"] or {}
        return {"success": confirmed["success"], "rows": result.get("rows"), "error": confirmed["error"]}

    def leak(self, case: Case) -> str:
        first = self.answer(self.sources[0], case.sql)
        if told := [text for text in restricted_texts() if text in repr(first)]:
            return f"shows {told[0]}"
        if not first["success"] and first["error"]["code"] == "refused":
            return ""
        if case.hole == SUBTRACTION:
            return f"gives {first['rows']}" if first["rows"] else ""
        return "" if first == self.answer(self.sources[1], case.sql) else "tells the databases apart"


@pytest.fixture(scope="module")
def site(engine: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    write_policy(folder, _policy(engine), SETTINGS)
    specs = [_spec(engine, world, request, tmp_path_factory.mktemp(world)) for world in WORLDS]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, READERS_PASSWORD)
        with serving(folder) as server:
            with Asker.with_token(server, owners_token(server)) as owner:
                given = [{"spec": spec, "name": world} for spec, world in zip(specs, WORLDS, strict=True)]
                made = [owner.client.post("/api/sources", json=one) for one in given]
            assert [one.status_code for one in made] == [201, 201], [one.text for one in made]
            with Asker.with_token(server, _analysts_token(server, folder)) as analyst:
                assert analyst.get("/api/me")["role"] == "analyst"
                yield Site(analyst, tuple(one.json()["id"] for one in made))


def _policy(engine: str) -> dict[str, Any]:
    """Without the names of partitions: a schema has none, and a policy that names nothing is an error."""
    shop = policies(engine)["shop"]
    tables = [name for name in shop["allowed_tables"] if not re.search(r"_20\d\d$", name)]
    return {**shop, "allowed_tables": tables}


def _spec(engine: str, world: World, request: pytest.FixtureRequest, folder: Path) -> str:
    spec, raw = make_database(engine, world, request, folder)
    raw.close()
    if engine == "postgres":
        spec = _as_reader(spec, request.getfixturevalue("postgres_server"))
    return spec.replace(PASSWORD_IN_URL, f"${{{VARIABLE}}}")


def _analysts_token(server: Server, folder: Path) -> str:
    """Of somebody who may edit SQL and nothing more, signed in with a password."""
    added = answerable("users", "add", "ann", "--role", "analyst", cwd=folder, stdin=f"{ANALYSTS_PASSWORD}\n")
    assert added.returncode == 0, added.stderr
    with closing(server.visitor()) as browser:
        browser.get("/sign-in/").raise_for_status()
        person = {"username": "ann", "password": ANALYSTS_PASSWORD}
        assert browser.post("/sign-in/", data=person, headers=server.csrf(browser)).status_code == 302
        made = browser.post("/api/tokens", json={"name": "tests"}, headers=server.csrf(browser))
        made.raise_for_status()
        return str(made.json()["token"])


def _as_reader(spec: str, server: Postgres) -> str:
    """The same database, reached by somebody whose password needs no escapes."""
    database = spec.rpartition("/")[2]
    if not server.execute("SELECT 1 FROM pg_roles WHERE rolname = 'reader'", database=database):
        server.execute(f"CREATE ROLE reader LOGIN PASSWORD '{READERS_PASSWORD}'", database=database)
    server.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader", database=database)
    return server.url(database, user="reader", password=PASSWORD_IN_URL)


@pytest.mark.parametrize("hole", range(1, 8))
def test_no_changed_request_tells_a_restricted_value(engine: str, site: Site, hole: int) -> None:
    tried = [case for case in examples(engine) if case.hole == hole][: MOST[engine]]
    assert tried
    leaks = [f"{case} -- {found}" for case in tried if (found := site.leak(case))]
    assert leaks == [], "\n".join(leaks)


def test_a_harmless_change_is_answered(site: Site) -> None:
    found = site.answer(site.sources[0], "SELECT name, email FROM customers ORDER BY id LIMIT 1")
    assert found["rows"] == [{"name": "Ana", "email": "•••"}]
