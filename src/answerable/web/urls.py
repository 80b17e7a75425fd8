"""Where everything is."""

from __future__ import annotations

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from answerable.web import static_files
from answerable.web.api import api
from answerable.web.operators.operator_site import operators
from answerable.web.pages import access_pages

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/", api.urls),
    path("assets/vega.js", static_files.vega_file),
    path("assets/<str:name>", static_files.vega_file, name="vega"),
    path("static/<path:path>", static_files.static_file),
    path("sign-in/", access_pages.sign_in, name="sign-in"),
    path("sign-in/link/", access_pages.sign_in_by_link, name="sign-in-by-link"),
    path("sign-out/", access_pages.sign_out, name="sign-out"),
    path("operators/", operators.urls),
    path("", include("answerable.web.pages.urls")),
]

handler400 = "answerable.web.pages.error_pages.bad_request"
handler403 = "answerable.web.pages.error_pages.not_allowed"
handler404 = "answerable.web.pages.error_pages.not_found"
handler500 = "answerable.web.pages.error_pages.server_error"

if settings.OIDC:
    urlpatterns.append(path("", include("allauth.socialaccount.providers.openid_connect.urls")))
