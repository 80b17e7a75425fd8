"""Static files and the charts' library: found, kept, and nothing beside them."""

from __future__ import annotations

import gzip

import pytest
from django.templatetags.static import static
from django.test import Client

from answerable.web.static_files import vega_url
from answerable.web.static_version import static_version


def test_a_file_is_asked_about_again_and_not_sent_twice() -> None:
    first = Client().get("/static/css/access.css")
    assert first["Content-Type"] == "text/css; charset=utf-8"
    assert b".access" in first.content
    again = Client().get("/static/css/access.css", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304


def test_what_a_page_names_is_kept_for_good_and_comes_compressed() -> None:
    address = static("js/page.js")
    assert address == f"/static/v-{static_version()}/js/page.js"
    packed = Client().get(address, headers={"Accept-Encoding": "gzip, br"})
    assert packed["Content-Encoding"] == "gzip"
    assert packed["Vary"] == "Accept-Encoding, Accept-Language"
    assert packed["Cache-Control"] == "public, max-age=31536000, immutable"
    plain = Client().get(address)
    assert gzip.decompress(packed.content) == plain.content
    assert len(packed.content) < len(plain.content) / 2


def test_a_file_of_another_version_is_not_kept() -> None:
    old = Client().get("/static/v-0123456789abcdef/js/page.js")
    assert (old.status_code, old["Cache-Control"]) == (200, "no-cache")


@pytest.mark.parametrize(
    "path",
    [
        "../settings.py",
        "..%2fsettings.py",
        "css/../../settings.py",
        "/etc/passwd",
        "css",
        "none.css",
        "a%00b",
        "v-1/../settings.py",
        "v-1/",
    ],
)
def test_nothing_else_is_served(path: str) -> None:
    assert Client().get(f"/static/{path}").status_code == 404


def test_the_charts_library_has_its_version_in_its_name_and_needs_no_eval() -> None:
    assert Client().get("/assets/vega.js")["Location"] == vega_url()
    packed = Client().get(vega_url(), headers={"Accept-Encoding": "gzip"})
    assert "immutable" in packed["Cache-Control"]
    text = gzip.decompress(packed.content)
    assert b"vegaEmbed=" in text
    assert b"expressionInterpreter" in text
    assert Client().get(vega_url()).content == text
    assert Client().get("/assets/vega-0.js").status_code == 404


@pytest.mark.parametrize("path", ["/api/health", "/sign-in/", "/static/css/access.css", "/nowhere"])
def test_every_response_says_what_a_page_may_load(path: str) -> None:
    headers = Client().get(path).headers
    assert "script-src 'self';" in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
