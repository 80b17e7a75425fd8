"""Sources through the API: tried, connected, uploaded, listed without secrets, removed."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

import answerable
from answerable import sample
from answerable.agent import say_yes
from answerable.projects.models import Role, Source
from tests.web.people import client_of, member

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return sample.write_sqlite(tmp_path_factory.mktemp("shop") / "shop.db")


@pytest.fixture
def admin() -> Client:
    return client_of(member("root", Role.ADMIN))


def _post(client: Client, path: str, body: dict[str, Any]) -> Any:
    return client.post(path, body, content_type="application/json")


def _upload(client: Client, **files: bytes) -> Any:
    sent = [SimpleUploadedFile(name.replace("_dot_", "."), data) for name, data in files.items()]
    return client.post("/api/sources/upload", {"file": sent})


def test_a_source_is_connected_once_and_its_schema_read(admin: Client, shop: Path) -> None:
    made = _post(admin, "/api/sources", {"spec": str(shop), "name": "Shop"})
    assert made.status_code == 201
    assert _post(admin, "/api/sources", {"spec": str(shop)}).json() == made.json()
    assert [source["name"] for source in admin.get("/api/sources").json()] == ["Shop"]
    schema = admin.get("/api/schema", {"source_id": made.json()["id"]}).json()
    orders = next(table for table in schema["tables"] if table["name"] == "orders")
    by_name = {column["name"]: column for column in orders["columns"]}
    assert by_name["id"]["is_primary_key"]
    assert by_name["customer_id"]["foreign_key_reference"] == {
        "referenced_table": "customers",
        "referenced_column": "id",
    }
    again = _post(admin, "/api/schema/refresh", {"source_id": made.json()["id"]}).json()
    assert again["version"] == schema["version"]
    assert again["last_updated_at"] > schema["last_updated_at"]


def test_suggestions_are_three_questions_that_work(admin: Client, shop: Path) -> None:
    _post(admin, "/api/sources", {"spec": str(shop)})
    questions = admin.get("/api/suggestions").json()["suggestions"]
    assert len(questions) == 3
    for question in questions:
        assert answerable.ask(question, shop, settings=settings.ANSWERABLE, approve=say_yes).table.num_rows


def test_trying_a_source_keeps_nothing(admin: Client, shop: Path) -> None:
    tried = _post(admin, "/api/sources/test", {"spec": str(shop)}).json()
    assert (tried["name"], tried["dialect"]) == ("shop.db", "sqlite")
    assert "orders" in tried["tables"]
    assert not Source.objects.exists()


def test_without_a_source_it_is_said_what_to_do(admin: Client) -> None:
    error = admin.get("/api/suggestions").json()["error"]
    assert error["code"] == "bad_source"
    assert "sample" in error["hint"]


def test_the_sample_is_one_request_away(admin: Client) -> None:
    made = _post(admin, "/api/sources", {"spec": "sample"})
    assert (made.status_code, made.json()["name"]) == (201, "Sample shop")


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("postgresql://me:CANARY-hunter2@db/shop", "a password in plain text"),
        ("mysql://db/shop?password=CANARY-hunter2", "a password in plain text"),
        ("postgresql://me:hunter${X}@db/shop", "a password in plain text"),
        ("postgresql://me:${SOURCE_NOT_SET_ANYWHERE}@db/shop", "SOURCE_NOT_SET_ANYWHERE is not set"),
        ("postgresql://me@${HOME}/shop", "only stand for a user or a password"),
        ("${HOME}/shop.db", "only stand for a user or a password"),
        ("/nowhere/at/all.db", "There is no file"),
        ("gopher://x/y", "is not known"),
        ("postgresql://127.0.0.1:1/shop", "PostgreSQL at 127.0.0.1:1"),
    ],
)
def test_a_source_that_cannot_be_used_is_refused_and_not_kept(admin: Client, spec: str, complaint: str) -> None:
    response = _post(admin, "/api/sources", {"spec": spec})
    assert response.status_code == 400
    assert complaint in str(response.json())
    assert "CANARY-hunter2" not in str(response.json())
    assert _post(admin, "/api/sources/test", {"spec": spec}).json() == response.json()
    assert not Source.objects.exists()


@pytest.mark.parametrize(
    ("spec", "complaint"),
    [
        ("postgresql://me:${HOME}@127.0.0.1:1/shop", "HOME may not stand in the URL"),
        ("mysql://me:${ANSWERABLE_DATABASE}@127.0.0.1:1/shop", "ANSWERABLE_DATABASE may not stand in the URL"),
        ("postgresql://me:${SOURCE_P}@db.example/shop?sslmode=disable", "not sent to db.example in clear text"),
        ("postgresql://me:${SOURCE_P}@localhost/shop?host=db.example&sslmode=allow", "not sent to db.example"),
        ("oracle://me:${SOURCE_P}@db.example/shop", ""),
    ],
)
def test_a_variable_goes_only_where_it_may(
    admin: Client, monkeypatch: pytest.MonkeyPatch, spec: str, complaint: str
) -> None:
    monkeypatch.setenv("SOURCE_P", "CANARY@:/#%x")
    for path in ("/api/sources", "/api/sources/test"):
        response = _post(admin, path, {"spec": spec})
        assert response.status_code in (400, 422), response.content
        assert complaint in str(response.json()) and "CANARY" not in response.content.decode()
    assert not Source.objects.exists()


def test_a_schema_tells_no_key_to_what_the_policy_hides(admin: Client, shop: Path) -> None:
    made = _post(admin, "/api/sources", {"spec": str(shop)})
    given = {"policy": {"allowed_tables": ["orders"], "required_filters": {"orders": "id < 0"}}}
    assert admin.put("/api/policy", given, content_type="application/json").status_code == 200
    (orders,) = admin.get("/api/schema", {"source_id": made.json()["id"]}).json()["tables"]
    assert (orders["name"], orders["estimated_row_count"]) == ("orders", 0)
    assert {column["foreign_key_reference"] for column in orders["columns"]} == {None}


def test_a_password_by_reference_is_kept_as_the_reference(
    admin: Client, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scheme, rest = postgres_url.split("://")
    account, place = rest.rsplit("@", 1)
    user, _, password = account.partition(":")
    monkeypatch.setenv("SOURCE_SHOP_PASSWORD", unquote(password))
    made = _post(admin, "/api/sources", {"spec": f"{scheme}://{user}:${{SOURCE_SHOP_PASSWORD}}@{place}", "name": "pg"})
    assert made.status_code == 201, made.json()
    assert made.json()["kind"] == "postgresql"
    assert "${SOURCE_SHOP_PASSWORD}" in Source.objects.get().spec
    assert not password or password not in str(made.json())


def test_uploaded_files_become_one_source_and_leave_with_it() -> None:
    analyst, admin = client_of(member("ann", Role.ANALYST)), client_of(member("root", Role.ADMIN))
    made = _upload(analyst, people_dot_csv=b"name,town\nAnn,Ulm\nBo,Bern\n", towns_dot_csv=b"town,land\nUlm,DE\n")
    assert made.status_code == 201, made.json()
    tables = analyst.get("/api/schema", {"source_id": made.json()["id"]}).json()["tables"]
    assert sorted(table["name"] for table in tables) == ["people", "towns"]
    assert str(settings.WORKSPACE.root) not in str(made.json())
    folder = Path(Source.objects.get().spec)
    assert folder.is_relative_to(settings.WORKSPACE.root / "uploads" / "default")
    assert admin.delete(f"/api/sources/{made.json()['id']}").status_code == 204
    assert not folder.exists()


def test_two_uploads_of_one_name_are_two_sources() -> None:
    analyst = client_of(member("ann", Role.ANALYST))
    names = [_upload(analyst, t_dot_csv=b"a,b\n1,2\n").json()["name"] for _ in range(2)]
    assert names == ["t.csv", "t.csv (2)"]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("evil.exe", b"MZ"),
        ("x.csv", b""),
        ("shop.db", b"SQLite format 3\0"),
        ("broken.parquet", b"PAR1"),
        ("csv", b"a"),
    ],
)
def test_what_cannot_be_read_is_refused_and_leaves_nothing(name: str, data: bytes) -> None:
    analyst = client_of(member("ann", Role.ANALYST))
    uploads = settings.WORKSPACE.root / "uploads" / "default"
    before = set(uploads.glob("*"))
    response = analyst.post("/api/sources/upload", {"file": [SimpleUploadedFile(name, data)]})
    assert response.status_code == 400, response.json()
    assert set(uploads.glob("*")) == before
    assert not Source.objects.exists()
