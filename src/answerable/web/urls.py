"""Where everything is."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from answerable.web.api import api

urlpatterns: list[URLPattern | URLResolver] = [
    path("api/", api.urls),
]
