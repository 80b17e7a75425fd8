"""Over HTTP nobody connects the server's own files or somebody else's upload, and no folder of the server shows."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from answerable.projects.models import Project, Role, Source
from tests.sources.files.odd_files import write_kind
from tests.web.people import client_of, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin() -> Client:
    return client_of(member("root", Role.ADMIN))


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Path]:
    """The database of accounts, as it lies in the workspace of a server; tests keep theirs in memory."""
    path = Path(settings.WORKSPACE.root) / "answerable.db"
    is_made = not path.exists()
    if is_made:
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("CREATE TABLE auth_user (password)")
    (tmp_path / "link.db").symlink_to(path)
    (tmp_path / "link.csv").symlink_to(path)
    (tmp_path / "among").mkdir()
    (tmp_path / "among" / "towns.csv").write_text("a,b\n1,2\n")
    (tmp_path / "among" / "more.csv").symlink_to(path)
    yield path
    if is_made:
        path.unlink()


WAYS = [
    "{own}",
    "{root}/receipts/../answerable.db",
    "{root}/not-there.db",
    "{root}",
    "{root}/logs",
    "{root}/secret.key",
    "{tmp}/link.db",
    "{tmp}/link.csv",
    "{tmp}/among",
    "sqlite:///{own}",
    "sqlite:///{encoded}",
    "duckdb:///{own}",
    "sqlite+pysqlite:///{own}?mode=ro",
]


def _post(client: Client, path: str, spec: str) -> Any:
    return client.post(path, {"spec": spec}, content_type="application/json")


@pytest.mark.parametrize("way", WAYS)
def test_the_servers_own_files_are_refused(admin: Client, own: Path, tmp_path: Path, way: str) -> None:
    encoded = str(own).replace("/", "%2F").replace(".", "%2E")
    spec = way.format(own=own, root=own.parent, tmp=tmp_path, encoded=encoded)
    for path in ("/api/sources", "/api/sources/test"):
        response = _post(admin, path, spec)
        assert response.status_code == 422, response.content
        assert "Answerable's own files" in response.json()["error"]["message"]
        assert str(own.parent) not in response.content.decode()
    assert not Source.objects.exists()


@pytest.mark.parametrize("name", ["towns.csv", "towns.json", "towns.xlsx", "towns.parquet"])
@pytest.mark.parametrize("kind", ["sqlite", "duckdb", "gzip", "zip", "png"])
def test_what_is_no_table_is_no_upload(kind: str, name: str, tmp_path: Path) -> None:
    data = write_kind(kind, tmp_path / name).read_bytes()
    analyst = client_of(member("ann", Role.ANALYST))
    response = analyst.post("/api/sources/upload", {"file": [SimpleUploadedFile(name, data)]})
    assert response.status_code == 400, response.content
    said = response.json()["error"]["message"]
    assert name in said and "\n" not in said and str(settings.WORKSPACE.root) not in response.content.decode()
    assert not Source.objects.exists()


def _uploaded(client: Client) -> Path:
    response = client.post("/api/sources/upload", {"file": [SimpleUploadedFile("pay.csv", b"who,pay\nAnn,CANARY\n")]})
    assert response.status_code == 201, response.content
    return Path(Source.objects.get(pk=response.json()["id"]).spec)


def test_nobody_connects_somebody_elses_upload(tmp_path: Path) -> None:
    upload = _uploaded(client_of(member("ann", Role.ANALYST)))
    elsewhere = Project.objects.create(slug="elsewhere", name="Elsewhere")
    stranger = client_of(member("eve", Role.ADMIN, elsewhere))
    (tmp_path / "link.csv").symlink_to(upload)
    (tmp_path / "folder").symlink_to(upload.parent)
    (tmp_path / "among").mkdir()
    (tmp_path / "among" / "pay.csv").symlink_to(upload)
    (tmp_path / "hard.csv").hardlink_to(upload)
    ways = [upload, upload.parent, upload.parent.parent, tmp_path / "link.csv", tmp_path / "folder"]
    for way in [*ways, tmp_path / "among", tmp_path / "hard.csv", f"{upload.parent}/../{upload.parent.name}/pay.csv"]:
        for path in ("/api/sources", "/api/sources/test"):
            response = _post(stranger, path, str(way))
            assert response.status_code in (400, 422), (way, response.content)
            assert "CANARY" not in response.content.decode()
    assert Source.objects.count() == 1


def test_folders_of_the_server_show_nowhere(admin: Client, tmp_path: Path) -> None:
    (tmp_path / "broken.db").write_bytes(b"SQLite format 3\0" + b"x" * 4096)
    (tmp_path / "empty.csv").touch()
    (tmp_path / "towns.csv").write_text("town,size\nUlm,1\n")
    for name in ("broken.db", "empty.csv", "missing.csv", "no/such/folder"):
        for path in ("/api/sources", "/api/sources/test"):
            response = _post(admin, path, str(tmp_path / name))
            assert response.status_code == 400
            assert str(tmp_path) not in response.content.decode()
    made = _post(admin, "/api/sources", str(tmp_path / "towns.csv"))
    (tmp_path / "towns.csv").unlink()
    gone = admin.get("/api/schema", {"source_id": made.json()["id"]})
    for response in (made, gone, admin.get("/api/sources")):
        assert str(tmp_path) not in response.content.decode()
