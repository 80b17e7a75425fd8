"""Where everything is."""

from __future__ import annotations

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from answerable.web import files
from answerable.web.api import api
from answerable.web.pages import access

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/", api.urls),
    path("assets/vega.js", files.vega_file),
    path("assets/<str:name>", files.vega_file, name="vega"),
    path("static/<path:path>", files.static_file),
    path("sign-in/", access.sign_in, name="sign-in"),
    path("sign-in/link/", access.sign_in_by_link, name="sign-in-by-link"),
    path("sign-out/", access.sign_out, name="sign-out"),
    path("", include("answerable.web.pages.urls")),
]

handler500 = "answerable.web.pages.failed.server_error"

if settings.OIDC:
    urlpatterns.append(path("", include("allauth.socialaccount.providers.openid_connect.urls")))
