"""`answerable serve` and `answerable users`, as a person runs them: real processes, real connections."""

from __future__ import annotations

import signal
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from tests.cli.command import answerable
from tests.waiting import PATIENCE, wait_until
from tests.web.serving import Server, serving


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("served")
    (folder / "towns.csv").write_text("town,people\nUlm,126\nBern,134\n")
    return folder


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    with serving(folder, "--workers", "2", "--source", "towns.csv") as server:
        yield server


@pytest.fixture(scope="module")
def owner(server: Server) -> Iterator[httpx.Client]:
    owner = server.signed_in()
    yield owner
    owner.close()


def test_a_fresh_machine_has_an_owner_who_comes_in_by_the_link(owner: httpx.Client) -> None:
    me = owner.get("/api/me").json()
    assert (me["role"], me["project"]["slug"], me["confirm"]) == ("admin", "default", "always")
    assert [source["name"] for source in owner.get("/api/sources").json()] == ["towns.csv"]


def test_the_link_works_once(server: Server, owner: httpx.Client) -> None:
    with server.visitor() as late:
        assert late.get(server.link).status_code == 410


def test_several_workers_share_one_state(server: Server, owner: httpx.Client) -> None:
    for _ in range(8):
        with server.visitor() as another_connection:
            another_connection.cookies = owner.cookies
            assert another_connection.get("/api/me").status_code == 200


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="It is Linux that tells which files a process maps.")
def test_the_network_is_loaded_before_anybody_asks(server: Server) -> None:
    wait_until(lambda: any(maps_weights(process) for process in descendants(server.process.pid)))


def descendants(ancestor: int) -> set[str]:
    parents: dict[str, str] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            parents[stat.parent.name] = stat.read_text().rpartition(")")[2].split()[1]
    family = {str(ancestor)}
    while grown := {process for process, parent in parents.items() if parent in family} - family:
        family |= grown
    return family


def maps_weights(process: str) -> bool:
    with suppress(OSError):
        return "model.weights" in Path("/proc", process, "maps").read_text()
    return False


def test_another_site_cannot_use_the_cookie(server: Server, owner: httpx.Client) -> None:
    refused = owner.post("/api/sources", json={"spec": "sample"}, headers={"Origin": "https://evil.example"})
    assert refused.status_code == 403
    assert refused.json()["error"]["code"] == "csrf"
    assert owner.post("/api/tokens", json={"name": "t"}).status_code == 403
    assert owner.post("/api/tokens", json={"name": "t"}, headers=server.csrf(owner)).status_code == 201


def test_another_host_name_is_not_answered(server: Server) -> None:
    with server.visitor() as visitor:
        assert visitor.get("/api/health", headers={"Host": "evil.example"}).status_code == 400


def test_a_body_too_large_is_refused_before_it_is_read(server: Server) -> None:
    head = f"POST /api/sources/upload HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {60 << 20}\r\n\r\n"
    address = httpx.URL(server.url)
    with socket.create_connection((address.host, address.port or 0)) as connection:
        connection.sendall(head.encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 413")


def test_a_new_link_lets_the_owner_in_again(server: Server, folder: Path) -> None:
    said = answerable("serve", "--new-link", cwd=folder)
    assert said.returncode == 0
    again = server.signed_in(said.stdout.strip())
    assert again.get("/api/me").json()["role"] == "admin"
    again.close()


def test_of_many_who_use_a_link_at_once_one_comes_in(server: Server, folder: Path) -> None:
    key = answerable("serve", "--new-link", cwd=folder).stdout.strip().partition("key=")[2]

    def come_in(_number: int) -> int:
        with server.visitor() as visitor:
            visitor.get("/sign-in/")
            return visitor.post("/sign-in/link/", data={"key": key}, headers=server.csrf(visitor)).status_code

    with ThreadPoolExecutor(8) as crowd:
        codes = list(crowd.map(come_in, range(8)))
    assert sorted(codes) == [302] + [410] * 7


def test_accounts_are_made_in_the_terminal_and_sign_in_on_the_page(server: Server, folder: Path) -> None:
    weak = answerable("users", "add", "bea", "--role", "analyst", cwd=folder, stdin="password\n")
    assert (weak.returncode, "too common" in weak.stderr) == (2, True)
    assert (
        answerable("users", "add", "bea", "--role", "analyst", cwd=folder, stdin="seven-red-herons\n").returncode == 0
    )
    assert "bea\tanalyst\tpassword" in answerable("users", "list", cwd=folder).stdout
    with server.visitor() as bea:
        bea.get("/sign-in/")
        form = {"username": "bea", "password": "seven-red-herons"}
        assert bea.post("/sign-in/", data=form, headers=server.csrf(bea)).status_code == 302
        assert bea.get("/api/me").json()["role"] == "analyst"
        assert answerable("users", "role", "bea", "curator", cwd=folder).returncode == 0
        assert bea.get("/api/me").json()["role"] == "curator"
        assert answerable("users", "password", "bea", cwd=folder, stdin="nine-blue-otters\n").returncode == 0
        assert bea.get("/api/me").status_code == 401
    assert answerable("users", "role", "nobody", "admin", cwd=folder).returncode == 2
    assert answerable("users", "add", "boss", "--role", "admin", cwd=folder, stdin="ten-green-newts\n").returncode == 0
    with serving(folder, "--host", "0.0.0.0", "--multi-user") as open_to_all:
        port = httpx.URL(open_to_all.url).port
        answer = httpx.get(f"http://127.0.0.1:{port}/api/health", trust_env=False, timeout=PATIENCE)
        assert answer.status_code == 200


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder where nobody has a password."""
    return tmp_path_factory.mktemp("bare")


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_cleanly(bare: Path, by: signal.Signals) -> None:
    with serving(bare) as server:
        with server.visitor() as visitor:
            assert visitor.get("/api/health").status_code == 200
        assert server.stop(by) == (0, "Stopped.\n")


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (("--host", "0.0.0.0"), 2, "--host 0.0.0.0 lets other machines in. Add --multi-user"),
        (("--host", "0.0.0.0", "--multi-user"), 2, "No admin has a password yet. Set one first: answerable users"),
        (("--host", "no-such-host.invalid"), 2, "--host 'no-such-host.invalid' is not known"),
        (("--host", "203.0.113.7", "--multi-user"), 2, "cannot be listened on"),
        (("--source", "missing.csv"), 2, "There is no file or folder"),
        (("--source", "postgresql://me:CANARY-hunter2@h/d"), 2, "a password in plain text"),
        (("--port", "70000"), 2, "'--port'"),
    ],
)
def test_a_mistake_is_one_clear_line(bare: Path, arguments: tuple[str, ...], code: int, complaint: str) -> None:
    ended = answerable("serve", "--no-open", "--port", "0", *arguments, cwd=bare)
    assert (ended.returncode, ended.stdout) == (code, "")
    assert complaint in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert "CANARY-hunter2" not in ended.stderr


def test_a_port_that_is_taken_is_named(bare: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        ended = answerable("serve", "--no-open", "--port", port, cwd=bare)
    assert ended.returncode == 2
    assert f"Port {port} of 127.0.0.1 cannot be listened on: Address already in use. Choose another" in ended.stderr
