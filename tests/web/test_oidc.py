"""Signing in through a real OpenID Connect provider on loopback, against a real server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from tests.cli.command import answerable
from tests.web.oidc_provider import CLIENT, SECRET, Provider, provider
from tests.web.serving import Server, serving

ANN = {"sub": "1001", "preferred_username": "ann", "email": "ann@example.org"}


@pytest.fixture(scope="module")
def known() -> Iterator[Provider]:
    with provider() as known:
        yield known


@pytest.fixture(scope="module")
def folder(known: Provider, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("oidc")
    table = f'issuer = "{known.url}"\nclient_id = "{CLIENT}"\nclient_secret = "${{OIDC_SECRET}}"\nname = "Example"\n'
    (folder / "answerable.toml").write_text(f'[oidc]\n{table}role = "analyst"\n')
    return folder


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OIDC_SECRET", SECRET)
        with serving(folder) as server:
            yield server


def _come_in(server: Server, known: Provider, person: dict[str, str] | None) -> httpx.Response:
    """What they see in the end: who they are, or why not."""
    known.person = person
    with server.visitor() as visitor:
        assert "Sign in with Example" in visitor.get("/sign-in/").text
        return visitor.get("/oidc/sso/login/?next=/api/me", follow_redirects=True)


def test_somebody_new_gets_the_configured_role(server: Server, known: Provider) -> None:
    me = _come_in(server, known, {"sub": "12", "preferred_username": "new"}).json()
    assert (me["username"], me["role"]) == ("new", "analyst")


def test_they_are_the_same_person_next_time_and_keep_what_an_admin_gave_them(
    server: Server, known: Provider, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OIDC_SECRET", SECRET)
    _come_in(server, known, ANN)
    assert answerable("users", "role", "ann", "viewer", cwd=folder).returncode == 0
    me = _come_in(server, known, ANN).json()
    assert (me["username"], me["role"]) == ("ann", "viewer")


def test_whoever_an_admin_removed_stays_out(server: Server, known: Provider) -> None:
    assert _come_in(server, known, {"sub": "7", "preferred_username": "gone"}).json()["username"] == "gone"
    with closing(server.signed_in()) as owner:
        assert owner.delete("/api/members/gone", headers=server.csrf(owner)).status_code == 204
    assert "not a member here" in _come_in(server, known, {"sub": "7", "preferred_username": "gone"}).text


def test_a_name_or_address_that_is_taken_gives_no_way_into_that_account(server: Server, known: Provider) -> None:
    _come_in(server, known, ANN)
    assert _come_in(server, known, {**ANN, "sub": "666"}).json()["username"] != "ann"


def test_whoever_the_provider_refuses_is_told(server: Server, known: Provider) -> None:
    assert "Signing in did not work" in _come_in(server, known, None).text


def test_an_answer_nobody_asked_for_signs_nobody_in(server: Server) -> None:
    with server.visitor() as visitor:
        arrived = visitor.get("/oidc/sso/login/callback/?code=1&state=made-up", follow_redirects=True)
        assert "Signing in did not work" in arrived.text


@pytest.mark.parametrize(
    ("table", "complaint"),
    [
        ('issuer = "http://x"', "'issuer' and 'client_id' are needed"),
        ('issuer = "x"\nclient_id = "y"\nsecret = "z"', "unknown 'secret'"),
        ('issuer = "x"\nclient_id = "y"\nrole = "king"', "role is not one of"),
    ],
)
def test_a_mistake_in_the_table_is_named(tmp_path: Path, table: str, complaint: str) -> None:
    (tmp_path / "answerable.toml").write_text(f"[oidc]\n{table}\n")
    ended = answerable("users", "list", cwd=tmp_path)
    assert ended.returncode == 2
    assert complaint in ended.stderr
