"""Over HTTP: an approved request whose SQL was changed into an attack is refused, or tells nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from tests.guard.attacked_sources import make_database
from tests.guard.policy_file import write_policy
from tests.guard.policy_holes import Case, World, cases, policies, restricted_texts
from tests.sources.servers import PASSWORD_IN_URL
from tests.sources.servers import Server as Postgres
from tests.web.asking import Asker, owners_token
from tests.web.serving import serving

QUESTION = "how many customers are there?"
SETTINGS = 'confirm = "always"\nasks_per_minute = 600\n'
SUBTRACTION = 7
VARIABLE = "SOURCE_SHOP_PASSWORD"
READERS_PASSWORD = "CANARYreaderspassword1"
WORLDS: tuple[World, World] = ("first", "second")


def examples(engine: str) -> list[Case]:
    """The first statement under every heading."""
    found = {(case.hole, case.what): case for case in reversed(cases(engine, attacks=True)) if case.policy == "shop"}
    return sorted(found.values(), key=lambda case: case.hole)


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def engine(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def askers(
    engine: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Asker, ...]]:
    """One for each of two sites, whose databases differ in restricted values only."""
    with pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
        patch.setenv(VARIABLE, READERS_PASSWORD)
        yield tuple(_asker(engine, world, request, tmp_path_factory.mktemp(world), stack) for world in WORLDS)


def _asker(engine: str, world: World, request: pytest.FixtureRequest, folder: Path, stack: ExitStack) -> Asker:
    spec, raw = make_database(engine, world, request, folder)
    if engine == "postgres":
        spec = _as_reader(spec, request.getfixturevalue("postgres_server"))
    stack.enter_context(closing(raw))
    write_policy(folder, policies(engine)["shop"], SETTINGS)
    server = stack.enter_context(serving(folder))
    asker = stack.enter_context(Asker.with_token(server, owners_token(server)))
    made = asker.client.post("/api/sources", json={"spec": spec.replace(PASSWORD_IN_URL, f"${{{VARIABLE}}}")})
    assert made.status_code == 201, made.text
    return asker


def _as_reader(spec: str, server: Postgres) -> str:
    """The same database, reached by somebody whose password needs no escapes."""
    database = spec.rpartition("/")[2]
    if not server.execute("SELECT 1 FROM pg_roles WHERE rolname = 'reader'", database=database):
        server.execute(f"CREATE ROLE reader LOGIN PASSWORD '{READERS_PASSWORD}'", database=database)
    server.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader", database=database)
    return server.url(database, user="reader", password=PASSWORD_IN_URL)


def answer(asker: Asker, sql: str) -> dict[str, Any]:
    """What is left when the names of this request are taken away."""
    confirmed = asker.confirm(asker.ask(QUESTION), edited_sql=sql)
    result = confirmed["result"] or {}
    return {"success": confirmed["success"], "rows": result.get("rows"), "error": confirmed["error"]}


def leak(askers: tuple[Asker, ...], case: Case) -> str:
    first = answer(askers[0], case.sql)
    if told := [text for text in restricted_texts() if text in repr(first)]:
        return f"shows {told[0]}"
    if not first["success"] and first["error"]["code"] == "refused":
        return ""
    if case.hole == SUBTRACTION:
        return f"gives {first['rows']}" if first["rows"] else ""
    return "" if first == answer(askers[1], case.sql) else "tells the databases apart"


@pytest.mark.parametrize("hole", range(1, 8))
def test_no_changed_request_tells_a_restricted_value(engine: str, askers: tuple[Asker, ...], hole: int) -> None:
    tried = [case for case in examples(engine) if case.hole == hole]
    assert tried
    leaks = [f"{case} -- {found}" for case in tried if (found := leak(askers, case))]
    assert leaks == [], "\n".join(leaks)


def test_a_harmless_change_is_answered(askers: tuple[Asker, ...]) -> None:
    found = answer(askers[0], "SELECT name, email FROM customers ORDER BY id LIMIT 1")
    assert found["rows"] == [{"name": "Ana", "email": "•••"}]
